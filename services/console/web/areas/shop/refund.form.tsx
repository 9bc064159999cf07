import type { Order } from '@workspace-platform/client/storefront'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../ui/dialog.tsx'
import { Checkbox, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import {
  leftOf,
  refundAmount,
  refundModes,
  refundProblem,
  toRefundBody,
  toRefundFields,
} from './order.rules.ts'
import type { RefundFields, RefundMode } from './order.rules.ts'
import styles from './shop.module.css'
import { reloadOrders, reloadProducts, shopCalls } from './shop.queries.ts'

/** Refunds the rest of an order, some of its items or an amount, and asks whether items return to stock. */
export const RefundDialog = ({ order, onClose }: { order: Order; onClose: () => void }) => {
  const text = useText()
  const format = useFormat()
  const { currencyCode } = order
  const left = leftOf(order)
  const money = (amount: number): string => format.money(amount, currencyCode)
  const form = useForm<RefundFields>({
    initial: toRefundFields(order),
    check: (fields) => {
      const found = refundProblem(fields, order)
      if (!found) return {}
      const most = left.items.find(({ id }) => id === found.field)?.left ?? 0
      return {
        [found.field]: text(`shop.refundProblem.${found.problem}`, {
          amount: money(left.amount),
          quantity: format.number(most),
        }),
      }
    },
    submit: async (fields, idempotencyKey) => {
      await shopCalls.refundOrder({
        params: { orderId: order.id },
        body: toRefundBody(fields, order),
        idempotencyKey,
      })
      await Promise.all([reloadOrders(), reloadProducts()])
    },
    onSaved: () => {
      onClose()
      showToast(text('shop.refundDone'))
    },
  })
  const { values, change } = form
  const amount = refundAmount(values, order)
  return (
    <Dialog title={text('shop.refund')} onClose={onClose}>
      <Form form={form} label={text('shop.refund')}>
        <DialogText>{text('shop.refundText', { amount: money(left.amount) })}</DialogText>
        <Segmented
          label={text('shop.refundMode')}
          value={values.mode as RefundMode}
          options={refundModes
            .filter((mode) => mode !== 'items' || left.items.length > 0)
            .map((value) => ({ value, label: text(`shop.refundMode.${value}`) }))}
          onChange={(mode) => change('mode', mode)}
        />
        {values.mode === 'amount' && (
          <TextField
            label={text('shop.amount')}
            inputMode="decimal"
            autoComplete="off"
            autoFocus
            {...form.field('amount')}
          />
        )}
        {values.mode === 'items' && (
          <div className={styles['quantities']}>
            {left.items.map(({ id, name, left: most, unitPrice }) => (
              <TextField
                key={id}
                label={name}
                hint={text('shop.quantityHint', { most: format.number(most), price: money(unitPrice) })}
                inputMode="numeric"
                autoComplete="off"
                {...form.field(id)}
              />
            ))}
          </div>
        )}
        {values.mode !== 'amount' && left.items.length > 0 && (
          <Checkbox
            label={text('shop.restock')}
            checked={values.restock === 'yes'}
            onChange={({ target }) => change('restock', target.checked ? 'yes' : '')}
          />
        )}
        <TextField label={text('shop.reason')} isOptional maxLength={2000} {...form.field('reason')} />
        <DialogActions>
          <Button onClick={onClose}>{text('action.cancel')}</Button>
          <Button type="submit" kind="danger" isBusy={form.isBusy}>
            {amount > 0 ? text('shop.refundAmount', { amount: money(amount) }) : text('shop.refund')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
