import * as finance from '@wp/finance/contract'
import { describe } from 'vitest'
import { newSalon } from './console.ts'
import type { ConsolePage, Language } from './console.ts'
import { enterAsOwner, testScreens } from './console-looks.ts'
import type { Screen } from './console-looks.ts'

const words = {
  en: {
    salon: 'Nefertiti Salon',
    sales: ['Till sales', 'Shop orders', 'Gift cards'],
    sources: ['Front till', 'Online shop'],
    expenses: [
      ['Rent', 'Landlord', 'Rent', 24_000],
      ['Shampoo and colour', 'Nile Supplies', 'Products', 9840],
      ['Salary of Sara Nabil', 'Sara Nabil', 'Salaries', 12_000],
      ['Electricity', 'Cairo Power', 'Utilities', 3265],
      ['Water', 'Cairo Water', 'Utilities', 820],
      ['Towels', 'Cotton House', 'Products', 2150],
      ['Flyers', 'Print Shop', 'Marketing', 1400],
    ],
    accounts: ['Bank', 'Cash'],
    rules: ['Cleaning', 'Internet', 'Insurance'],
    provider: 'Nile Telecom',
  },
  ar: {
    salon: 'صالون نفرتيتي',
    sales: ['مبيعات الصندوق', 'طلبات المتجر', 'بطاقات الهدايا'],
    sources: ['الصندوق الأمامي', 'المتجر الإلكتروني'],
    expenses: [
      ['الإيجار', 'المالك', 'الإيجار', 24_000],
      ['شامبو وصبغات', 'توريدات النيل', 'المنتجات', 9840],
      ['راتب سارة نبيل', 'سارة نبيل', 'الرواتب', 12_000],
      ['الكهرباء', 'كهرباء القاهرة', 'المرافق', 3265],
      ['المياه', 'مياه القاهرة', 'المرافق', 820],
      ['مناشف', 'بيت القطن', 'المنتجات', 2150],
      ['منشورات', 'المطبعة', 'التسويق', 1400],
    ],
    accounts: ['البنك', 'نقدًا'],
    rules: ['النظافة', 'الإنترنت', 'التأمين'],
    provider: 'اتصالات النيل',
  },
} as const

const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(
    new Date(Date.now() + days * 86_400_000),
  )

/** Creates a salon with two months of income, expenses and recurring expenses, some of them due. */
const salonWithBooks = async (language: Language) => {
  const word = words[language]
  const owner = await newSalon(finance, language, word.salon)
  const { api } = owner
  for (let days = -59; days <= 0; days += 1)
    await api.createIncome({
      title: word.sales[days % 7 === 0 ? 1 : 0],
      currencyCode: 'EGP',
      amount: 3200 + ((-days * 1370) % 5200),
      date: dayIn(days),
      category: word.sales[days % 7 === 0 ? 1 : 0],
      account: word.accounts[days % 3 === 0 ? 1 : 0],
      source: word.sources[days % 7 === 0 ? 1 : 0],
    })
  for (const [index, [title, vendor, category, amount]] of word.expenses.entries())
    for (const before of [0, 31])
      await api.createExpense({
        title,
        vendor,
        category,
        currencyCode: 'EGP',
        // Rent and salaries are the same every month.
        amount: index % 2 === 0 && index < 4 ? amount : amount - before * 7,
        date: dayIn(-index * 3 - before),
        account: word.accounts[index % 2]!,
      })
  const [cleaning, internet, insurance] = word.rules
  await api.createRecurringExpenseRule({
    title: cleaning,
    amount: 300,
    frequency: 'daily',
    startDate: dayIn(-2),
    category: word.expenses[3][2],
  })
  await api.createRecurringExpenseRule({
    title: internet,
    amount: 650,
    frequency: 'monthly',
    startDate: dayIn(-10),
    vendor: word.provider,
  })
  const { rule } = (
    await api.createRecurringExpenseRule({
      title: insurance,
      amount: 8400,
      frequency: 'yearly',
      startDate: dayIn(40),
    })
  ).body
  const { expenses } = (await api.listExpenses()).body
  return { ...owner, expenseId: expenses[0]!.id, ruleId: rule.id, ruleTitle: insurance }
}

type Salon = Awaited<ReturnType<typeof salonWithBooks>>

const screens = ({ expenseId, ruleId }: Salon, text: ConsolePage['text']): Screen[] => [
  ['/books', 'books', text('books.showTable')],
  ['/books?period=year&measure=expense', 'books-year', text('books.showTable')],
  ['/books/incomes', 'books-incomes', text('books.amount')],
  [`/books/expenses?open=${expenseId}`, 'books-expense', text('books.added')],
  ['/books/expenses?open=new', 'books-expense-form', text('books.receiptHint')],
  [`/books/recurring?open=${ruleId}`, 'books-recurring', text('books.noOccurrences')],
  ['/books/recurring?open=new', 'books-recurring-form', text('books.endDate')],
  ['/books/due', 'books-due', text('books.post')],
]

describe('books in the console', { timeout: 300_000 }, () => {
  testScreens({ prepare: salonWithBooks, enter: enterAsOwner, screens, onPhone: { books: 'books-phone' } })
})
