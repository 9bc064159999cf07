import { getRouteApi } from '@tanstack/react-router'
import type { PosInvoice } from '@workspace-platform/client/pos'
import { ReceiptText } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { ExportButton } from '../../app/export-button.tsx'
import { RecordList } from '../../app/record-list.tsx'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { InvoiceFilters } from './invoice-filters.tsx'
import { InvoicesTabs } from './invoices-tabs.tsx'
import { InvoicePanel } from './invoice.panel.tsx'
import { invoiceTones } from './invoice-details.tsx'
import { dueOf } from './invoice.rules.ts'
import type { InvoiceSearch } from './invoice-search.rules.ts'
import { exportInvoices, useInvoiceCount, useInvoices } from './invoices.queries.ts'

const route = getRouteApi('/shell/invoices/')

const rowsOf = (page: { invoices: PosInvoice[] }) => page.invoices

const none = <Quiet />

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<PosInvoice>[] => [
  {
    id: 'number',
    header: text('invoice.number'),
    width: 0.9,
    cell: ({ number }) => (number === null ? none : <RowName>{format.serial(number)}</RowName>),
  },
  {
    id: 'client',
    header: text('invoice.client'),
    width: 1.8,
    cell: ({ clientName, items }) =>
      clientName ?? <Quiet>{format.list(items.map(({ name }) => name)) || '–'}</Quiet>,
  },
  {
    id: 'date',
    header: text('invoice.date'),
    width: 1.4,
    importance: 'secondary',
    cell: ({ finalizedAt, createdAt }) => format.dateTime(finalizedAt ?? createdAt),
  },
  {
    id: 'status',
    header: text('invoice.status'),
    width: 1.1,
    minWidth: statusWidth,
    cell: ({ status }) => <Badge tone={invoiceTones[status]}>{text(`invoiceStatus.${status}`)}</Badge>,
  },
  {
    id: 'due',
    header: text('receipt.due'),
    width: 1,
    align: 'end',
    importance: 'detail',
    cell: (invoice) => (dueOf(invoice) > 0 ? format.money(dueOf(invoice), invoice.currencyCode) : none),
  },
  {
    id: 'total',
    header: text('till.total'),
    width: 1.1,
    align: 'end',
    cell: ({ total, currencyCode }) => format.money(total, currencyCode),
  },
]

export const InvoicesPage = () => {
  const text = useText()
  const format = useFormat()
  const navigate = route.useNavigate()
  const { open, ...search } = route.useSearch()
  const invoices = useInvoices(search)
  const { data: count } = useInvoiceCount(search)
  const table = useRows(invoices, rowsOf)
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  const isFiltered = Object.keys(search).length > 0
  const show = (next: string | null): void =>
    void navigate({ search: { ...search, ...(next && { open: next }) } })
  const filter = useCallback(
    (next: InvoiceSearch) => void navigate({ search: next, replace: true }),
    [navigate],
  )
  return (
    <Split>
      <Page
        title={text('area.invoices')}
        {...(typeof count === 'number' && { count: format.number(count) })}
        actions={<ExportButton name={text('area.invoices')} load={() => exportInvoices(search)} />}
        toolbar={
          <>
            <InvoicesTabs />
            <InvoiceFilters search={search} onChange={filter} />
          </>
        }
      >
        <RecordList
          label={text('area.invoices')}
          query={invoices}
          {...table}
          openId={open}
          onOpen={({ id }) => show(id)}
          columns={columns}
          isFiltered={isFiltered}
          onShowAll={() => filter({})}
          none={{ icon: ReceiptText, title: text('invoices.none'), text: text('invoices.noneText') }}
        />
      </Page>
      {open && <InvoicePanel key={open} invoiceId={open} onClose={() => show(null)} />}
    </Split>
  )
}
