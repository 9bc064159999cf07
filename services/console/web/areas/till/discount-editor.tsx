import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useForm } from '../../ui/use-form.ts'
import type { Discount } from '../../app/sales/basket.rules.ts'
import { isAmount, toNumber } from '../../app/sales/money.rules.ts'

type Props = {
  currencyCode: string
  /** Adds the discount to the basket or an invoice; errors are shown in the form. */
  onSave: (discount: Discount, idempotencyKey: string) => Promise<void> | void
  onClose: () => void
}

/** Adds a discount after the existing ones. */
export const DiscountEditor = ({ currencyCode, onSave, onClose }: Props) => {
  const text = useText()
  const format = useFormat()
  const form = useForm({
    initial: { kind: 'percentage' as Discount['kind'], value: '', reason: text('till.discountReason') },
    check: ({ kind, value, reason }) => {
      const given = toNumber(value)
      const isValid = kind === 'fixed' ? isAmount(given, currencyCode) : given <= 100
      return {
        ...(!(isValid && given > 0) && {
          value: text(kind === 'fixed' ? 'till.amountInvalid' : 'till.percentInvalid'),
        }),
        ...(reason.trim() === '' && { reason: text('form.required') }),
      }
    },
    submit: async ({ kind, value, reason }, idempotencyKey) => {
      const discount = { kind, value: toNumber(value), reason: reason.trim(), source: 'manual' as const }
      await onSave(discount, idempotencyKey)
      onClose()
    },
  })
  const { kind } = form.values
  return (
    <Dialog title={text('till.addDiscount')} onClose={onClose}>
      <Form form={form} label={text('till.addDiscount')}>
        <Segmented
          label={text('till.discountKind')}
          value={kind}
          options={[
            { value: 'percentage', label: text('till.percentage') },
            { value: 'fixed', label: text('till.fixed', { currency: format.currency(currencyCode) }) },
          ]}
          onChange={(next) => form.change('kind', next)}
        />
        <TextField
          label={text(kind === 'fixed' ? 'till.amount' : 'till.percent')}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          {...form.field('value')}
        />
        <TextField label={text('till.reason')} maxLength={200} {...form.field('reason')} />
        <DialogActions>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {text('till.add')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
