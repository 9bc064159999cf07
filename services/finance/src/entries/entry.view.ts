import type { CsvColumns } from '@wp/http'
import { fromMinor, iso } from '@wp/kernel'
import type { StoredEntry } from './entry.store.ts'

/** Returns the fields that income entries and expenses share. Stored minor units become decimal amounts. */
export const toEntryFields = (stored: StoredEntry) => ({
  id: stored.id,
  workspaceId: stored.workspaceId,
  title: stored.title,
  amount: fromMinor(stored.amountMinor, stored.currencyCode),
  currencyCode: stored.currencyCode,
  date: stored.date,
  category: stored.category,
  account: stored.account,
  notes: stored.notes,
  receipts: stored.receipts,
  reference: stored.reference,
  createdAt: iso(stored.createdAt),
  updatedAt: iso(stored.updatedAt),
})

/** Returns the CSV columns for entries; `partyName` is `vendor` or `source`. */
export const toEntryColumns = (partyName: 'vendor' | 'source'): CsvColumns<StoredEntry> => ({
  id: ({ id }) => id,
  date: ({ date }) => date,
  title: ({ title }) => title,
  amount: ({ amountMinor, currencyCode }) => fromMinor(amountMinor, currencyCode),
  currencyCode: ({ currencyCode }) => currencyCode,
  category: ({ category }) => category,
  account: ({ account }) => account,
  [partyName]: ({ party }: StoredEntry) => party,
  notes: ({ notes }) => notes,
  receipts: ({ receipts }) => receipts.join(' '),
  referenceType: ({ reference }) => reference?.type ?? null,
  referenceId: ({ reference }) => reference?.id ?? null,
  createdAt: ({ createdAt }) => iso(createdAt),
  updatedAt: ({ updatedAt }) => iso(updatedAt),
})
