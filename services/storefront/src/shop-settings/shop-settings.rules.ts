import { invalid } from '@wp/kernel'
import type { Store } from './shop-settings.contract.ts'

type OrderLimits = {
  orderExpiryMinutes?: number | null | undefined
  maxQuantityPerOrder?: number | null | undefined
}

const defaultExpiryMinutes = 2880

/**
 * Returns the order limits to store: the given ones, otherwise the current ones, or the defaults for a new shop. In
 * shops created by older versions, orders do not expire.
 */
export const orderLimitsFor = (before: OrderLimits | null, wanted: OrderLimits) => {
  const current = before ?? { orderExpiryMinutes: defaultExpiryMinutes }
  const pick = (field: keyof OrderLimits) =>
    wanted[field] === undefined ? (current[field] ?? null) : wanted[field]
  return { orderExpiryMinutes: pick('orderExpiryMinutes'), maxQuantityPerOrder: pick('maxQuantityPerOrder') }
}

type Appearance = Partial<{
  [Field in 'description' | 'deliveryKinds' | 'theme']: Store[Field] | undefined
}>

/** Returns the given appearance and choices, otherwise the current ones, or the defaults. */
export const appearanceFor = (
  before: Appearance | null,
  wanted: Appearance,
): Pick<Store, 'description' | 'deliveryKinds' | 'theme'> => ({
  description: wanted.description === undefined ? (before?.description ?? null) : wanted.description,
  deliveryKinds: wanted.deliveryKinds ?? before?.deliveryKinds ?? [],
  theme: wanted.theme ?? before?.theme ?? { accent: null, layout: 'grid' },
})

/** Throws 422 for a currency change when the shop has products, because their prices are in the old currency. */
export const checkCurrency = (
  before: { currencyCode: string } | null,
  currencyCode: string,
  hasProducts: boolean,
): void => {
  if (before && before.currencyCode !== currencyCode && hasProducts)
    throw invalid('currencyCode', `cannot change from ${before.currencyCode} because the store has products`)
}
