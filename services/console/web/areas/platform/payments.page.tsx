import { getRouteApi } from '@tanstack/react-router'
import type { Payment } from '@workspace-platform/client/admin-billing'
import { Banknote, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useRows } from '../../app/use-rows.ts'
import { RecordList } from '../../app/record-list.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Quiet, Written } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DayFilter } from '../../app/day-filter.tsx'
import { FilterButton, FilterChip, FilterSelect } from '../../ui/filter-select.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { paymentTypes, toDays } from './money.rules.ts'
import { PaymentForm } from './payment.form.tsx'
import type { PlatformSearch } from './platform-search.rules.ts'
import { useAdminName, usePayments, useWorkspace } from './platform.queries.ts'
import type { PaymentFilter } from './platform.queries.ts'
import { WorkspaceLink } from './workspace-link.tsx'
import { WorkspacePicker } from './workspace-picker.tsx'

const rowsOf = (page: { payments: Payment[] }) => page.payments
const route = getRouteApi('/shell/platform/payments')

const columnsFor = (
  text: ReturnType<typeof useText>,
  format: Format,
  nameOf: ReturnType<typeof useAdminName>,
): Column<Payment>[] => [
  {
    id: 'workspace',
    header: text('platform.workspace'),
    width: 2,
    cell: ({ workspaceId }) => <WorkspaceLink workspaceId={workspaceId} />,
  },
  {
    id: 'type',
    header: text('platform.type'),
    width: 1,
    importance: 'secondary',
    cell: ({ type }) => text(`platform.paymentType.${type}`),
  },
  {
    id: 'note',
    header: text('platform.note'),
    width: 2,
    importance: 'detail',
    cell: ({ note }) => (note ? <Written>{note}</Written> : <Quiet />),
  },
  {
    id: 'day',
    header: text('platform.paidOn'),
    width: 1.3,
    align: 'end',
    cell: ({ paidAt }) => format.dateTime(paidAt),
  },
  {
    id: 'by',
    header: text('platform.recordedBy'),
    width: 1.4,
    importance: 'detail',
    cell: ({ createdBy }) => nameOf(createdBy) ?? <Quiet />,
  },
  {
    id: 'amount',
    header: text('platform.amount'),
    width: 1,
    align: 'end',
    cell: ({ amount, currencyCode }) => format.money(amount, currencyCode),
  },
]

const filterOf = (search: PlatformSearch): PaymentFilter => {
  const type = paymentTypes.find((each) => each === search.type)
  return {
    ...(type && { type }),
    ...(search.workspace && { workspaceId: search.workspace }),
    ...toDays(search),
  }
}

export const Payments = () => {
  const text = useText()
  const format = useFormat()
  const { change, showAll } = useListSearch<PlatformSearch>()
  const search = route.useSearch()
  const [isPicking, setPicking] = useState(false)
  const filter = filterOf(search)
  const payments = usePayments(filter)
  const list = useRows(payments, rowsOf)
  const nameOf = useAdminName()
  const columns = useMemo(() => columnsFor(text, format, nameOf), [text, format, nameOf])
  const add = (
    <Button kind="primary" onClick={() => change({ open: 'new' })}>
      <Plus aria-hidden="true" />
      {text('platform.recordPayment')}
    </Button>
  )
  return (
    <Split>
      <Page
        title={text('area.payments')}
        actions={add}
        toolbar={
          <>
            <FilterSelect
              label={text('platform.type')}
              value={filter.type ?? ''}
              all={text('platform.all')}
              choices={paymentTypes.map((value) => ({ value, label: text(`platform.paymentType.${value}`) }))}
              onChange={(type) => change({ type })}
            />
            <DayFilter from={search.from} to={search.to} onChange={change} />
            {search.workspace ? (
              <WorkspaceChip workspaceId={search.workspace} onRemove={() => change({ workspace: '' })} />
            ) : (
              <FilterButton label={text('platform.workspace')} onClick={() => setPicking(true)} />
            )}
          </>
        }
      >
        <RecordList
          label={text('area.payments')}
          query={payments}
          {...list}
          columns={columns}
          isFiltered={Object.keys(filter).length > 0}
          onShowAll={showAll}
          none={{
            icon: Banknote,
            title: text('platform.noPayments'),
            text: text('platform.noPaymentsText'),
            action: add,
          }}
        />
      </Page>
      {isPicking && (
        <Dialog title={text('platform.workspace')} onClose={() => setPicking(false)}>
          <WorkspacePicker
            workspaceId=""
            error={undefined}
            onPick={(workspace) => {
              setPicking(false)
              change({ workspace })
            }}
          />
        </Dialog>
      )}
      {search.open === 'new' && (
        <SidePanel title={text('platform.recordPayment')} onClose={() => change({ open: '' })}>
          <PaymentForm onDone={() => change({ open: '' })} />
        </SidePanel>
      )}
    </Split>
  )
}

const WorkspaceChip = ({ workspaceId, onRemove }: { workspaceId: string; onRemove: () => void }) => {
  const { data } = useWorkspace(workspaceId)
  return <FilterChip label={data?.name ?? '…'} onRemove={onRemove} />
}
