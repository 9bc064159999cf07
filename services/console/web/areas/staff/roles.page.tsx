import { getRouteApi, Link } from '@tanstack/react-router'
import type { Role } from '@workspace-platform/client/identity'
import { Plus, ShieldCheck } from 'lucide-react'
import { useMemo } from 'react'
import { UnknownPage } from '../../app/error-pages.tsx'
import { groupPermissions } from '../../app/permission.rules.ts'
import { RecordList } from '../../app/record-list.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { buttonClass } from '../../ui/button.tsx'
import { RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { StaffTabs } from './staff-tabs.tsx'
import { usePermissions, useRoles } from './staff.queries.ts'

const route = getRouteApi('/shell/staff/roles')

/** The roles of the workspace. */
export const RolesPage = () => {
  const text = useText()
  const format = useFormat()
  const navigate = route.useNavigate()
  const { onSearch, showAll } = useListSearch()
  const { search = '' } = route.useSearch()
  const isAllowed = may(useMember(), 'staff.manage')
  const roles = useRoles(isAllowed)
  const rows = useMemo(
    () => (roles.data ?? []).filter(({ name }) => matchesQuery(search, name)),
    [roles.data, search],
  )
  const { data: permissions = [] } = usePermissions()
  const columns = useMemo((): Column<Role>[] => {
    const summarize = ({ permissions: granted }: Role): string =>
      format.list(
        groupPermissions(permissions.filter(({ key }) => granted.includes(key))).map(({ group }) =>
          text(`permissionGroup.${group}`),
        ),
      )
    return [
      {
        id: 'name',
        header: text('roles.name'),
        width: 1.4,
        cell: ({ name }) => <RowName>{name}</RowName>,
      },
      { id: 'areas', header: text('roles.areas'), width: 3, importance: 'secondary', cell: summarize },
      {
        id: 'count',
        header: text('roles.permissions'),
        width: 0.8,
        align: 'end',
        cell: ({ permissions: granted }) => format.number(granted.length),
      },
    ]
  }, [text, format, permissions])
  if (!isAllowed) return <UnknownPage />
  const add = (
    <Link to="/staff/roles/$roleId" params={{ roleId: 'new' }} className={buttonClass({ kind: 'primary' })}>
      <Plus aria-hidden="true" />
      {text('roles.add')}
    </Link>
  )
  return (
    <Page
      title={text('roles.title')}
      {...(roles.data && { count: format.number(rows.length) })}
      actions={
        <>
          <StaffTabs />
          {add}
        </>
      }
      toolbar={<SearchField label={text('roles.search')} value={search} onChange={onSearch} />}
    >
      <RecordList
        label={text('roles.title')}
        query={roles}
        rows={rows}
        columns={columns}
        onOpen={({ id }) => void navigate({ to: '/staff/roles/$roleId', params: { roleId: id } })}
        isFiltered={search !== ''}
        onShowAll={showAll}
        none={{ icon: ShieldCheck, title: text('roles.none'), text: text('roles.noneText'), action: add }}
      />
    </Page>
  )
}
