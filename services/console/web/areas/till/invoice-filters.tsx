import { useCallback, useState } from 'react'
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
  const without = (...names: (keyof InvoiceSearch)[]): void =>
    onChange(
      Object.fromEntries(
        Object.entries(search).filter(([name]) => !names.includes(name as keyof InvoiceSearch)),
      ),
    )
  const days = [from && format.date(from), to && format.date(to)]
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
      <FilterButton label={text('invoices.moreFilters')} onClick={() => setOpen(true)} />
      {(from || to) && (
        <FilterChip
          label={text('invoices.days', { from: days[0] || '…', to: days[1] || '…' })}
          name={text('invoices.moreFilters')}
          onOpen={() => setOpen(true)}
          onRemove={() => without('from', 'to')}
        />
      )}
      {(minTotal || maxTotal) && (
        <FilterChip
          label={text('invoices.amounts', { from: amounts[0] || '…', to: amounts[1] || '…' })}
          name={text('invoices.moreFilters')}
          onOpen={() => setOpen(true)}
          onRemove={() => without('minTotal', 'maxTotal')}
        />
      )}
      {sessionId && <FilterChip label={text('invoices.ofTill')} onRemove={() => without('sessionId')} />}
      {clientId && <FilterChip label={text('invoices.ofClient')} onRemove={() => without('clientId')} />}
      {isOpen && (
        <MoreFilters
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

const MoreFilters = ({ search, onChange, onClose }: Props & { onClose: () => void }) => {
  const text = useText()
  const { currencyCode } = useFormat()
  const form = useForm({
    initial: {
      from: search.from ?? '',
      to: search.to ?? '',
      minTotal: search.minTotal ?? '',
      maxTotal: search.maxTotal ?? '',
    },
    check: ({ minTotal, maxTotal }) => ({
      ...(minTotal && Number.isNaN(toNumber(minTotal)) && { minTotal: text('till.amountInvalid') }),
      ...(maxTotal && Number.isNaN(toNumber(maxTotal)) && { maxTotal: text('till.amountInvalid') }),
    }),
    submit: async (fields) => {
      const { from: _1, to: _2, minTotal: _3, maxTotal: _4, ...rest } = search
      onChange({ ...rest, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) })
    },
  })
  return (
    <Dialog title={text('invoices.moreFilters')} onClose={onClose}>
      <Form form={form} label={text('invoices.moreFilters')}>
        <FormRow>
          <TextField label={text('invoices.from')} type="date" isOptional {...form.field('from')} />
          <TextField label={text('invoices.to')} type="date" isOptional {...form.field('to')} />
        </FormRow>
        <FormRow>
          <TextField
            label={text('invoices.minTotal', { currency: currencyCode })}
            inputMode="decimal"
            isOptional
            {...form.field('minTotal')}
          />
          <TextField
            label={text('invoices.maxTotal', { currency: currencyCode })}
            inputMode="decimal"
            isOptional
            {...form.field('maxTotal')}
          />
        </FormRow>
        <DialogActions>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary">
            {text('invoices.apply')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
