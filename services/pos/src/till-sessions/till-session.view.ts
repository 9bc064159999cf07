import { fromMinor, withIsoTimes } from '@wp/kernel'
import type { TillSession } from './till-session.contract.ts'
import type { StoredTillSession } from './till-session.store.ts'

/** Stored minor units become the decimal amounts that callers see. */
export const toTillSession = (stored: StoredTillSession): TillSession => {
  const toAmount = (minor: number) => fromMinor(minor, stored.currencyCode)
  const { openingFloatMinor, closingCountMinor, expectedMinor, ...session } = withIsoTimes(stored)
  const isCounted = closingCountMinor !== null && expectedMinor !== null
  return {
    ...session,
    openingFloat: toAmount(openingFloatMinor),
    closingCount: closingCountMinor === null ? null : toAmount(closingCountMinor),
    expected: expectedMinor === null ? null : toAmount(expectedMinor),
    difference: isCounted ? toAmount(closingCountMinor - expectedMinor) : null,
  }
}
