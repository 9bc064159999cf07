import { invalid } from '@wp/kernel'

/** Refuses another currency once there are products: their prices are in the first one. */
export const checkCurrency = (
  before: { currencyCode: string } | null,
  currencyCode: string,
  hasProducts: boolean,
): void => {
  if (before && before.currencyCode !== currencyCode && hasProducts)
    throw invalid('currencyCode', `must stay ${before.currencyCode}: the store has products priced in it`)
}
