import { addDays, newId } from '@wp/kernel'
import { emptyEntry } from '../../services/finance/src/entries/entry.actions.ts'
import { expenseCollection } from '../../services/finance/src/expenses/expense.store.ts'
import { finance, financeCollections } from '../../services/finance/src/service.ts'
import { announce } from './measure.ts'
import { insertMany, startOwnService } from './parts/own-service.ts'

// Runs the finance service. The argument is the number of expenses.
const size = Number(process.argv[2])
const { url, db } = await startOwnService(finance, financeCollections)
await insertMany(db.tenant(expenseCollection)(process.env['BENCH_WORKSPACE']!), size, (index) => ({
  ...emptyEntry,
  id: newId(),
  title: `Expense ${index}`,
  amountMinor: 100 + (index % 997),
  currencyCode: 'USD',
  date: addDays('2027-01-01', Math.floor(index / 20)),
  category: `category ${index % 7}`,
  account: index % 2 === 0 ? 'cash' : 'bank',
  searchKeys: [`expense ${index}`, `${index}`],
}))
await db.close()
announce(url)
