import { fromMinor, withIsoTimes } from '@wp/kernel'
import type { TillSession } from './till-session.contract.ts'
import type { StoredTillSession } from './till-session.types.ts'

export const toTillSession = (stored: StoredTillSession): TillSession => {
  const toAmount = (minor: number) => fromMinor(minor, stored.currencyCode)
  const { openingFloatMinor, countedMinor, expectedMinor, ...session } = withIsoTimes(stored)
  const isCounted = countedMinor !== null && expectedMinor !== null
  return {
    ...session,
    openingFloat: toAmount(openingFloatMinor),
    expected: expectedMinor === null ? null : toAmount(expectedMinor),
    counted: countedMinor === null ? null : toAmount(countedMinor),
    difference: isCounted ? toAmount(countedMinor - expectedMinor) : null,
  }
}
