/** What others may import of finance: its routes and its events. */
export * from './expenses/expense.contract.ts'
export { ExpenseCreated } from './expenses/expense.events.ts'
