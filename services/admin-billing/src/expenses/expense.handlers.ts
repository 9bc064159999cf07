import { handle, reply } from '@wp/http'
import { toMinor } from '@wp/kernel'
import type { AdminBillingDeps } from '../deps.ts'
import { currency } from '../money/money.contract.ts'
import { recordExpense } from './expense.actions.ts'
import * as routes from './expense.contract.ts'
import { toExpense } from './expense.view.ts'

export const expenseHandlers = (deps: Pick<AdminBillingDeps, 'db' | 'clock' | 'expenses' | 'counters'>) => [
  handle(routes.listPlatformExpenses, async ({ query }) => {
    const { items, pagination } = await deps.expenses.list(query)
    return reply(200, { expenses: items.map(toExpense), pagination })
  }),

  handle(routes.createPlatformExpense, async ({ body, principal }) => {
    const expense = await recordExpense(deps, {
      category: body.category,
      cents: toMinor(body.amount, currency),
      spentAt: body.spentAt === undefined ? deps.clock.now() : new Date(body.spentAt),
      note: body.note,
      createdBy: principal.accountId,
    })
    return reply(201, { expense: toExpense(expense) })
  }),
]
