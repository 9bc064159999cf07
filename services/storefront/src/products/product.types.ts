import type { Id } from '@wp/kernel'

export type StoredVariant = {
  id: Id
  name: string
  sku: string | null
  priceMinor: number
  /** Null or, in variants of older versions, missing: the rate of the product. */
  taxRateId?: Id | null
  stock: number | null
  isActive: boolean
}
