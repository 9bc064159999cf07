import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Database, Tx } from '@wp/mongo'
import { z } from 'zod'
import { entryStore } from '../entries/entry.store.ts'
import type { StoredEntry } from '../entries/entry.store.ts'
import type { Ledger } from '../entries/ledger.events.ts'
import { Income } from './income.contract.ts'
import { incomeCollection } from './income.store.ts'
import { toIncome } from './income.view.ts'

export const IncomeCreated = defineEvent({
  type: 'wp.finance.income.created.v1',
  summary: 'An income entry was booked',
  data: z.object({ income: Income }),
})

export const IncomeChanged = defineEvent({
  type: 'wp.finance.income.changed.v1',
  summary: 'An income entry was changed',
  data: z.object({ income: Income }),
})

export const IncomeRemoved = defineEvent({
  type: 'wp.finance.income.removed.v1',
  summary: 'An income entry was deleted',
  data: z.object({ incomeId: IdString }),
})

export const IncomePublished = definePublicEvent({
  service: 'finance',
  resource: 'income',
  verbs: ['created', 'updated', 'removed'],
  permission: 'finance.view',
  record: Income,
})

const toMessage = (stored: StoredEntry) => ({
  workspaceId: stored.workspaceId,
  data: { income: toIncome(stored) },
  aggregate: `income:${stored.id}`,
})

const publishIncomeCreated = (tx: Tx, stored: StoredEntry): void => {
  tx.publish(IncomeCreated, toMessage(stored))
  publishPublicEvent(tx, IncomePublished, 'created', stored.workspaceId, toIncome(stored))
}

const publishIncomeChanged = (tx: Tx, stored: StoredEntry): void => {
  tx.publish(IncomeChanged, toMessage(stored))
  publishPublicEvent(tx, IncomePublished, 'updated', stored.workspaceId, toIncome(stored))
}

const publishIncomeRemoved = (tx: Tx, stored: StoredEntry): void => {
  const { id, workspaceId } = stored
  tx.publish(IncomeRemoved, { workspaceId, data: { incomeId: id }, aggregate: `income:${id}` })
  publishPublicEvent(tx, IncomePublished, 'removed', workspaceId, toIncome(stored))
}

/** Returns the income store together with the functions that publish its events. */
export const incomeLedger = (db: Database): Ledger => ({
  kind: 'income',
  entries: entryStore(db, incomeCollection),
  publishCreated: publishIncomeCreated,
  publishChanged: publishIncomeChanged,
  publishRemoved: publishIncomeRemoved,
})
