import { ExpenseCreated } from './events.ts'
import { expenseRoutes } from './expenses/expense.contract.ts'

export * from './events.ts'
export * from './expenses/expense.contract.ts'

export const routes = [...expenseRoutes]
export const events = [ExpenseCreated]
