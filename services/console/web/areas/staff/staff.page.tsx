import { getRouteApi } from '@tanstack/react-router'
import type { Staff } from '@workspace-platform/client/scheduling'
import { Mail, UserPlus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { FieldFilters } from '../../app/field-filters.tsx'
import { changeField } from '../../app/field-filters.rules.ts'
import { RecordList } from '../../app/record-list.tsx'
import { without } from '../../app/search-parameter.rules.ts'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { StaffTabs } from './staff-tabs.tsx'
import { StaffForm } from './staff.form.tsx'
import styles from './staff.module.css'
import { useRoles, useStaffCount, useStaffFields, useStaffList } from './staff.queries.ts'

const route = getRouteApi('/shell/staff/')

const rowsOf = (page: { staff: Staff[] }) => page.staff

const none = <Quiet />

const columnsFor = (
  text: ReturnType<typeof useText>,
  format: Format,
  roleName: ((roleId: string) => string | undefined) | null,
): Column<Staff>[] => [
  {
    id: 'name',
    header: text('staff.name'),
    width: 2,
    cell: ({ id, name }) => (
      <span className={styles['person']}>
        <Avatar name={name} id={id} />
        <RowName>{name}</RowName>
      </span>
    ),
  },
  ...(roleName
    ? [
        {
          id: 'role',
          header: text('staff.role'),
          width: 1.2,
          cell: ({ roleId }: Staff) => roleName(roleId) ?? none,
        },
      ]
    : []),
  {
    id: 'email',
    header: text('staff.email'),
    width: 2,
    importance: 'secondary',
    cell: ({ email }) => <span dir="ltr">{email}</span>,
  },
  {
    id: 'phone',
    header: text('staff.phone'),
    width: 1.3,
    importance: 'detail',
    cell: ({ phone }) => (phone ? <span dir="ltr">{phone}</span> : none),
  },
  {
    id: 'hours',
    header: text('staff.hours'),
    width: 1.2,
    importance: 'detail',
    cell: ({ workingHours }) => text(workingHours ? 'staff.ownHours' : 'staff.sameHours'),
  },
  {
    id: 'since',
    header: text('staff.since'),
    width: 1,
    align: 'end',
    importance: 'secondary',
    cell: ({ createdAt }) => format.date(createdAt),
  },
]

export const StaffPage = () => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const navigate = route.useNavigate()
  const { search = '', role = '', open, field } = route.useSearch()
  const filter = { ...(search && { search }), ...(field && { field }) }
  const staff = useStaffList(filter)
  const { data: count } = useStaffCount(filter)
  const { data: fields = [] } = useStaffFields()
  const seesRoles = may(member, 'staff.manage')
  const { data: roles } = useRoles(seesRoles)
  const { rows: all, onEnd, isLoadingMore } = useRows(staff, rowsOf)
  const rows = useMemo(() => (role ? all.filter(({ roleId }) => roleId === role) : all), [all, role])
  const columns = useMemo(
    () => columnsFor(text, format, seesRoles ? (id) => roles?.find((each) => each.id === id)?.name : null),
    [text, format, seesRoles, roles],
  )
  const onSearch = useCallback(
    (typed: string) =>
      void navigate({
        search: (before) => ({ ...without(before, 'search'), ...(typed && { search: typed }) }),
        replace: true,
      }),
    [navigate],
  )
  const onRole = (chosen: string): void =>
    void navigate({
      search: (before) => ({ ...without(before, 'role'), ...(chosen && { role: chosen }) }),
      replace: true,
    })
  const close = (): void => void navigate({ search: (before) => without(before, 'open') })
  // Only users who can see roles can choose the role of a new member.
  const mayInvite = may(member, 'staff.create') && seesRoles
  const invite = mayInvite && (
    <Button
      kind="primary"
      onClick={() => void navigate({ search: (before) => ({ ...before, open: 'new' }) })}
    >
      <UserPlus aria-hidden="true" />
      {text('staff.invite')}
    </Button>
  )
  const isFiltered = search !== '' || role !== '' || field !== undefined
  return (
    <Split>
      <Page
        title={text('area.staff')}
        {...(typeof count === 'number' && { count: format.number(role ? rows.length : count) })}
        actions={
          <>
            <StaffTabs />
            {invite}
          </>
        }
        toolbar={
          <>
            <SearchField label={text('staff.search')} value={search} onChange={onSearch} />
            {roles && roles.length > 1 && (
              <FilterSelect
                label={text('staff.role')}
                value={role}
                all={text('staff.allRoles')}
                choices={roles.map(({ id, name }) => ({ value: id, label: name }))}
                onChange={onRole}
              />
            )}
            <FieldFilters
              fields={fields}
              search={filter}
              onChange={(key, value) =>
                void navigate({ search: (before) => changeField(before, key, value), replace: true })
              }
            />
          </>
        }
      >
        <RecordList
          label={text('area.staff')}
          query={staff}
          onEnd={onEnd}
          isLoadingMore={isLoadingMore}
          rows={rows}
          onOpen={({ id }) => void navigate({ to: '/staff/$staffId', params: { staffId: id } })}
          columns={columns}
          isFiltered={isFiltered}
          onShowAll={() => void navigate({ search: {} })}
          none={{ icon: Mail, title: text('staff.none'), text: text('staff.noneText'), action: invite }}
        />
      </Page>
      {open === 'new' && mayInvite && (
        <SidePanel title={text('staff.inviteTitle')} onClose={close}>
          <StaffForm
            onCancel={close}
            onSaved={({ id, email }) => {
              void navigate({ to: '/staff/$staffId', params: { staffId: id } })
              showToast(text('staff.invited', { email }))
            }}
          />
        </SidePanel>
      )}
    </Split>
  )
}
