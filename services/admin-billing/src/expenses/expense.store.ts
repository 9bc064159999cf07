import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'
import { toInstantRange } from '../money/range.rules.ts'
import type { Range } from '../money/range.rules.ts'

type ExpenseRecord = {
  category: string
  cents: number
  currencyCode: string
  spentAt: Date
  note: string | null
  createdBy: Id
}
export type NewExpense = Omit<ExpenseRecord, 'currencyCode'>
export type StoredExpense = PlatformDoc<ExpenseRecord>

export const expenseCollection = collection<ExpenseRecord>(
  'expenses',
  'Expense',
  { category: String, cents: Number, currencyCode: String, spentAt: Date, note: String, createdBy: String },
  [
    { keys: { createdAt: -1, _id: -1 } }, // list
    { keys: { category: 1, createdAt: -1, _id: -1 } }, // list by category
    { keys: { spentAt: -1, _id: -1 } }, // list by date range
    { keys: { category: 1, spentAt: -1, _id: -1 } }, // list by category and date range
  ],
  { unsharded: 'Expenses of the platform, not of a workspace.', onePer: 'expense' },
)

type ListQuery = PageQuery & Range & { category?: string | undefined }

export const expenseStore = (db: Database) => {
  const expenses = db.global(expenseCollection)
  return {
    insert: (expense: ExpenseRecord) => expenses().insert(expense),
    list: ({ category, from, to, ...query }: ListQuery) =>
      expenses().page({
        filter: {
          ...(category && { category }),
          ...((from ?? to) !== undefined && { spentAt: trusted(toInstantRange({ from, to })) }),
        },
        ...((from ?? to) !== undefined && { sort: { spentAt: -1 } as const }),
        neverNull: ['spentAt'],
        query,
      }),
  }
}
