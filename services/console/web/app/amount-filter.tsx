import { useState } from 'react'
import { useFormat } from '../i18n/format.ts'
import { useText } from '../i18n/language.ts'
import { inLatinNumber, toNumber } from '../i18n/number.rules.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { FilterButton, FilterChip } from '../ui/filter-select.tsx'
import { Form, FormRow } from '../ui/form.tsx'
import { useForm } from '../ui/use-form.ts'

type Amounts = { minTotal: string; maxTotal: string }
type Props = {
  minTotal: string | undefined
  maxTotal: string | undefined
  onChange: (amounts: Amounts) => void
}

/** Narrows a list to totals: a chip that opens a dialog. Empty texts remove the filter. */
export const AmountFilter = ({ minTotal = '', maxTotal = '', onChange }: Props) => {
  const text = useText()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const shown = (amount: string): string => (amount === '' ? '…' : format.amount(toNumber(amount)))
  const name = text('filter.amount')
  return (
    <>
      {minTotal || maxTotal ? (
        <FilterChip
          label={text('filter.amounts', { from: shown(minTotal), to: shown(maxTotal) })}
          name={name}
          onOpen={() => setOpen(true)}
          onRemove={() => onChange({ minTotal: '', maxTotal: '' })}
        />
      ) : (
        <FilterButton label={name} onClick={() => setOpen(true)} />
      )}
      {isOpen && (
        <AmountDialog
          initial={{ minTotal, maxTotal }}
          onClose={() => setOpen(false)}
          onChosen={(amounts) => {
            setOpen(false)
            onChange(amounts)
          }}
        />
      )}
    </>
  )
}

type DialogProps = { initial: Amounts; onChosen: (amounts: Amounts) => void; onClose: () => void }

const AmountDialog = ({ initial, onChosen, onClose }: DialogProps) => {
  const text = useText()
  const format = useFormat()
  const isWrong = (typed: string): boolean => typed.trim() !== '' && !(toNumber(typed) >= 0)
  const form = useForm({
    initial,
    check: ({ minTotal, maxTotal }) => ({
      ...(isWrong(minTotal) && { minTotal: text('filter.amountInvalid') }),
      ...(isWrong(maxTotal)
        ? { maxTotal: text('filter.amountInvalid') }
        : toNumber(maxTotal) < toNumber(minTotal) && { maxTotal: text('filter.amountOrder') }),
    }),
    submit: async ({ minTotal, maxTotal }) =>
      onChosen({ minTotal: inLatinNumber(minTotal), maxTotal: inLatinNumber(maxTotal) }),
  })
  return (
    <Dialog title={text('filter.amount')} onClose={onClose}>
      <Form form={form} label={text('filter.amount')}>
        <FormRow>
          <TextField
            label={text('filter.minTotal', { currency: format.currency() })}
            inputMode="decimal"
            isOptional
            {...form.field('minTotal')}
          />
          <TextField
            label={text('filter.maxTotal', { currency: format.currency() })}
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
