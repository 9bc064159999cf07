import type { Tx } from '@wp/mongo'
import type { EntryStore, StoredEntry } from './entry.store.ts'

/** The store and events for either income entries or expenses. */
export type Ledger = {
  readonly kind: 'income' | 'expense'
  readonly entries: EntryStore
  readonly publishCreated: (tx: Tx, stored: StoredEntry) => void
  readonly publishChanged: (tx: Tx, stored: StoredEntry) => void
  readonly publishRemoved: (tx: Tx, stored: StoredEntry) => void
}
