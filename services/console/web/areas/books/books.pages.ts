export { IncomesPage, ExpensesPage } from './entries.page.tsx'
export { OccurrencesPage } from './occurrences.page.tsx'
export { OverviewPage } from './overview.page.tsx'
export { RulesPage } from './rules.page.tsx'
