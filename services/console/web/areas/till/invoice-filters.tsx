import { useCallback } from 'react'
import { AmountFilter } from '../../app/amount-filter.tsx'
import { ClientFilter } from '../../app/client-filter.tsx'
import { DayFilter } from '../../app/day-filter.tsx'
import { useText } from '../../i18n/language.ts'
import { FilterChip } from '../../ui/filter-select.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { invoiceStatuses } from './invoice-search.rules.ts'
import type { InvoiceSearch } from './invoice-search.rules.ts'

type Props = { search: InvoiceSearch; onChange: (next: InvoiceSearch) => void }

const dropped = (search: InvoiceSearch, ...names: (keyof InvoiceSearch)[]): InvoiceSearch =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name as keyof InvoiceSearch)))

/** Returns the fields that are not empty. */
const set = (fields: Record<string, string>): InvoiceSearch =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value))

/** Filters the list by number, status, day, amount, client and till. */
export const InvoiceFilters = ({ search, onChange }: Props) => {
  const text = useText()
  const { number = '', status, from, to, minTotal, maxTotal, sessionId, clientId } = search
  const onNumber = useCallback(
    (typed: string) => {
      const { number: _, ...rest } = search
      onChange({ ...rest, ...(typed.trim() && { number: typed.trim() }) })
    },
    [search, onChange],
  )
  const without = (...names: (keyof InvoiceSearch)[]): void => onChange(dropped(search, ...names))
  return (
    <>
      <SearchField label={text('invoices.searchNumber')} value={number} onChange={onNumber} />
      <Segmented
        label={text('invoice.status')}
        value={status ?? 'all'}
        options={[
          { value: 'all' as const, label: text('invoices.all') },
          ...invoiceStatuses.map((value) => ({ value, label: text(`invoiceStatus.${value}`) })),
        ]}
        onChange={(next) => {
          const { status: _, ...rest } = search
          onChange(next === 'all' ? rest : { ...rest, status: next })
        }}
      />
      <DayFilter
        from={from}
        to={to}
        onChange={(days) => onChange({ ...dropped(search, 'from', 'to'), ...set(days) })}
      />
      <AmountFilter
        minTotal={minTotal}
        maxTotal={maxTotal}
        onChange={(amounts) => onChange({ ...dropped(search, 'minTotal', 'maxTotal'), ...set(amounts) })}
      />
      <ClientFilter
        clientId={clientId}
        onChange={(next) => onChange({ ...dropped(search, 'clientId'), ...set({ clientId: next }) })}
      />
      {sessionId && <FilterChip label={text('invoices.ofTill')} onRemove={() => without('sessionId')} />}
    </>
  )
}
