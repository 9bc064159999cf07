import { getRouteApi } from '@tanstack/react-router'
import type { Admin } from '@workspace-platform/client/identity'
import { ShieldUser, UserPlus } from 'lucide-react'
import { useMemo } from 'react'
import { useMember } from '../../app/session.ts'
import { useRows } from '../../app/use-rows.ts'
import { RecordList } from '../../app/record-list.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { AdminForm, roles } from './admin.form.tsx'
import styles from './platform.module.css'
import { useAdmins } from './platform.queries.ts'
import type { PlatformSearch } from './platform-search.rules.ts'

const rowsOf = (page: { admins: Admin[] }) => page.admins
const route = getRouteApi('/shell/platform/admins')

const columnsFor = (text: ReturnType<typeof useText>, format: Format, ownId: string): Column<Admin>[] => [
  {
    id: 'email',
    header: text('platform.email'),
    width: 2.2,
    cell: ({ id, email }) => (
      <span className={styles['person']}>
        <Avatar name={email} id={id} />
        <RowName>
          <bdi dir="ltr">{email}</bdi>
        </RowName>
        {id === ownId && <Badge tone="accent">{text('platform.you')}</Badge>}
      </span>
    ),
  },
  {
    id: 'roles',
    header: text('platform.roles'),
    width: 1.6,
    cell: (admin) => format.list(admin.roles.map((role) => text(`platform.role.${role}`))),
  },
  {
    id: 'since',
    header: text('platform.since'),
    width: 1,
    align: 'end',
    importance: 'secondary',
    cell: ({ createdAt }) => format.fullDate(createdAt),
  },
]

/** The people who administer the platform. */
export const Admins = () => {
  const text = useText()
  const format = useFormat()
  const { account } = useMember()
  const { change, onSearch, showAll } = useListSearch<PlatformSearch>()
  const { search = '', type = '', open } = route.useSearch()
  const admins = useAdmins()
  const { rows: all, onEnd, isLoadingMore } = useRows(admins, rowsOf)
  const rows = useMemo(
    () =>
      all
        .filter(({ email }) => email.toLowerCase().includes(search.trim().toLowerCase()))
        .filter((admin) => type === '' || admin.roles.some((role) => role === type)),
    [all, search, type],
  )
  const columns = useMemo(() => columnsFor(text, format, account.id), [text, format, account.id])
  const close = (): void => change({ open: '' })
  const admin = all.find(({ id }) => id === open)
  const add = (
    <Button kind="primary" onClick={() => change({ open: 'new' })}>
      <UserPlus aria-hidden="true" />
      {text('platform.addAdmin')}
    </Button>
  )
  return (
    <Split>
      <Page
        title={text('area.admins')}
        actions={add}
        toolbar={
          <>
            <SearchField label={text('platform.searchAdmins')} value={search} onChange={onSearch} />
            <FilterSelect
              label={text('platform.roles')}
              value={type}
              all={text('platform.all')}
              choices={roles.map((value) => ({ value, label: text(`platform.role.${value}`) }))}
              onChange={(next) => change({ type: next })}
            />
          </>
        }
      >
        <RecordList
          label={text('area.admins')}
          query={admins}
          rows={rows}
          onEnd={onEnd}
          isLoadingMore={isLoadingMore}
          columns={columns}
          openId={open}
          onOpen={({ id }) => change({ open: id })}
          isFiltered={search !== '' || type !== ''}
          onShowAll={showAll}
          none={{
            icon: ShieldUser,
            title: text('platform.noAdmins'),
            text: text('platform.noAdminsText'),
            action: add,
          }}
        />
      </Page>
      {(open === 'new' || admin) && (
        <SidePanel title={admin?.email ?? text('platform.addAdmin')} onClose={close}>
          <AdminForm key={open} admin={admin ?? null} onDone={close} />
        </SidePanel>
      )}
    </Split>
  )
}
