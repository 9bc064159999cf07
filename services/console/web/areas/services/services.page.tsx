import { getRouteApi } from '@tanstack/react-router'
import type { Service } from '@workspace-platform/client/scheduling'
import { Plus, Scissors } from 'lucide-react'
import { useMemo } from 'react'
import { UnknownPage } from '../../app/error-pages.tsx'
import { ImportButton } from '../../app/import-button.tsx'
import { RecordList } from '../../app/record-list.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ServiceForm } from './service.form.tsx'
import { ServicePanel } from './service.panel.tsx'
import { scopes } from './service.rules.ts'
import { importServices, useServiceCount, useServices } from './services.queries.ts'
import type { ServicesSearch } from './services-search.rules.ts'

const route = getRouteApi('/shell/services')

const rowsOf = (page: { services: Service[] }) => page.services

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<Service>[] => [
  { id: 'name', header: text('services.name'), width: 2, cell: ({ name }) => <RowName>{name}</RowName> },
  {
    id: 'scope',
    header: text('services.scope'),
    width: 1.2,
    importance: 'detail',
    cell: ({ scope }) => text(`services.scope.${scope}`),
  },
  {
    id: 'state',
    header: text('services.state'),
    width: 1,
    minWidth: statusWidth,
    importance: 'secondary',
    cell: ({ isActive }) => (
      <Badge tone={isActive ? 'ok' : 'neutral'}>
        {text(isActive ? 'services.state.offered' : 'services.state.hidden')}
      </Badge>
    ),
  },
  {
    id: 'duration',
    header: text('services.length'),
    width: 0.9,
    align: 'end',
    cell: ({ durationMinutes }) => (durationMinutes ? format.minutes(durationMinutes) : <Quiet />),
  },
  {
    id: 'price',
    header: text('services.price'),
    width: 1.1,
    align: 'end',
    cell: ({ price }) => (price === null ? <Quiet /> : format.money(price)),
  },
]

export const ServicesPage = () => (may(useMember(), 'services.view') ? <Services /> : <UnknownPage />)

/** The services of the workspace, with duration and price. */
const Services = () => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'services.manage')
  const { change, onSearch, showAll } = useListSearch<ServicesSearch>()
  const { open, ...search } = route.useSearch()
  const services = useServices(search)
  const { data: count } = useServiceCount(search)
  const list = useRows(services, rowsOf)
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  const close = (): void => change({ open: '' })
  const add = mayManage && (
    <Button kind="primary" onClick={() => change({ open: 'new' })}>
      <Plus aria-hidden="true" />
      {text('services.add')}
    </Button>
  )
  return (
    <Split>
      <Page
        title={text('area.services')}
        {...(typeof count === 'number' && { count: format.number(count) })}
        actions={
          mayManage && (
            <>
              <ImportButton
                columns={['name', 'durationMinutes', 'price', 'externalId']}
                start={importServices}
              />
              {add}
            </>
          )
        }
        toolbar={
          <>
            <SearchField label={text('services.search')} value={search.search ?? ''} onChange={onSearch} />
            <FilterSelect
              label={text('services.state')}
              value={search.state ?? ''}
              all={text('services.all')}
              choices={(['offered', 'hidden'] as const).map((value) => ({
                value,
                label: text(`services.state.${value}`),
              }))}
              onChange={(state) => change({ state })}
            />
            <FilterSelect
              label={text('services.scope')}
              value={search.scope ?? ''}
              all={text('services.all')}
              choices={scopes.map((value) => ({ value, label: text(`services.scope.${value}`) }))}
              onChange={(scope) => change({ scope })}
            />
          </>
        }
      >
        <RecordList
          label={text('area.services')}
          query={services}
          {...list}
          columns={columns}
          openId={open}
          onOpen={({ id }) => change({ open: id })}
          isFiltered={Object.keys(search).length > 0}
          onShowAll={showAll}
          none={{
            icon: Scissors,
            title: text('services.none'),
            text: text('services.noneText'),
            action: add,
          }}
        />
      </Page>
      {open === 'new' && mayManage ? (
        <SidePanel title={text('services.newTitle')} onClose={close}>
          <ServiceForm
            onCancel={close}
            onSaved={({ id }) => {
              change({ open: id })
              showToast(text('services.added'))
            }}
          />
        </SidePanel>
      ) : (
        open && open !== 'new' && <ServicePanel key={open} serviceId={open} onClose={close} />
      )}
    </Split>
  )
}
