export * from './events.ts'
export * from './expenses/expense.contract.ts'
