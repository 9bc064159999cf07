import { getRouteApi } from '@tanstack/react-router'
import type { Client } from '@workspace-platform/client/scheduling'
import { Plus, Users } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { ImportButton } from '../../app/import-button.tsx'
import { RecordList } from '../../app/record-list.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ClientForm } from './client.form.tsx'
import { ClientPanel } from './client.panel.tsx'
import { importClients, useClientCount, useClients } from './clients.queries.ts'

const route = getRouteApi('/shell/clients/')

const rowsOf = (page: { clients: Client[] }) => page.clients

const none = <Quiet />

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<Client>[] => [
  {
    id: 'name',
    header: text('client.name'),
    width: 2,
    cell: ({ name }) => <RowName>{name}</RowName>,
  },
  {
    id: 'phone',
    header: text('client.phone'),
    width: 1.5,
    cell: ({ phone }) => (phone ? <span dir="ltr">{phone}</span> : none),
  },
  {
    id: 'email',
    header: text('client.email'),
    width: 2,
    importance: 'secondary',
    cell: ({ email }) => (email ? <span dir="ltr">{email}</span> : none),
  },
  {
    id: 'birthday',
    header: text('client.dateOfBirth'),
    width: 1.1,
    importance: 'detail',
    cell: ({ dateOfBirth }) => (dateOfBirth ? format.fullDate(dateOfBirth) : none),
  },
  {
    id: 'discount',
    header: text('client.discount'),
    width: 0.8,
    align: 'end',
    importance: 'detail',
    cell: ({ discount }) => {
      if (!discount) return none
      return discount.kind === 'fixed' ? format.money(discount.value) : format.percent(discount.value / 100)
    },
  },
  {
    id: 'since',
    header: text('client.since'),
    width: 1,
    align: 'end',
    importance: 'secondary',
    cell: ({ createdAt }) => format.date(createdAt),
  },
]

export const ClientsPage = () => {
  const text = useText()
  const format = useFormat()
  const member = useMember()
  const navigate = route.useNavigate()
  const { search = '', open } = route.useSearch()
  const clients = useClients(search)
  const { data: count } = useClientCount(search)
  const table = useRows(clients, rowsOf)
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  const mayManage = may(member, 'clients.manage')
  const show = (next: string | null): void =>
    void navigate({ search: { ...(search && { search }), ...(next && { open: next }) } })
  const onSearch = useCallback(
    (typed: string) =>
      void navigate({
        search: (before) => ({ ...(typed && { search: typed }), ...(before.open && { open: before.open }) }),
        replace: true,
      }),
    [navigate],
  )
  const add = mayManage && (
    <Button kind="primary" onClick={() => show('new')}>
      <Plus aria-hidden="true" />
      {text('clients.add')}
    </Button>
  )
  return (
    <Split>
      <Page
        title={text('area.clients')}
        {...(typeof count === 'number' && { count: format.number(count) })}
        actions={
          mayManage && (
            <>
              <ImportButton
                columns={['name', 'email', 'phone', 'dateOfBirth', 'externalId']}
                start={importClients}
              />
              {add}
            </>
          )
        }
        toolbar={<SearchField label={text('clients.search')} value={search} onChange={onSearch} />}
      >
        <RecordList
          label={text('area.clients')}
          query={clients}
          {...table}
          openId={open}
          onOpen={({ id }) => show(id)}
          notFoundText={text('clients.notFoundText', { search })}
          columns={columns}
          isFiltered={search !== ''}
          onShowAll={() => onSearch('')}
          none={{ icon: Users, title: text('clients.none'), text: text('clients.noneText'), action: add }}
        />
      </Page>
      {open === 'new' && mayManage ? (
        <SidePanel title={text('client.newTitle')} onClose={() => show(null)}>
          <ClientForm
            onCancel={() => show(null)}
            onSaved={({ id }) => {
              show(id)
              showToast(text('clients.added'))
            }}
          />
        </SidePanel>
      ) : (
        open && open !== 'new' && <ClientPanel key={open} clientId={open} onClose={() => show(null)} />
      )}
    </Split>
  )
}
