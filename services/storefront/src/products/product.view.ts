import { fromMinor, withIsoTimes } from '@wp/kernel'
import type { Product } from './product.contract.ts'
import type { StoredProduct } from './product.store.ts'
import { activeVariantsOf } from './product.rules.ts'

/** Converts stored minor units to the API's decimal price. */
export const toProduct = (stored: StoredProduct): Product => {
  const { priceMinor, ...product } = withIsoTimes(stored)
  return {
    ...product,
    variants: (stored.variants ?? []).map(({ priceMinor: minor, ...variant }) => ({
      ...variant,
      price: fromMinor(minor, stored.currencyCode),
      taxRateId: variant.taxRateId ?? null,
    })),
    categoryIds: stored.categoryIds ?? [],
    taxRateId: stored.taxRateId ?? null,
    imageIds: stored.imageIds ?? [],
    externalId: stored.externalId ?? null,
    price: fromMinor(priceMinor, stored.currencyCode),
  }
}

/** Returns a product as visitors see it: without inactive variants. */
export const toPublicProduct = (stored: StoredProduct): Product =>
  toProduct({ ...stored, variants: activeVariantsOf(stored) })
