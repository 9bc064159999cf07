import { defineEvent } from '@wp/bus'
import { fromMinor, IdString, iso, Timestamp } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { InvoiceReference, Refund } from './invoice.contract.ts'
import { toReferenceKey } from './invoice.store.ts'
import type { StoredInvoice, StoredRefund } from './invoice.types.ts'
import { toRefund } from './invoice.view.ts'

/** The whole of an invoice as others need it; a smaller version is older news. */
const InvoiceState = z.object({
  id: IdString,
  version: z.int(),
  number: z.int().nullable(),
  status: z.string(),
  clientId: IdString.nullable(),
  currencyCode: z.string(),
  subtotal: z.number(),
  total: z.number(),
  /** What it is for, when another service had it made: a session or a lab test. */
  reference: InvoiceReference.nullable(),
  finalizedAt: Timestamp.nullable(),
  createdAt: Timestamp,
})

export const InvoiceChanged = defineEvent({
  type: 'wp.pos.invoice.changed.v1',
  summary: 'An invoice was made, or its lines, total, number or status changed',
  data: z.object({ invoice: InvoiceState }),
})

export const InvoiceFinalized = defineEvent({
  type: 'wp.pos.invoice.finalized.v1',
  summary: 'An invoice is final: it has its number, and its total is income',
  data: z.object({ invoice: InvoiceState }),
})

export const InvoiceRefunded = defineEvent({
  type: 'wp.pos.invoice.refunded.v1',
  summary: 'A part or all of what was paid was given back: an expense, one for each refund',
  data: z.object({ invoice: InvoiceState, refund: Refund }),
})

export const InvoiceVoided = defineEvent({
  type: 'wp.pos.invoice.voided.v1',
  summary: 'An invoice was given up; its session or lab test may have another',
  data: z.object({
    invoice: InvoiceState,
    amount: z
      .number()
      .describe('What the income is less by: the total less what was refunded; 0 for one that was a draft'),
    voidedAt: Timestamp,
  }),
})

const toInvoiceState = (stored: StoredInvoice) => ({
  id: stored.id,
  version: stored.version,
  number: stored.number,
  status: stored.status,
  clientId: stored.clientId,
  currencyCode: stored.currencyCode,
  subtotal: fromMinor(stored.subtotalMinor, stored.currencyCode),
  total: fromMinor(stored.totalMinor, stored.currencyCode),
  reference: stored.reference,
  finalizedAt: stored.finalizedAt && iso(stored.finalizedAt),
  createdAt: iso(stored.createdAt),
})

/** Events of all invoices of one reference stay in order. */
const toMessage = <Data extends object>(stored: StoredInvoice, data: Data) => ({
  workspaceId: stored.workspaceId,
  data: { invoice: toInvoiceState(stored), ...data },
  aggregate: stored.reference ? toReferenceKey(stored.reference) : `invoice:${stored.id}`,
})

export const publishInvoiceChanged = (tx: Tx, stored: StoredInvoice): void =>
  tx.publish(InvoiceChanged, toMessage(stored, {}))

export const publishInvoiceFinalized = (tx: Tx, stored: StoredInvoice): void => {
  publishInvoiceChanged(tx, stored)
  tx.publish(InvoiceFinalized, toMessage(stored, {}))
}

export const publishInvoiceRefunded = (tx: Tx, stored: StoredInvoice, refund: StoredRefund): void => {
  publishInvoiceChanged(tx, stored)
  tx.publish(InvoiceRefunded, toMessage(stored, { refund: toRefund(refund, stored.currencyCode) }))
}

export const publishInvoiceVoided = (
  tx: Tx,
  stored: StoredInvoice,
  amountMinor: number,
  voidedAt: Date,
): void => {
  publishInvoiceChanged(tx, stored)
  const amount = fromMinor(amountMinor, stored.currencyCode)
  tx.publish(InvoiceVoided, toMessage(stored, { amount, voidedAt: iso(voidedAt) }))
}
