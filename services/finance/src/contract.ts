/** The finance routes and events that other packages may import. */
export * from './analytics/analytics.contract.ts'
export * from './expenses/expense.contract.ts'
export * from './incomes/income.contract.ts'
export * from './occurrences/occurrence.contract.ts'
export * from './receipts/receipt.contract.ts'
export * from './recurring-rules/recurring-rule.contract.ts'
export {
  ExpenseChanged,
  ExpenseCreated,
  ExpensePublished,
  ExpenseRemoved,
} from './expenses/expense.events.ts'
export { IncomeChanged, IncomeCreated, IncomePublished, IncomeRemoved } from './incomes/income.events.ts'
export { RecurringOccurrenceChanged, RecurringOccurrencePublished } from './occurrences/occurrence.events.ts'
export {
  RecurringRuleChanged,
  RecurringRulePublished,
  RecurringRuleRemoved,
} from './recurring-rules/recurring-rule.events.ts'
