import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Database, Tx } from '@wp/mongo'
import { entryStore } from '../entries/entry.store.ts'
import type { StoredEntry } from '../entries/entry.store.ts'
import type { Ledger } from '../entries/ledger.events.ts'
import { Income } from './income.contract.ts'
import { incomeCollection } from './income.store.ts'
import { toIncome } from './income.view.ts'

export const IncomePublished = definePublicEvent({
  service: 'finance',
  resource: 'income',
  verbs: ['created', 'updated', 'removed'],
  permission: 'finance.view',
  record: Income,
})

const publish = (tx: Tx, verb: 'created' | 'updated' | 'removed', stored: StoredEntry): void =>
  publishPublicEvent(tx, IncomePublished, verb, stored.workspaceId, toIncome(stored))

/** Returns the income store together with the functions that publish its events. */
export const incomeLedger = (db: Database): Ledger => ({
  kind: 'income',
  entries: entryStore(db, incomeCollection),
  publishCreated: (tx, stored) => publish(tx, 'created', stored),
  publishChanged: (tx, stored) => publish(tx, 'updated', stored),
  publishRemoved: (tx, stored) => publish(tx, 'removed', stored),
})
