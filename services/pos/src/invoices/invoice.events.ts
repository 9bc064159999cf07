import { defineEvent } from '@wp/bus'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'

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
  reference: z.object({ type: z.enum(['session', 'lab-test']), id: IdString }).nullable(),
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
