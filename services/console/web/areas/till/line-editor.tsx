import { useMember } from '../../app/session.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form, FormRow } from '../../ui/form.tsx'
import { newKey } from '../../ui/intent.ts'
import { useForm } from '../../ui/use-form.ts'
import { taxOf } from '../../app/sales/basket.rules.ts'
import type { Line, Offer } from '../../app/sales/basket.rules.ts'
import { toNumber } from '../../app/sales/money.rules.ts'

type Props = {
  line?: Line
  offer?: Offer
  /** Puts the line into the basket or on an invoice; errors are shown in the form. */
  onSave: (line: Line, idempotencyKey: string) => Promise<void> | void
  onClose: () => void
}

/** Represents the tax rate of the product or service. */
const usual = 'usual'

const isPrice = (price: number): boolean => price >= 0 && price <= 1_000_000_000

/** Changes quantity, price and tax of a line, or adds a custom item or one without a price. */
export const LineEditor = ({ line, offer, onSave, onClose }: Props) => {
  const text = useText()
  const format = useFormat()
  const { currencyCode } = format
  const { workspace } = useMember()
  const rates = workspace?.taxRates ?? []
  const isProduct = (line?.productId ?? null) !== null
  const isCustom = line ? line.productId === null && line.serviceId === null : !offer
  const name = line?.name ?? offer?.name ?? ''
  const form = useForm({
    initial: {
      name,
      quantity: String(line?.quantity ?? 1),
      unitPrice: line ? String(line.unitPrice) : '',
      taxRateId: line?.taxRateId === undefined ? (isCustom ? '' : usual) : (line.taxRateId ?? ''),
    },
    check: (fields) => {
      const [quantity, unitPrice] = [toNumber(fields.quantity), toNumber(fields.unitPrice)]
      const isQuantity = quantity > 0 && quantity <= 1_000_000 && (!isProduct || Number.isInteger(quantity))
      return {
        ...(fields.name.trim() === '' && { name: text('form.required') }),
        ...(!isQuantity && { quantity: text(isProduct ? 'till.wholeNumber' : 'till.amountInvalid') }),
        ...(!isPrice(unitPrice) && { unitPrice: text('till.amountInvalid') }),
      }
    },
    submit: async (fields, idempotencyKey) => {
      const usualTax = line?.usualTax ?? taxOf(rates, offer?.taxRateId ?? null)
      const changed: Line = {
        key: line?.key ?? newKey(),
        productId: line?.productId ?? null,
        variantId: line?.variantId ?? null,
        serviceId: line?.serviceId ?? offer?.id ?? null,
        name: fields.name.trim(),
        quantity: toNumber(fields.quantity),
        unitPrice: toNumber(fields.unitPrice),
        usualTax,
        ...(fields.taxRateId === usual
          ? { tax: usualTax }
          : { taxRateId: fields.taxRateId || null, tax: taxOf(rates, fields.taxRateId) }),
      }
      await onSave(changed, idempotencyKey)
      onClose()
    },
  })
  const title = line || offer ? name : text('till.customItem')
  return (
    <Dialog title={title} onClose={onClose}>
      <Form form={form} label={title}>
        {isCustom && (
          <TextField label={text('till.itemName')} maxLength={200} autoFocus {...form.field('name')} />
        )}
        <FormRow>
          <TextField
            label={text('till.quantity')}
            inputMode="decimal"
            autoComplete="off"
            {...form.field('quantity')}
          />
          <TextField
            label={text('till.unitPrice', { currency: format.currency(currencyCode) })}
            inputMode="decimal"
            autoComplete="off"
            autoFocus={!isCustom}
            {...form.field('unitPrice')}
          />
        </FormRow>
        {rates.some(({ isActive }) => isActive) && (
          <Select
            label={text('till.tax')}
            choices={[
              ...(isCustom ? [] : [{ value: usual, label: text('till.usualTax') }]),
              { value: '', label: text('till.noTax') },
              ...rates
                .filter(({ isActive }) => isActive)
                .map(({ id, name: rate, percentage }) => ({
                  value: id,
                  label: `${rate} ${format.percent(percentage / 100)}`,
                })),
            ]}
            {...form.field('taxRateId')}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="primary" isBusy={form.isBusy}>
            {text(line ? 'action.save' : 'till.addItem')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
