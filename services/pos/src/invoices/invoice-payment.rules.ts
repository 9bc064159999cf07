import { invalid } from '@wp/kernel'
import type { InvoiceStatus } from './invoice.contract.ts'
import { checkDraft } from './invoice.rules.ts'
import type { StoredInvoice } from './invoice.types.ts'

const maxPayments = 200

type Method = 'cash' | 'card' | 'transfer'
type Paid = Pick<StoredInvoice, 'status' | 'totalMinor' | 'paidMinor' | 'refundedMinor'>

/**
 * Returns the amount due of a finalized invoice, 0 for other invoices. A refund does not increase it: the
 * refund is booked as an expense, so the payments must add up to the total.
 */
export const dueMinor = ({ status, totalMinor, paidMinor }: Paid): number =>
  status === 'finalized' ? Math.max(totalMinor - paidMinor, 0) : 0

/** Returns the invoice's fields after a payment. Only cash may exceed the amount due; the rest is change. */
export const applyPayment = (
  invoice: Paid & Pick<StoredInvoice, 'payments'>,
  method: Method,
  amountMinor: number,
): { changeMinor: number; paidMinor: number; status: InvoiceStatus } => {
  if (invoice.status !== 'finalized')
    throw invalid('status', `must be finalized to accept a payment, but is ${invoice.status}`)
  if (invoice.payments.length >= maxPayments)
    throw invalid('payments', `must contain at most ${maxPayments} entries per invoice`)
  const due = dueMinor(invoice)
  const changeMinor = Math.max(amountMinor - due, 0)
  if (changeMinor > 0 && method !== 'cash')
    throw invalid('amount', `must be at most the amount due for ${method} payments; only cash gives change`)
  const paidMinor = invoice.paidMinor + amountMinor - changeMinor
  return { changeMinor, paidMinor, status: amountMinor >= due ? 'paid' : 'finalized' }
}

/** Returns the invoice's fields after a refund. All refunds together cannot exceed the payments. */
export const applyRefund = (
  invoice: Paid & Pick<StoredInvoice, 'refunds'>,
  amountMinor: number,
): { refundedMinor: number; status: InvoiceStatus } => {
  if (invoice.status !== 'finalized' && invoice.status !== 'paid')
    throw invalid('status', `must be finalized or paid to accept a refund, but is ${invoice.status}`)
  if (invoice.refunds.length >= maxPayments)
    throw invalid('refunds', `must contain at most ${maxPayments} entries per invoice`)
  const refundedMinor = invoice.refundedMinor + amountMinor
  if (refundedMinor > invoice.paidMinor)
    throw invalid('amount', 'must be at most the amount paid minus refunds')
  const isFullRefund = invoice.status === 'paid' && refundedMinor === invoice.paidMinor
  return { refundedMinor, status: isFullRefund ? 'refunded' : invoice.status }
}

/** Throws if the invoice is being finalized, is already void or refunded, or has payments that were not refunded. */
export const checkVoidable = (invoice: Paid & Pick<StoredInvoice, 'stockStep'>): void => {
  if (invoice.status === 'draft') return checkDraft(invoice)
  if (invoice.status === 'void' || invoice.status === 'refunded')
    throw invalid('status', `must be draft, finalized or paid to void the invoice, but is ${invoice.status}`)
  if (invoice.paidMinor > invoice.refundedMinor)
    throw invalid('status', 'must be unpaid to void the invoice; refund the payments first')
}

/** Returns the income that voiding an invoice reverses: the total minus refunds, or 0 for a draft. */
export const toVoidedMinor = ({ status, totalMinor, refundedMinor }: Paid): number =>
  status === 'draft' ? 0 : Math.max(totalMinor - refundedMinor, 0)

/** Returns how a payment or refund changes the cash in the drawer. */
export const toCashMinor = (method: Method, minor: number): number => (method === 'cash' ? minor : 0)
