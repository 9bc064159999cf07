/** What others may import of finance: its routes and its events. */
export * from './analytics/analytics.contract.ts'
export * from './expenses/expense.contract.ts'
export * from './incomes/income.contract.ts'
export { ExpenseChanged, ExpenseCreated, ExpenseDeleted } from './expenses/expense.events.ts'
export { IncomeChanged, IncomeCreated, IncomeDeleted } from './incomes/income.events.ts'
