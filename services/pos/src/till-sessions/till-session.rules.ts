import { fromMinor, withIsoTimes } from '@wp/kernel'
import type { TillSession } from './till-session.contract.ts'
import type { StoredTillSession } from './till-session.store.ts'

/** Stored minor units as the decimal amounts that callers see. */
export const shownTillSession = (stored: StoredTillSession): TillSession => {
  const amount = (minor: number) => fromMinor(minor, stored.currencyCode)
  const { openingFloatMinor, closingCountMinor, expectedMinor, ...session } = withIsoTimes(stored)
  const isCounted = closingCountMinor !== null && expectedMinor !== null
  return {
    ...session,
    openingFloat: amount(openingFloatMinor),
    closingCount: closingCountMinor === null ? null : amount(closingCountMinor),
    expected: expectedMinor === null ? null : amount(expectedMinor),
    difference: isCounted ? amount(closingCountMinor - expectedMinor) : null,
  }
}
