import * as finance from '@wp/finance/contract'
import { describe, expect, it } from 'vitest'
import { expectAccessible, logIn, newSalon, openConsole, overflowOf } from './console.ts'
import type { Language } from './console.ts'
import { takePicture } from './pictures.ts'

const words = {
  en: {
    salon: 'Nefertiti Salon',
    sales: ['Till sales', 'Shop orders', 'Gift cards'],
    source: 'Front till',
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
  },
  ar: {
    salon: 'صالون نفرتيتي',
    sales: ['مبيعات الصندوق', 'طلبات المتجر', 'بطاقات الهدايا'],
    source: 'الصندوق الأمامي',
    expenses: [
      ['الإيجار', 'المالك', 'الإيجار', 24_000],
      ['شامبو وصبغات', 'توريدات النيل', 'المنتجات', 9840],
      ['راتب سارة نبيل', 'سارة نبيل', 'الرواتب', 12_000],
      ['الكهرباء', 'كهرباء القاهرة', 'المرافق', 3265],
      ['المياه', 'مياه القاهرة', 'المرافق', 820],
      ['مناشف', 'بيت القطن', 'المنتجات', 2150],
      ['منشورات', 'المطبعة', 'التسويق', 1400],
    ],
    accounts: ['البنك', 'نقدا'],
    rules: ['النظافة', 'الإنترنت', 'التأمين'],
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
      source: word.source,
    })
  for (const [index, [title, vendor, category, amount]] of word.expenses.entries())
    for (const before of [0, 31])
      await api.createExpense({
        title,
        vendor,
        category,
        currencyCode: 'EGP',
        amount: amount - before * 7,
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
    vendor: 'Telecom',
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

/** The screens with a text that is visible once they are loaded. */
const screensOf = ({ expenseId, ruleId }: Salon): [path: string, name: string, loaded: string][] => [
  ['', 'books', 'books.showTable'],
  ['?period=year&measure=expense', 'books-year', 'books.showTable'],
  ['/incomes', 'books-incomes', 'books.amount'],
  [`/expenses?open=${expenseId}`, 'books-expense', 'books.added'],
  ['/expenses?open=new', 'books-expense-form', 'books.receiptHint'],
  [`/recurring?open=${ruleId}`, 'books-recurring', 'books.noOccurrences'],
  ['/recurring?open=new', 'books-recurring-form', 'books.endDate'],
  ['/due', 'books-due', 'books.post'],
]

describe('books in the console', { timeout: 300_000 }, () => {
  it.each(
    (['en', 'ar'] as const).flatMap((language) =>
      (['light', 'dark'] as const).map((theme) => ({ language, theme })),
    ),
  )('has no serious accessibility findings ($language, $theme)', async ({ language, theme }) => {
    const salon = await salonWithBooks(language)
    const opened = await openConsole(language, { theme })
    const { page, text, url, problems } = opened
    await page.goto(url('/login'))
    await logIn(opened, salon)
    await page.getByRole('navigation').first().waitFor()
    for (const [path, name, loaded] of screensOf(salon)) {
      await page.goto(url(`/books${path}`))
      await page.getByText(text(loaded)).first().waitFor()
      await page.waitForLoadState('networkidle')
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      const ending = `${language === 'ar' ? '-arabic' : ''}${theme === 'dark' ? '-dark' : ''}`
      await takePicture(page, `console/${name}${ending}`)
      await expectAccessible(page)
    }
    expect(problems).toEqual([])
  })

  it.each(['en', 'ar'] as const)('fits on a phone and when zoomed to 200 percent (%s)', async (language) => {
    const salon = await salonWithBooks(language)
    const opened = await openConsole(language, { width: 390, height: 780 })
    const { page, text, url } = opened
    await page.goto(url('/login'))
    await logIn(opened, salon)
    await page.getByRole('navigation').first().waitFor()
    // A phone, and a window of 1360 pixels at 200 % zoom.
    for (const [width, height] of [
      [390, 780],
      [680, 400],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const [path, name, loaded] of screensOf(salon)) {
        await page.goto(url(`/books${path}`))
        await page.getByText(text(loaded)).first().waitFor()
        expect([path, await overflowOf(page)]).toEqual([path, 0])
        if (name === 'books' && width === 390)
          await takePicture(page, `console/books-phone${language === 'ar' ? '-arabic' : ''}`)
      }
    }
  })
})
