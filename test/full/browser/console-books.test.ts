import { readFileSync } from 'node:fs'
import * as finance from '@wp/finance/contract'
import * as scheduling from '@wp/scheduling/contract'
import { newStaff, png, pngForm } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { chooseDays, cutChoicesIn, fillDate, languages, newSalon, openAs, openConsole } from './console.ts'
import type { ConsolePage } from './console.ts'

/** Returns a day in Cairo, as YYYY-MM-DD. */
const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Cairo' }).format(
    new Date(Date.now() + days * 86_400_000),
  )

const firstButton = ({ page, text }: ConsolePage, key: string) =>
  page.getByRole('button', { name: text(key), exact: true }).first()

describe('books in the console', { timeout: 300_000 }, () => {
  it.each(languages)(
    'adds, finds, changes and deletes an expense with its receipt (%s)',
    async (language) => {
      const { api, ...owner } = await newSalon(finance, language, 'Nefertiti')
      const opened = await openConsole(language)
      const { page, text, url, problems } = opened
      await openAs(opened, owner, '/books/expenses')
      await page.getByText(text('books.none.expenses'), { exact: true }).waitFor()
      await firstButton(opened, 'books.addExpense').click()
      const form = page.getByRole('form', { name: text('books.new.expenses') })
      const submit = form.getByRole('button', { name: text('books.create.expenses') })
      await submit.click()
      await form.getByText(text('form.required')).waitFor()
      await form.getByText(text('books.positive')).waitFor()
      expect(await cutChoicesIn(page)).toEqual([])
      await form.getByLabel(text('books.title'), { exact: true }).fill('Rent')
      await form.getByLabel(text('books.amount'), { exact: true }).fill('24000.50')
      await form.getByLabel(text('books.party.expenses')).fill('Landlord')
      await form.getByLabel(text('books.label.category')).fill('Premises')
      // A file that cannot be a receipt is rejected, and the input is kept.
      await form
        .locator('input[type="file"]')
        .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
      await form.getByText(text('books.receiptRefused', { name: 'notes.txt' })).waitFor()
      await form
        .locator('input[type="file"]')
        .setInputFiles({ name: 'rent.png', mimeType: 'image/png', buffer: png })
      await form
        .getByRole('region', { name: text('books.receipts') })
        .getByRole('listitem')
        .waitFor()
      await submit.click()
      const panel = page.getByRole('complementary', { name: 'Rent' })
      await panel
        .getByRole('region', { name: text('books.receipts') })
        .getByRole('listitem')
        .waitFor()
      await expect.poll(() => page.evaluate('document.querySelector("aside img")?.naturalWidth')).toBe(1)
      const [stored] = (await api.listExpenses()).body.expenses
      expect(stored).toMatchObject({
        title: 'Rent',
        amount: 24_000.5,
        currencyCode: 'EGP',
        date: dayIn(0),
        vendor: 'Landlord',
        category: 'Premises',
      })
      expect(stored!.receipts).toHaveLength(1)

      // Other users' expenses appear without a reload.
      await api.createExpense({ title: 'Shampoo', amount: 900, date: dayIn(-1), category: 'Products' })
      await page.getByRole('row', { name: 'Shampoo' }).waitFor()
      await page.getByRole('searchbox').fill('ren')
      await page.getByRole('row', { name: 'Shampoo' }).waitFor({ state: 'detached' })
      await page.getByRole('searchbox').fill('nothing')
      await page.getByText(text('list.notFound'), { exact: true }).waitFor()
      await page.getByRole('button', { name: text('list.showAll') }).click()
      await page.getByRole('combobox', { name: text('books.label.category') }).selectOption('Products')
      await page.getByRole('row', { name: 'Rent' }).waitFor({ state: 'detached' })
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: text('list.export') }).click(),
      ])
      const csv = readFileSync((await file.path())!, 'utf8')
      expect(csv).toContain('Shampoo')
      expect(csv).not.toContain('Rent')

      // By keyboard: the row opens with Enter, the form with its button.
      await page.getByRole('row', { name: 'Shampoo' }).focus()
      await page.keyboard.press('Enter')
      const other = page.getByRole('complementary', { name: 'Shampoo' })
      await other.getByRole('button', { name: text('action.edit') }).click()
      const edit = page.getByRole('form', { name: text('books.edit.expenses') })
      await edit.getByLabel(text('books.amount'), { exact: true }).fill('950')
      await edit.getByRole('button', { name: text('action.save') }).click()
      await other
        .getByText(new Intl.NumberFormat(`${language}-EG`).format(950))
        .first()
        .waitFor()
      await other.getByRole('button', { name: text('action.delete') }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('action.delete') })
        .click()
      await other.waitFor({ state: 'detached' })
      await expect
        .poll(async () => (await api.listExpenses()).body.expenses.map(({ title }) => title))
        .toEqual(['Rent'])

      await page.goto(url(`/books/expenses?open=${stored!.id}`))
      await panel
        .getByRole('button', {
          name: text('books.deleteReceipt', {
            name: text('books.receipt', { number: new Intl.NumberFormat(`${language}-EG`).format(1) }),
          }),
        })
        .click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: text('action.delete') })
        .click()
      await panel.getByRole('listitem').waitFor({ state: 'detached' })
      expect((await api.listExpenses()).body.expenses[0]!.receipts).toEqual([])
      expect(problems).toEqual([])
    },
  )

  it('sorts expenses by date, and adds no more receipts than an expense can have', async () => {
    const { api, ...owner } = await newSalon(finance, 'en', 'Nefertiti')
    const receiptIds = await Promise.all(
      Array.from({ length: 19 }, async () => (await api.createReceipt({ body: pngForm() })).body.receipt.id),
    )
    await api.createExpense({ title: 'Rent', amount: 24_000, date: dayIn(0), receipts: receiptIds })
    await api.createExpense({ title: 'Water', amount: 820, date: dayIn(-1) })
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, owner, '/books/expenses')
    await page.getByRole('row', { name: 'Water' }).waitFor()
    expect(await page.getByRole('row').nth(1).textContent()).toContain('Rent')
    await page.getByRole('row', { name: 'Rent' }).click()
    const receipts = page.getByRole('region', { name: text('books.receipts') })
    const files = ['a.png', 'b.png'].map((name) => ({ name, mimeType: 'image/png', buffer: png }))
    await receipts.locator('input[type="file"]').setInputFiles(files)
    await receipts.getByText(text('books.receiptLimit')).waitFor()
    expect(await receipts.getByRole('listitem').count()).toBe(20)
    expect(await receipts.locator('input[type="file"]').count()).toBe(0)
  })

  it.each(languages)('posts and skips recurring expenses, and shows the totals (%s)', async (language) => {
    const { api, ...owner } = await newSalon(finance, language, 'Nefertiti')
    await api.createIncome({
      title: 'Sale',
      amount: 5000,
      currencyCode: 'EGP',
      date: dayIn(0),
      category: 'Sales',
    })
    const opened = await openConsole(language)
    const { page, text, url, problems } = opened
    await openAs(opened, owner, '/books/recurring')
    await page.getByText(text('books.noRules'), { exact: true }).waitFor()
    await firstButton(opened, 'books.addRule').click()
    const form = page.getByRole('form', { name: text('books.newRule') })
    await form.getByLabel(text('books.title'), { exact: true }).fill('Cleaning')
    await form.getByLabel(text('books.amount'), { exact: true }).fill('300')
    await form.getByLabel(text('books.frequency')).selectOption('daily')
    await fillDate(form, text('books.startDate'), dayIn(-2))
    await fillDate(form, text('books.endDate'), dayIn(-5))
    await form.getByRole('button', { name: text('books.addRule') }).click()
    await form.getByText(text('books.daysOrder')).waitFor()
    await fillDate(form, text('books.endDate'), '')
    await form.getByRole('button', { name: text('books.addRule') }).click()
    const panel = page.getByRole('complementary', { name: 'Cleaning' })
    await expect.poll(() => panel.getByRole('listitem').count()).toBe(3)
    await panel.getByRole('button', { name: text('books.pause') }).click()
    await panel.getByRole('button', { name: text('books.resume') }).waitFor()
    await panel.getByRole('button', { name: text('action.close') }).click()
    await chooseDays(opened, { from: dayIn(-1) }, text('books.startDate'))
    await page.getByText(text('list.notFound'), { exact: true }).waitFor()
    await page.getByRole('button', { name: text('list.showAll') }).click()
    await chooseDays(opened, { from: dayIn(-2), to: dayIn(-2) }, text('books.startDate'))
    await page.getByRole('row', { name: 'Cleaning' }).waitFor()

    await page.goto(url('/books'))
    await page.getByRole('link', { name: text('books.review') }).click()
    const named = (key: string) => new RegExp(text(key, { title: 'Cleaning', date: '' }).trim())
    await expect.poll(() => page.getByRole('button', { name: named('books.postNamed') }).count()).toBe(3)
    await page
      .getByRole('button', { name: named('books.postNamed') })
      .first()
      .click()
    await expect.poll(() => page.getByRole('button', { name: named('books.postNamed') }).count()).toBe(2)
    await page
      .getByRole('button', { name: named('books.skipNamed') })
      .first()
      .click()
    await expect.poll(() => page.getByRole('button', { name: named('books.skipNamed') }).count()).toBe(1)
    await page.getByRole('button', { name: text('filter.dates') }).click()
    const days = page.getByRole('form', { name: text('filter.dates') })
    await fillDate(days, text('filter.from'), dayIn(1))
    await days.getByRole('button', { name: text('filter.apply') }).click()
    await page.getByText(text('list.notFound'), { exact: true }).waitFor()
    await page.getByRole('button', { name: text('list.showAll') }).click()
    await page.getByRole('button', { name: named('books.skipNamed') }).waitFor()
    expect((await api.listExpenses()).body.expenses).toMatchObject([{ title: 'Cleaning', amount: 300 }])
    await page.getByRole('radio', { name: text('books.occurrence.posted') }).check()
    await page.getByRole('link', { name: text('books.openExpense') }).click()
    const expense = page.getByRole('complementary', { name: 'Cleaning' })
    await expense.getByText(text('books.booked.occurrence')).waitFor()
    expect(await expense.getByRole('button', { name: text('action.delete'), exact: true }).count()).toBe(0)

    await page.goto(url('/books'))
    const amount = new Intl.NumberFormat(`${language}-EG`).format(4700)
    await page
      .getByRole('region', { name: text('books.measure.net') })
      .getByText(amount)
      .waitFor()
    await page.getByText(text('books.showTable')).click()
    await page.getByRole('columnheader', { name: text('books.periodBefore') }).waitFor()
    const rows = page.locator('table tbody tr')
    expect(await rows.count()).toBe(30)
    // The figures are updated by an income booked elsewhere.
    await api.createIncome({ title: 'Sale', amount: 1000, currencyCode: 'EGP', date: dayIn(0) })
    const more = new Intl.NumberFormat(`${language}-EG`).format(5700)
    await page
      .getByRole('region', { name: text('books.measure.net') })
      .getByText(more)
      .waitFor()
    await page.getByRole('radio', { name: text('books.period.year') }).check()
    await expect.poll(() => rows.count()).toBe(12)
    expect(problems).toEqual([])
  })

  it('shows the books without buttons to users who may only view them', async () => {
    const owner = await newSalon(finance, 'en', 'Nefertiti')
    await owner.api.createExpense({ title: 'Rent', amount: 24_000, date: dayIn(0) })
    const memberWith = async (permission: string) => {
      const { staffId } = await newStaff(owner, [permission])
      const { staff } = (await owner.use(scheduling).getStaff({ params: { staffId } })).body
      return { email: staff.email, password: 'correct-horse-1' }
    }
    const viewer = await memberWith('finance.view')
    const opened = await openConsole('en')
    const { page, text, url } = opened
    await openAs(opened, viewer, '/books/expenses')
    await page.getByRole('row', { name: 'Rent' }).click()
    const panel = page.getByRole('complementary', { name: 'Rent' })
    await panel.getByText(text('books.added')).waitFor()
    expect(await panel.getByRole('button', { name: text('action.edit') }).count()).toBe(0)
    expect(await page.getByRole('button', { name: text('books.addExpense') }).count()).toBe(0)
    expect(await page.locator('input[type="file"]').count()).toBe(0)
    await page.goto(url('/books/recurring'))
    await page.getByText(text('books.noRules'), { exact: true }).waitFor()
    expect(await page.getByRole('button', { name: text('books.addRule') }).count()).toBe(0)

    const other = await memberWith('clients.view')
    const second = await openConsole('en')
    await openAs(second, other, '/clients')
    const areas = second.page.getByRole('navigation', { name: text('app.areas') })
    expect(await areas.getByRole('link', { name: text('area.books') }).count()).toBe(0)
    await second.page.goto(second.url('/books'))
    await second.page.getByText(text('error.FORBIDDEN')).first().waitFor()
  })
})
