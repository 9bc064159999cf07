import type { Id } from '@wp/kernel'

export type StoredVariant = {
  id: Id
  name: string
  sku: string | null
  priceMinor: number
  /** Null or, in variants from older versions, missing means the product's rate. */
  taxRateId?: Id | null
  stock: number | null
  isActive: boolean
}

/** Stock that was taken from a product for an order or invoice that is not stored yet, or was stored just now. */
export type StoredReservation = {
  id: Id
  reference: string
  units: { variantId?: Id | undefined; quantity: number }[]
  /** After this time, the recovery job confirms the reservation or returns its stock. */
  until: Date
}
