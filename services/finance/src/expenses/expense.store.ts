import type { CalendarDate, Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Expense } from './expense.contract.ts'

type ExpenseRecord = Omit<Expense, 'id' | 'workspaceId' | 'amount' | 'createdAt' | 'updatedAt'> & {
  amountMinor: number
}
export type StoredExpense = TenantDoc<ExpenseRecord>

export const expenseCollection = collection<ExpenseRecord>(
  'expenses',
  'Expense',
  {
    title: String,
    amountMinor: Number,
    currencyCode: String,
    date: String,
    category: String,
    account: String,
    vendor: String,
    notes: String,
    receipts: [String],
    reference: Object,
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, date: 1 } }, // list of a range
    { keys: { workspaceId: 1, category: 1, createdAt: -1, _id: -1 } }, // list of a category
    {
      keys: { workspaceId: 1, 'reference.type': 1, 'reference.id': 1 },
      unique: true,
      partial: { 'reference.id': { $exists: true } },
    }, // one expense for each reference
  ],
)

export const expenseStore = (db: Database) => {
  const expenses = db.tenant(expenseCollection)
  return {
    list: (
      workspaceId: Id,
      range: { from: CalendarDate | null; to: CalendarDate | null },
      category: string | undefined,
      query: PageQuery,
    ) => {
      const { from, to } = range
      const date = (from ?? to) && trusted({ ...(from && { $gte: from }), ...(to && { $lte: to }) })
      return expenses(workspaceId).page({
        filter: { ...(date && { date }), ...(category && { category }) },
        query,
      })
    },

    insert: (workspaceId: Id, expense: ExpenseRecord) => expenses(workspaceId).insert(expense),
  }
}
