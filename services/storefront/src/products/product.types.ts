import type { Id } from '@wp/kernel'

export type StoredVariant = {
  id: Id
  name: string
  sku: string | null
  priceMinor: number
  stock: number | null
  isActive: boolean
}
