import { useCallback, useState } from 'react'
import { DayFilter } from '../../app/day-filter.tsx'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FilterButton, FilterChip } from '../../ui/filter-select.tsx'
import { Form, FormRow } from '../../ui/form.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useForm } from '../../ui/use-form.ts'
import { invoiceStatuses } from './invoice-search.rules.ts'
import type { InvoiceSearch } from './invoice-search.rules.ts'
import { toNumber } from '../../app/sales/money.rules.ts'

type Props = { search: InvoiceSearch; onChange: (next: InvoiceSearch) => void }

const dropped = (search: InvoiceSearch, ...names: (keyof InvoiceSearch)[]): InvoiceSearch =>
  Object.fromEntries(Object.entries(search).filter(([name]) => !names.includes(name as keyof InvoiceSearch)))

/** Returns the fields that are not empty. */
const set = (fields: Record<string, string>): InvoiceSearch =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value))

/** Filters the list by number, status, day, amount and till. */
export const InvoiceFilters = ({ search, onChange }: Props) => {
  const text = useText()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { number = '', status, from, to, minTotal, maxTotal, sessionId, clientId } = search
  const onNumber = useCallback(
    (typed: string) => {
      const { number: _, ...rest } = search
      onChange({ ...rest, ...(typed.trim() && { number: typed.trim() }) })
    },
    [search, onChange],
  )
  const without = (...names: (keyof InvoiceSearch)[]): void => onChange(dropped(search, ...names))
  const hasAmounts = Boolean(minTotal || maxTotal)
  const amounts = [minTotal, maxTotal].map((amount) => amount && format.amount(toNumber(amount)))
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
      {!hasAmounts && <FilterButton label={text('invoices.amount')} onClick={() => setOpen(true)} />}
      {hasAmounts && (
        <FilterChip
          label={text('invoices.amounts', { from: amounts[0] || '…', to: amounts[1] || '…' })}
          name={text('invoices.amount')}
          onOpen={() => setOpen(true)}
          onRemove={() => without('minTotal', 'maxTotal')}
        />
      )}
      {sessionId && <FilterChip label={text('invoices.ofTill')} onRemove={() => without('sessionId')} />}
      {clientId && <FilterChip label={text('invoices.ofClient')} onRemove={() => without('clientId')} />}
      {isOpen && (
        <AmountDialog
          search={search}
          onClose={() => setOpen(false)}
          onChange={(next) => {
            onChange(next)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}

const AmountDialog = ({ search, onChange, onClose }: Props & { onClose: () => void }) => {
  const text = useText()
  const format = useFormat()
  const form = useForm({
    initial: {
      minTotal: search.minTotal ?? '',
      maxTotal: search.maxTotal ?? '',
    },
    check: ({ minTotal, maxTotal }) => ({
      ...(minTotal && Number.isNaN(toNumber(minTotal)) && { minTotal: text('till.amountInvalid') }),
      ...(maxTotal && Number.isNaN(toNumber(maxTotal)) && { maxTotal: text('till.amountInvalid') }),
    }),
    submit: async (fields) => {
      onChange({ ...dropped(search, 'minTotal', 'maxTotal'), ...set(fields) })
    },
  })
  return (
    <Dialog title={text('invoices.amount')} onClose={onClose}>
      <Form form={form} label={text('invoices.amount')}>
        <FormRow>
          <TextField
            label={text('invoices.minTotal', { currency: format.currency() })}
            inputMode="decimal"
            isOptional
            {...form.field('minTotal')}
          />
          <TextField
            label={text('invoices.maxTotal', { currency: format.currency() })}
            inputMode="decimal"
            isOptional
            {...form.field('maxTotal')}
          />
        </FormRow>
        <DialogActions>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary">
            {text('filter.apply')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
