import type { StoredEntry } from '../entries/entry.store.ts'
import { toEntryFields } from '../entries/entry.view.ts'
import type { Income } from './income.contract.ts'

export const toIncome = (stored: StoredEntry): Income => ({
  ...toEntryFields(stored),
  source: stored.party,
  clientId: stored.clientId,
})

/** Converts an income entry to its gRPC message. */
export const toIncomeMessage = (stored: StoredEntry) => {
  const { amount: _, ...income } = toIncome(stored)
  return { ...income, amountMinor: stored.amountMinor }
}
