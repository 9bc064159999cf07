import { invalid } from '@wp/kernel'

/** Throws 422 for a currency change when the shop has products, because their prices are in the old currency. */
export const checkCurrency = (
  before: { currencyCode: string } | null,
  currencyCode: string,
  hasProducts: boolean,
): void => {
  if (before && before.currencyCode !== currencyCode && hasProducts)
    throw invalid('currencyCode', `cannot change from ${before.currencyCode} because the store has products`)
}
