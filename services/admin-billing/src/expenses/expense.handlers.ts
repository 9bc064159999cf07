import { handle, reply } from '@wp/http'
import { fromMinor, iso, toMinor, utcDay } from '@wp/kernel'
import { recordDeed } from '../audit.ts'
import { currency } from '../money/currency.ts'
import { PlatformExpenseRecorded } from '../events.ts'
import type { AdminBilling } from '../service.ts'
import { dated } from '../tallies/tally.rules.ts'
import { createPlatformExpense, listPlatformExpenses } from './expense.contract.ts'
import type { PlatformExpense } from './expense.contract.ts'
import type { StoredExpense } from './expense.store.ts'

const shown = (expense: StoredExpense): PlatformExpense => ({
  id: expense.id,
  category: expense.category,
  amount: fromMinor(expense.cents, expense.currencyCode),
  currencyCode: expense.currencyCode,
  spentAt: iso(expense.spentAt),
  note: expense.note,
  createdAt: iso(expense.createdAt),
  createdBy: expense.createdBy,
})

export const expenseHandlers = ({ db, clock, expenses, tallies }: AdminBilling) => [
  handle(listPlatformExpenses, async ({ query }) => {
    const { items, pagination } = await expenses.list(query)
    return reply(200, { expenses: items.map(shown), pagination })
  }),

  handle(createPlatformExpense, async ({ body, principal }) => {
    const cents = toMinor(body.amount, currency)
    const spentAt = body.spentAt === undefined ? clock.now() : new Date(body.spentAt)
    const expense = await db.transaction(async (tx) => {
      const { category, note } = body
      const recorded = shown(
        await expenses.insert({
          category,
          cents,
          currencyCode: currency,
          spentAt,
          note,
          createdBy: principal.accountId,
        }),
      )
      await tallies.add([dated('expenses', 'all', utcDay(spentAt), 1, cents)])
      tx.publish(PlatformExpenseRecorded, {
        workspaceId: null,
        data: { expense: recorded },
        aggregate: recorded.id,
      })
      recordDeed(tx, {
        adminId: principal.accountId,
        action: 'expense.recorded',
        targetType: 'expense',
        targetId: recorded.id,
      })
      return recorded
    })
    return reply(201, { expense })
  }),
]
