import { finance } from '@workspace-platform/client/finance'
import { forEach, numbers, pick, type Scene } from './scene.ts'

const incomes: [title: string, amount: number, category: string][] = [
  ['Gift vouchers', 120, 'Vouchers'],
  ['Workshop', 240, 'Events'],
  ['Room rental', 90, 'Rent'],
]
const expenses: [title: string, amount: number, category: string, vendor: string][] = [
  ['Towels and laundry', 64.5, 'Supplies', 'Clean & Co'],
  ['Shampoo', 82.25, 'Supplies', 'Beauty Wholesale'],
  ['Advertising', 150, 'Marketing', 'City Paper'],
  ['Electricity', 132.8, 'Utilities', 'City Power'],
]

/**
 * Creates the past month's income entries and expenses, in addition to those from sales, and recurring monthly
 * expenses.
 */
export const keepBooks = async (scene: Scene): Promise<void> => {
  scene.progress.begin('books')
  const { createIncome, createExpense, createRecurringExpenseRule } = scene.owner.use(finance)
  await forEach(scene, numbers(15), async (index) => {
    const [title, amount, category] = pick(incomes, index)
    await createIncome({
      body: { title, amount: amount + index, category, account: 'Bank', date: scene.day(-1 - index * 2) },
    })
  })
  await forEach(scene, numbers(12), async (index) => {
    const [title, amount, category, vendor] = pick(expenses, index)
    await createExpense({
      body: { title, amount, category, vendor, account: 'Bank', date: scene.day(-2 - index * 2) },
    })
  })
  const rules: [string, number][] = [
    ['Rent', 1200],
    ['Insurance', 85],
  ]
  await forEach(scene, rules, async ([title, amount]) => {
    await createRecurringExpenseRule({
      body: { title, amount, frequency: 'monthly', startDate: scene.day(-60), category: 'Fixed costs' },
    })
  })
}
