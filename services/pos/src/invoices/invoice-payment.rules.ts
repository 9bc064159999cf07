import { invalid } from '@wp/kernel'
import type { InvoiceStatus } from './invoice.contract.ts'
import { checkDraft } from './invoice.rules.ts'
import type { StoredInvoice } from './invoice.types.ts'

const maxPayments = 200

type Method = 'cash' | 'card' | 'transfer'
type Paid = Pick<StoredInvoice, 'status' | 'totalMinor' | 'paidMinor' | 'refundedMinor'>

/** What is still to be paid: refunds are owed again while the invoice is not paid whole. */
export const dueMinor = ({ totalMinor, paidMinor, refundedMinor }: Paid): number =>
  totalMinor - paidMinor + refundedMinor

/** What a payment makes of the invoice: change of what cash goes beyond the rest; any other method must not. */
export const applyPayment = (
  invoice: Paid & Pick<StoredInvoice, 'payments'>,
  method: Method,
  amountMinor: number,
): { changeMinor: number; paidMinor: number; status: InvoiceStatus } => {
  if (invoice.status !== 'finalized')
    throw invalid('status', `is ${invoice.status}: only a finalized invoice that is not paid takes payments`)
  if (invoice.payments.length >= maxPayments)
    throw invalid('payments', `are at most ${maxPayments} on one invoice`)
  const due = dueMinor(invoice)
  const changeMinor = Math.max(amountMinor - due, 0)
  if (changeMinor > 0 && method !== 'cash')
    throw invalid(
      'amount',
      `is more than what is left to pay; only cash gives change, ${method} does not: lower it`,
    )
  const paidMinor = invoice.paidMinor + amountMinor - changeMinor
  return { changeMinor, paidMinor, status: amountMinor >= due ? 'paid' : 'finalized' }
}

/** What a refund makes of the invoice; together they never exceed what was paid. */
export const applyRefund = (
  invoice: Paid & Pick<StoredInvoice, 'refunds'>,
  amountMinor: number,
): { refundedMinor: number; status: InvoiceStatus } => {
  if (invoice.status !== 'finalized' && invoice.status !== 'paid')
    throw invalid('status', `is ${invoice.status}: there is nothing to refund`)
  if (invoice.refunds.length >= maxPayments)
    throw invalid('refunds', `are at most ${maxPayments} on one invoice`)
  const refundedMinor = invoice.refundedMinor + amountMinor
  if (refundedMinor > invoice.paidMinor)
    throw invalid('amount', 'is more than what was paid and not refunded: lower it')
  const isWhole = invoice.status === 'paid' && refundedMinor === invoice.paidMinor
  return { refundedMinor, status: isWhole ? 'refunded' : invoice.status }
}

/** Refuses to void what has been paid and not given back. */
export const checkVoidable = (invoice: Paid & Pick<StoredInvoice, 'stockStep'>): void => {
  if (invoice.status === 'draft') return checkDraft(invoice)
  if (invoice.status === 'void' || invoice.status === 'refunded')
    throw invalid('status', `is ${invoice.status} already: there is nothing left to void`)
  if (invoice.paidMinor > invoice.refundedMinor)
    throw invalid('status', 'is paid in part or whole: refund it first')
}

/** What the void of a finalized invoice takes back: the whole, less what refunds have taken back already. */
export const toVoidedMinor = ({ status, totalMinor, refundedMinor }: Paid): number =>
  status === 'draft' ? 0 : Math.max(totalMinor - refundedMinor, 0)

/** What a payment or refund changes in the drawer of its till. */
export const toCashMinor = (method: Method, minor: number): number => (method === 'cash' ? minor : 0)
