import { searchKeys } from '@wp/kernel'
import * as contract from '../../../../services/finance/src/contract.ts'
import { entryStore } from '../../../../services/finance/src/entries/entry.store.ts'
import { expenseCollection } from '../../../../services/finance/src/expenses/expense.store.ts'
import { incomeCollection } from '../../../../services/finance/src/incomes/income.store.ts'
import {
  occurrenceCollection,
  occurrenceStore,
} from '../../../../services/finance/src/occurrences/occurrence.store.ts'
import {
  ruleCollection,
  ruleStore,
} from '../../../../services/finance/src/recurring-rules/recurring-rule.store.ts'
import { bothEnds, dayOf, defineScene, manyIds, pick, searches, textOf } from '../scene.ts'
import type { Random } from '../scene.ts'

const categories = ['sales', 'rent', 'salaries', 'supplies', 'travel', 'other']
const accounts = ['cash', 'bank', 'card']
const ruleIds = manyIds(500)

const entry = (random: Random, createdAt: Date, index: number) => ({
  title: textOf(random, index),
  date: dayOf(createdAt, -random(1) * 5),
  category: pick(categories, random(2)),
  account: pick(accounts, random(3)),
  currencyCode: pick(['EUR', 'USD'], random(4)),
  searchKeys: searchKeys(textOf(random, index)),
})

const choices = {
  category: ['sales', 'other'],
  account: ['cash', 'card'],
  currencyCode: ['EUR', 'USD'],
  ...searches,
}

export const financeLists = [
  defineScene({
    route: contract.listIncomes,
    collection: incomeCollection as never,
    choices,
    record: entry,
    list: (db, workspaceId) => (query) => entryStore(db, incomeCollection).list(workspaceId, query),
  }),
  defineScene({
    route: contract.listExpenses,
    collection: expenseCollection as never,
    choices,
    record: entry,
    list: (db, workspaceId) => (query) => entryStore(db, expenseCollection).list(workspaceId, query),
  }),
  defineScene({
    route: contract.listRecurringExpenseOccurrences,
    collection: occurrenceCollection as never,
    choices: { ruleId: bothEnds(ruleIds) },
    // A rule has one occurrence a day.
    record: (random, createdAt, index) => ({
      ruleId: ruleIds[index % ruleIds.length],
      dueDate: dayOf(createdAt),
      status: pick(['posted', 'pending', 'skipped'], random(1)),
    }),
    list: (db, workspaceId) => (query) => occurrenceStore(db).list(workspaceId, query),
  }),
  defineScene({
    route: contract.listRecurringExpenseRules,
    collection: ruleCollection as never,
    record: (random, createdAt) => ({
      startDate: dayOf(createdAt, random(1) * 30),
      status: pick(['active', 'paused'], random(2)),
    }),
    list: (db, workspaceId) => (query) => ruleStore(db).list(workspaceId, query),
  }),
]
