import { defineAuditEvent, defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { fromMinor, IdString, iso, newId, Timestamp } from '@wp/kernel'
import type { Id, TaxLine as MinorTaxLine } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { defineCustomerMessage, requestCustomerMessage, TaxLine, toTaxes } from '@wp/workspaces'
import { z } from 'zod'
import { Invoice, InvoiceItem, InvoiceReference, Refund } from './invoice.contract.ts'
import { toInvoiceTaxes } from './invoice.rules.ts'
import type { StoredInvoice, StoredRefund } from './invoice.types.ts'
import { dueMinor } from './invoice-payment.rules.ts'
import { toInvoice, toRefund } from './invoice.view.ts'

/** An invoice's state for other services, which ignore versions older than the one they have stored. */
const InvoiceState = z.object({
  id: IdString,
  version: z.int(),
  number: z.int().nullable(),
  status: z.string(),
  clientId: IdString.nullable(),
  currencyCode: z.string(),
  subtotal: z.number(),
  total: z.number(),
  /** The session or lab test that the invoice is for. */
  reference: InvoiceReference.nullable(),
  finalizedAt: Timestamp.nullable(),
  createdAt: Timestamp,
})

export const InvoiceChanged = defineEvent({
  type: 'wp.pos.invoice.changed.v1',
  summary: 'An invoice of a session or lab test was created, or its lines, total, number or status changed',
  data: z.object({ invoice: InvoiceState }),
})

/** Missing in events from older versions. */
const Taxes = z.array(TaxLine).optional()

export const InvoiceFinalized = defineEvent({
  type: 'wp.pos.invoice.finalized.v1',
  summary: 'An invoice was finalized: it has a number, and its total counts as income',
  data: z.object({
    invoice: InvoiceState,
    taxes: Taxes.describe('The taxes that the total contains, by rate'),
  }),
})

export const InvoiceRefunded = defineEvent({
  type: 'wp.pos.invoice.refunded.v1',
  summary: 'All or part of a payment was refunded; each refund counts as an expense',
  data: z.object({
    invoice: InvoiceState,
    refund: Refund,
    taxes: Taxes.describe('The taxes that the refund contains, by rate'),
  }),
})

export const InvoiceVoided = defineEvent({
  type: 'wp.pos.invoice.voided.v1',
  summary: 'An invoice was voided; its session or lab test can now have another invoice',
  data: z.object({
    invoice: InvoiceState,
    amount: z
      .number()
      .describe('The amount by which income decreases: the total minus refunds, or 0 for a draft'),
    taxes: Taxes.describe('The taxes that the amount contains, by rate'),
    voidedAt: Timestamp,
  }),
})

/** Events from older versions have items without a variantId. */
const PublishedInvoice = Invoice.extend({
  items: z.array(InvoiceItem.extend({ variantId: InvoiceItem.shape.variantId.optional() })),
})

export const InvoicePublished = definePublicEvent({
  service: 'pos',
  resource: 'invoice',
  verbs: ['created', 'updated', 'finalized', 'paid', 'refunded', 'voided'],
  permission: 'store.orders.view',
  record: PublishedInvoice,
})

export const CustomerMessageRequested = defineCustomerMessage('pos')

export const AuditRecorded = defineAuditEvent('pos')

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

/** Uses the reference as the aggregate, so that events for all its invoices stay in order. */
const toMessage = <Data extends object>(stored: StoredInvoice, data: Data) => ({
  workspaceId: stored.workspaceId,
  data: { invoice: toInvoiceState(stored), ...data },
  aggregate: stored.reference ? `${stored.reference.type}:${stored.reference.id}` : `invoice:${stored.id}`,
})

type ChangeVerb = 'created' | 'updated' | 'paid'

const publishState = (
  tx: Tx,
  verb: ChangeVerb | 'finalized' | 'refunded' | 'voided',
  stored: StoredInvoice,
) => {
  if (stored.reference) tx.publish(InvoiceChanged, toMessage(stored, {}))
  publishPublicEvent(tx, InvoicePublished, verb, stored.workspaceId, toInvoice(stored))
}

export const publishInvoiceChanged = (tx: Tx, verb: ChangeVerb, stored: StoredInvoice): void =>
  publishState(tx, verb, stored)

/** An invoice with nothing to pay becomes paid when it is finalized. */
export const publishInvoiceFinalized = (tx: Tx, stored: StoredInvoice): void => {
  publishState(tx, 'finalized', stored)
  const taxes = toTaxes(toInvoiceTaxes(stored), stored.currencyCode)
  tx.publish(InvoiceFinalized, toMessage(stored, { taxes }))
  if (stored.status === 'paid')
    publishPublicEvent(tx, InvoicePublished, 'paid', stored.workspaceId, toInvoice(stored))
}

export const publishInvoiceRefunded = (
  tx: Tx,
  stored: StoredInvoice,
  refund: StoredRefund,
  lines: readonly MinorTaxLine[],
): void => {
  publishState(tx, 'refunded', stored)
  const { currencyCode } = stored
  const data = { refund: toRefund(refund, currencyCode), taxes: toTaxes(lines, currencyCode) }
  tx.publish(InvoiceRefunded, toMessage(stored, data))
}

export const publishInvoiceVoided = (
  tx: Tx,
  stored: StoredInvoice,
  amountMinor: number,
  voidedAt: Date,
  lines: readonly MinorTaxLine[],
): void => {
  publishState(tx, 'voided', stored)
  const amount = fromMinor(amountMinor, stored.currencyCode)
  const taxes = toTaxes(lines, stored.currencyCode)
  tx.publish(InvoiceVoided, toMessage(stored, { amount, taxes, voidedAt: iso(voidedAt) }))
}

/** Requests an email with the invoice from identity; every call is a separate message. */
export const publishInvoiceSent = (
  tx: Tx,
  stored: StoredInvoice,
  recipient: { name: string | null; email: string; language: string | null },
  actorId: Id,
): void => {
  const { items, discounts, taxes, total, currencyCode } = toInvoice(stored)
  requestCustomerMessage(tx, CustomerMessageRequested, stored.workspaceId, {
    type: 'invoice.sent',
    recordId: stored.id,
    version: newId(),
    recipient: { ...recipient, phone: null },
    details: {
      kind: 'invoice',
      number: stored.number!,
      items,
      discounts,
      total,
      taxes,
      due: stored.status === 'finalized' ? fromMinor(dueMinor(stored), currencyCode) : 0,
      currencyCode,
    },
    expiresAt: null,
  })
  tx.publish(AuditRecorded, {
    workspaceId: stored.workspaceId,
    data: {
      actorId,
      actorKind: 'member',
      action: 'invoice.sent',
      targetType: 'invoice',
      targetId: stored.id,
    },
    aggregate: `message:${stored.id}`,
  })
}
