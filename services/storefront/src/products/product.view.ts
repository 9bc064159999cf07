import { fromMinor, withIsoTimes } from '@wp/kernel'
import type { Product } from './product.contract.ts'
import type { StoredProduct } from './product.store.ts'

/** Converts stored minor units to the API's decimal price. */
export const toProduct = (stored: StoredProduct): Product => {
  const { priceMinor, ...product } = withIsoTimes(stored)
  return {
    ...product,
    taxRateId: stored.taxRateId ?? null,
    imageIds: stored.imageIds ?? [],
    externalId: stored.externalId ?? null,
    price: fromMinor(priceMinor, stored.currencyCode),
  }
}
