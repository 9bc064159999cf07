import { invalid, newId, takenTaxLines, toMinor } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { PosDeps } from '../deps.ts'
import { negative } from '../taxes/tax.rules.ts'
import { moveCash } from '../till-sessions/till-session.actions.ts'
import type { NewPayment, NewRefund } from './invoice-payment.contract.ts'
import { applyPayment, applyRefund, toCashMinor } from './invoice-payment.rules.ts'
import { publishInvoiceChanged, publishInvoiceRefunded } from './invoice.events.ts'
import { releaseAfterCommit, startRelease } from './invoice-finalization.actions.ts'
import type { StockDeps } from './invoice-finalization.actions.ts'
import { toInvoiceTaxes } from './invoice.rules.ts'
import type { StoredInvoice, StoredPayment, StoredRefund } from './invoice.types.ts'

type PaymentDeps = StockDeps & Pick<PosDeps, 'tillSessions'>

/** Records a payment at an open till. The invoice becomes paid when the payments reach its total. */
export const payInvoice = (
  deps: PaymentDeps,
  workspaceId: Id,
  invoiceId: Id,
  { method, amount, sessionId }: NewPayment,
  createdBy: Id,
): Promise<{ invoice: StoredInvoice; payment: StoredPayment }> =>
  deps.db.transaction(async (tx) => {
    const invoice = await deps.invoices.get(workspaceId, invoiceId)
    const amountMinor = toMinor(amount, invoice.currencyCode)
    const { changeMinor, ...paid } = applyPayment(invoice, method, amountMinor)
    const till = toTill(invoice, sessionId)
    await moveCash(deps, invoice, till, toCashMinor(method, amountMinor - changeMinor))
    const made = { id: newId(), method, sessionId: till, createdBy, createdAt: deps.clock.now() }
    const payment = { ...made, amountMinor, changeMinor }
    const changed = await deps.invoices.change(invoice, { ...paid, payments: [...invoice.payments, payment] })
    publishInvoiceChanged(tx, changed.status === 'paid' ? 'paid' : 'updated', changed)
    return { invoice: changed, payment }
  })

/** Records a refund from an open till; the full refund of a paid invoice releases the stock. */
export const refundInvoice = (
  deps: PaymentDeps,
  workspaceId: Id,
  invoiceId: Id,
  { method, amount, reason, sessionId }: NewRefund,
  createdBy: Id,
): Promise<{ invoice: StoredInvoice; refund: StoredRefund }> =>
  deps.db.transaction(async (tx) => {
    const invoice = await deps.invoices.get(workspaceId, invoiceId)
    const amountMinor = toMinor(amount, invoice.currencyCode)
    const refunded = applyRefund(invoice, amountMinor)
    const till = toTill(invoice, sessionId)
    await moveCash(deps, invoice, till, toCashMinor(method, -amountMinor))
    const refund = {
      id: newId(),
      method,
      amountMinor,
      reason,
      sessionId: till,
      createdBy,
      createdAt: deps.clock.now(),
    }
    const changed = await deps.invoices.change(invoice, {
      ...refunded,
      refunds: [...invoice.refunds, refund],
      ...(refunded.status === 'refunded' && startRelease(deps, invoice)),
    })
    const taken = takenTaxLines(toInvoiceTaxes(invoice), invoice.refundedMinor, amountMinor)
    await deps.taxEntries.insertOfInvoice(invoice, refund.createdAt, negative(taken))
    publishInvoiceRefunded(tx, changed, refund, taken)
    releaseAfterCommit(deps, tx, changed)
    return { invoice: changed, refund }
  })

const toTill = (invoice: StoredInvoice, sessionId: Id | undefined): Id => {
  const till = sessionId ?? invoice.sessionId
  if (till === null) throw invalid('sessionId', 'is required because this invoice was not created at a till')
  return till
}
