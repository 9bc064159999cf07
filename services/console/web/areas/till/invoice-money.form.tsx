import type { PosInvoice } from '@workspace-platform/client/pos'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useForm } from '../../ui/use-form.ts'
import { dueOf, refundableOf } from './invoice.rules.ts'
import { payInvoice, refundInvoice, reloadInvoices } from './invoices.queries.ts'
import { isAmount, toNumber } from '../../app/sales/money.rules.ts'
import { ownerOf } from '../../app/sales/pending-sales.ts'
import type { PaymentMethod } from '../../app/sales/sale.rules.ts'
import { useOpenTills } from './till.queries.ts'

type Props = { kind: 'pay' | 'refund'; invoice: PosInvoice; onClose: () => void }

/** Takes or refunds a payment for an invoice at an open till. */
export const InvoiceMoneyForm = (props: Props) => {
  const text = useText()
  const member = useMember()
  const seesTills = may(member, 'pos.sessions.manage')
  const title = text(props.kind === 'pay' ? 'invoice.pay' : 'invoice.refund')
  return (
    <Dialog title={title} onClose={props.onClose}>
      {seesTills ? <WithTills {...props} /> : <MoneyForm {...props} tills={[]} />}
    </Dialog>
  )
}

const WithTills = (props: Props) => {
  const text = useText()
  const { data } = useOpenTills(ownerOf(useMember()))
  const tills = data?.filter(({ currencyCode }) => currencyCode === props.invoice.currencyCode)
  if (!tills) return <DialogText>{text('state.loading')}</DialogText>
  if (tills.length === 0)
    return (
      <>
        <Notice tone="warn">{text('invoice.needsTill')}</Notice>
        <DialogActions>
          <Button onClick={props.onClose}>{text('action.close')}</Button>
        </DialogActions>
      </>
    )
  return <MoneyForm {...props} tills={tills} />
}

const MoneyForm = ({
  kind,
  invoice,
  onClose,
  tills,
}: Props & { tills: { id: string; register: string }[] }) => {
  const text = useText()
  const format = useFormat()
  const { currencyCode } = invoice
  const most = kind === 'pay' ? dueOf(invoice) : refundableOf(invoice)
  const own = tills.find(({ id }) => id === invoice.sessionId) ?? tills[0]
  const form = useForm({
    initial: {
      method: invoice.payments[0]?.method ?? ('cash' as PaymentMethod),
      amount: String(most),
      reason: '',
      sessionId: own?.id ?? '',
    },
    check: ({ method, amount, reason }) => {
      const given = toNumber(amount)
      const isTooMuch = given > most && (kind === 'refund' || method !== 'cash')
      return {
        ...(!(isAmount(given, currencyCode) && given > 0) && { amount: text('till.amountInvalid') }),
        ...(isTooMuch && { amount: text('invoice.atMost', { amount: format.money(most, currencyCode) }) }),
        ...(kind === 'refund' && reason.trim() === '' && { reason: text('form.required') }),
      }
    },
    submit: async ({ method, amount, reason, sessionId }, idempotencyKey) => {
      const params = { invoiceId: invoice.id }
      const body = { method, amount: toNumber(amount), ...(sessionId && { sessionId }) }
      if (kind === 'pay') {
        const { payment } = await payInvoice({ params, body, idempotencyKey })
        showToast(
          payment.change > 0
            ? text('till.changeDue', { amount: format.money(payment.change, currencyCode) })
            : text('invoice.paymentTaken'),
        )
      } else {
        await refundInvoice({ params, body: { ...body, reason: reason.trim() }, idempotencyKey })
        showToast(text('invoice.refundDone'))
      }
      onClose()
      await reloadInvoices()
    },
  })
  return (
    <Form form={form} label={text(kind === 'pay' ? 'invoice.pay' : 'invoice.refund')}>
      <DialogText>
        {text(kind === 'pay' ? 'invoice.payText' : 'invoice.refundText', {
          amount: format.money(most, currencyCode),
        })}
      </DialogText>
      <Segmented
        label={text('till.method')}
        value={form.values.method}
        options={(['cash', 'card', 'transfer'] as const).map((value) => ({
          value,
          label: text(`till.method.${value}`),
        }))}
        onChange={(method) => form.change('method', method)}
      />
      <TextField
        label={text('till.amount')}
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        {...form.field('amount')}
      />
      {kind === 'refund' && (
        <TextField label={text('till.reason')} maxLength={200} {...form.field('reason')} />
      )}
      {tills.length > 1 && (
        <Select
          label={text('area.till')}
          choices={tills.map(({ id, register }) => ({ value: id, label: register }))}
          {...form.field('sessionId')}
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>{text('action.cancel')}</Button>
        <Button type="submit" kind={kind === 'refund' ? 'danger' : 'primary'} isBusy={form.isBusy}>
          {text(kind === 'pay' ? 'invoice.pay' : 'invoice.refund')}
        </Button>
      </DialogActions>
    </Form>
  )
}
