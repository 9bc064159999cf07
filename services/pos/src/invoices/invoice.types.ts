import type { Id } from '@wp/kernel'
import type { TenantDoc } from '@wp/mongo'
import type { ItemTax } from '@wp/workspaces'
import type { InvoiceReference, InvoiceStatus } from './invoice.contract.ts'

export type StoredItem = {
  id: Id
  productId: Id | null
  /** Missing when the product is not sold in variants. */
  variantId?: Id
  serviceId: Id | null
  name: string
  quantity: number
  unitPrice: number
  totalMinor: number
  /** The rate when the item was added; missing in items from older versions. */
  tax?: ItemTax | null
  /** Storefront was unavailable when the product was added, so finalizing fetches its tax. */
  isTaxUnknown?: true
}

/** Lines written by older versions have no kind, only an amount. */
export type StoredDiscount = {
  id: Id
  kind?: 'fixed' | 'percentage'
  value?: number
  amountMinor: number
  reason: string
  source?: 'manual' | 'client'
}

type Movement = {
  id: Id
  method: 'cash' | 'card' | 'transfer'
  amountMinor: number
  sessionId: Id
  createdBy: Id
  createdAt: Date
}
export type StoredPayment = Movement & { changeMinor: number }
export type StoredRefund = Movement & { reason: string }

/**
 * `taking`: the reservation is about to start or its outcome is unknown. `held`: the reserved stock belongs to a
 * finalized invoice. `returning`: the reservation must be released.
 */
type StockStep = 'taking' | 'held' | 'returning'

export type InvoiceRecord = {
  workspaceId: Id
  sessionId: Id | null
  clientId: Id | null
  clientName: string | null
  reference: InvoiceReference | null
  /** The reference as a unique key; null for void invoices and invoices without a reference. */
  openReference: string | null
  number: number | null
  status: InvoiceStatus
  /** Increases with every change; a later invoice for the same reference continues the count. */
  version: number
  currencyCode: string
  items: StoredItem[]
  discounts: StoredDiscount[]
  subtotalMinor: number
  totalMinor: number
  payments: StoredPayment[]
  refunds: StoredRefund[]
  paidMinor: number
  refundedMinor: number
  createdBy: Id
  finalizedAt: Date | null
  /**
   * The Idempotency-Key of the request that finalized the invoice, so that a repeated request gets the same reply.
   */
  finalizedWith: string | null
  voidedAt: Date | null
  /** How many times a reservation was started; part of `stockReference`. */
  attempt: number
  stockReference: string | null
  stockStep: StockStep | null
  /** When the recovery job may take over the step. */
  stockUntil: Date | null
}
export type StoredInvoice = TenantDoc<InvoiceRecord>
type Lines = Pick<InvoiceRecord, 'items' | 'discounts' | 'subtotalMinor' | 'totalMinor'>
export type NewInvoiceRecord = Lines &
  Pick<InvoiceRecord, 'sessionId' | 'clientId' | 'clientName' | 'reference' | 'currencyCode' | 'createdBy'>
