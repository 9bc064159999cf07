import * as identity from '@wp/identity/contract'
import { eventually, newStaff } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { chooseDays, expectAccessible, languages, openAs, openConsole } from './console.ts'
import { sell, tillSalon } from './console-till.ts'

describe('till in the console', { timeout: 300_000 }, () => {
  it.each(languages)('opens, sells, refunds, voids and closes (%s)', async (language) => {
    const salon = await tillSalon(language)
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    // pos learns the salon's currency by event; otherwise, the page would open a till in another currency.
    const first = await salon.openTill()
    await salon.till.closeTillSession({ params: { sessionId: first.id }, body: { closingCount: 500 } })
    await openAs(opened, salon, '/till')
    const form = page.getByRole('form', { name: text('till.openTitle') })
    await form.getByLabel(text('till.openingFloat', { currency: 'EGP' })).fill('a lot')
    await form.getByRole('button', { name: text('till.open') }).click()
    await form.getByText(text('till.amountInvalid')).waitFor()
    await form.getByLabel(text('till.openingFloat', { currency: 'EGP' })).fill('500')
    await form.getByRole('button', { name: text('till.open') }).click()
    await page.getByRole('button', { name: /Cut/ }).waitFor()

    // A scanner types a code followed by Enter.
    await page.getByRole('searchbox').fill('6221033101')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: text('till.oneMore', { name: 'Argan shampoo' }) }).click()
    await page.getByRole('button', { name: /Cut/ }).first().click()
    await page.getByRole('button', { name: text('till.chooseClient') }).click()
    await page.getByRole('combobox').fill('lai')
    await page.getByRole('option', { name: 'Laila Osman' }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: text('till.addDiscount') }).click()
    await page.getByRole('radio', { name: text('till.fixed', { currency: 'EGP' }) }).check()
    await page.getByLabel(text('till.amount'), { exact: true }).fill('50')
    await page.getByLabel(text('till.reason')).fill('Voucher')
    await page.getByRole('button', { name: text('till.add'), exact: true }).click()
    await page.getByText('Voucher').waitFor()
    await page.getByLabel(text('till.received')).fill('1000')
    await page.keyboard.press('Control+Enter')
    // 2 × 185.50 + 350 = 721, minus 10 % and 50.
    await page.getByText(text('sale.done', { number: language === 'ar' ? '١' : '1' })).waitFor()
    const [sold] = await salon.invoices()
    expect(sold).toMatchObject({
      status: 'paid',
      number: 1,
      clientName: 'Laila Osman',
      subtotal: 721,
      total: 598.9,
      discounts: [
        { kind: 'percentage', amount: 72.1, source: 'client' },
        { kind: 'fixed', amount: 50, reason: 'Voucher', source: 'manual' },
      ],
      payments: [{ method: 'cash', amount: 1000, change: 401.1 }],
    })
    expect(await salon.stockOf(salon.shampooId)).toBe(8)

    await page.getByRole('link', { name: text('invoice.open') }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: text('invoice.refund') }).click()
    const refund = page.getByRole('form', { name: text('invoice.refund') })
    await refund.getByRole('button', { name: text('invoice.refund') }).click()
    await refund.getByText(text('form.required')).waitFor()
    await refund.getByLabel(text('till.reason')).fill('Wrong color')
    await refund.getByRole('button', { name: text('invoice.refund') }).click()
    await page.getByText(text('invoiceStatus.refunded')).first().waitFor()
    await eventually(async () => expect(await salon.stockOf(salon.shampooId)).toBe(10))

    await page
      .getByRole('link', { name: text('area.till') })
      .first()
      .click()
    await page
      .getByRole('button', { name: /Hair oil/ })
      .first()
      .click()
    await page.getByRole('radio', { name: text('till.method.later') }).check()
    await page.keyboard.press('Control+Enter')
    await page.getByText(text('sale.done', { number: language === 'ar' ? '٢' : '2' })).waitFor()
    await page.getByRole('link', { name: text('invoice.open') }).click()
    await page.getByRole('button', { name: text('invoice.void') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('invoice.void') })
      .click()
    await page.getByText(text('invoiceStatus.void')).first().waitFor()
    await eventually(async () => expect(await salon.stockOf(salon.oilId)).toBe(10))

    await page
      .getByRole('link', { name: text('area.till') })
      .first()
      .click()
    await page.getByRole('button', { name: text('till.close') }).click()
    await page.getByLabel(text('till.closingCount', { currency: 'EGP' })).fill('490')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('till.close') })
      .click()
    await page.getByText(text('till.expected')).waitFor()
    const { sessions } = (await salon.till.listTillSessions({ query: { limit: 1 } })).body
    expect(sessions[0]).toMatchObject({ status: 'closed', expected: 500, counted: 490, difference: -10 })
    await page.getByRole('button', { name: text('till.done') }).click()
    await page.getByRole('form', { name: text('till.openTitle') }).waitFor()
    expect(problems).toEqual([])
  })

  it('sends a payment with another key when its method was changed after a lost connection', async () => {
    const salon = await tillSalon()
    const { id: sessionId } = await salon.openTill()
    const items = [{ name: 'Beard', quantity: 1, unitPrice: 180 }]
    const { id: invoiceId } = (await salon.till.createInvoice({ sessionId, items })).body.invoice
    await salon.till.finalizeInvoice({ params: { invoiceId } })
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, salon, `/invoices/${invoiceId}`)
    const keys: (string | undefined)[] = []
    let isLost = true
    await page.route('**/payments', async (route) => {
      keys.push(route.request().headers()['idempotency-key'])
      await (isLost ? route.abort() : route.continue())
    })
    await page.getByRole('button', { name: text('invoice.pay') }).click()
    const form = page.getByRole('form', { name: text('invoice.pay') })
    await form.getByRole('button', { name: text('invoice.pay') }).click()
    await form.getByText(text('error.connection')).waitFor()
    const lost = new Set(keys)
    isLost = false
    await form.getByRole('radio', { name: text('till.method.card') }).check()
    await form.getByRole('button', { name: text('invoice.pay') }).click()
    await page.getByText(text('invoiceStatus.paid'), { exact: true }).first().waitFor()
    expect(lost.size).toBe(1)
    expect(lost).not.toContain(keys.at(-1))
    const { invoice } = (await salon.till.getInvoice({ params: { invoiceId } })).body
    expect(invoice.payments).toMatchObject([{ method: 'card', amount: 180 }])
  })

  it("shows other users' sales live in the list of invoices, and filters it", async () => {
    const salon = await tillSalon()
    const { id: sessionId } = await salon.openTill()
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, salon, '/invoices')
    await page.getByText(text('invoices.none')).waitFor()
    const make = async (name: string, unitPrice: number): Promise<void> => {
      const items = [{ name, quantity: 1, unitPrice }]
      const { invoice } = (await salon.till.createInvoice({ sessionId, items })).body
      await salon.till.finalizeInvoice({ params: { invoiceId: invoice.id } })
    }
    await make('Beard', 180)
    await page.getByRole('row', { name: /180/ }).getByText(text('invoiceStatus.finalized')).waitFor()
    await make('Fringe', 150)
    await page.getByRole('row', { name: /150/ }).waitFor()
    await page.getByRole('searchbox').fill('2')
    await page.getByRole('row', { name: /180/ }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: /150/ }).click()
    await page.getByRole('complementary', { name: text('invoice.titleNumber', { number: '2' }) }).waitFor()
    await page.getByRole('searchbox').fill('77')
    await page.getByText(text('list.notFound')).waitFor()
    await page.getByRole('button', { name: text('list.showAll') }).click()
    await page.getByRole('radio', { name: text('invoiceStatus.paid'), exact: true }).check()
    await page.getByText(text('list.notFound')).waitFor()
    expect(new URL(page.url()).searchParams.get('status')).toBe('paid')
  })

  it('shows immediately when a product runs out, and lets the cashier change the sale', async () => {
    const salon = await tillSalon()
    await salon.openTill()
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, salon, '/till')
    await page
      .getByRole('button', { name: /Hair oil/ })
      .first()
      .click()
    await salon.setStock(salon.oilId, 0)
    await page.getByText(text('till.soldOut')).waitFor()
    await page.getByText(text('till.stockShort', { name: 'Hair oil', stock: '0' })).waitFor()
    await page.keyboard.press('Control+Enter')
    await page.getByText(text('refused.OUT_OF_STOCK')).first().waitFor()
    await expectAccessible(page)
    await page
      .getByRole('button', { name: text('refused.change') })
      .first()
      .click()
    await page.getByRole('button', { name: text('till.oneLess', { name: 'Hair oil' }) }).click()
    await sell(opened, 'Argan shampoo')
    await page.getByText(text('sale.done', { number: '1' })).waitFor()
    expect((await salon.invoices()).map(({ status, total }) => [status, total])).toEqual([
      ['void', 240],
      ['paid', 185.5],
    ])
  })

  it.each(languages)(
    'shows the taxes of a period by rate, and saves them as a file (%s)',
    async (language) => {
      const salon = await tillSalon(language)
      const { workspace } = (
        await salon.use(identity).updateWorkspace({ taxRates: [{ name: 'VAT', percentage: 14 }] })
      ).body
      const taxRateId = workspace.taxRates[0]!.id
      const { id: sessionId } = await salon.openTill()
      const opened = await openConsole(language)
      const { page, text, problems } = opened
      await openAs(opened, salon, '/invoices')
      await page.getByRole('link', { name: text('invoices.taxes') }).click()
      await page.getByText(text('invoices.noTaxes'), { exact: true }).waitFor()
      const items = [
        { name: 'Beard', quantity: 1, unitPrice: 228, taxRateId },
        { name: 'Gift', quantity: 1, unitPrice: 50 },
      ]
      const { invoice } = (await salon.till.createInvoice({ sessionId, items })).body
      await salon.till.finalizeInvoice({ params: { invoiceId: invoice.id } })
      const table = page.getByRole('table')
      await table.getByRole('row', { name: 'VAT' }).waitFor()
      await table.getByRole('row', { name: text('taxes.untaxed') }).waitFor()
      const total = table.getByRole('row', { name: text('taxes.total') })
      expect(await total.getByRole('cell').allInnerTexts()).toEqual(
        [250, 28, 278].map((value) =>
          new Intl.NumberFormat(language === 'ar' ? 'ar-EG' : 'en', { minimumFractionDigits: 2 }).format(
            value,
          ),
        ),
      )
      await expectAccessible(page)
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: text('list.export') }).click()
      const file = await (await saving).createReadStream()
      expect(Buffer.concat(await file.toArray()).toString()).toContain('VAT,14,')
      await chooseDays(opened, { from: '2020-01-01', to: '2020-01-31' })
      await page.getByText(text('invoices.noTaxes'), { exact: true }).waitFor()
      expect(problems).toEqual([])
    },
  )

  it('changes and finalizes a draft', async () => {
    const salon = await tillSalon()
    const { id: sessionId } = await salon.openTill()
    const items = [{ name: 'Beard', quantity: 1, unitPrice: 180 }]
    const { invoice } = (await salon.till.createInvoice({ sessionId, items })).body
    const opened = await openConsole('en')
    const { page, text } = opened
    await openAs(opened, salon, `/invoices/${invoice.id}`)
    await page.getByRole('button', { name: text('invoice.editItem', { name: 'Beard' }) }).click()
    await page.getByLabel(text('till.unitPrice', { currency: 'EGP' })).fill('200')
    await page.getByRole('button', { name: text('action.save') }).click()
    await page.getByRole('button', { name: text('invoice.addItem') }).click()
    await page.getByLabel(text('till.itemName')).fill('Fringe')
    await page.getByLabel(text('till.unitPrice', { currency: 'EGP' })).fill('150')
    await page.getByRole('button', { name: text('till.addItem') }).click()
    await page.getByRole('button', { name: text('till.addDiscount') }).click()
    await page.getByLabel(text('till.percent'), { exact: true }).fill('10')
    await page.getByRole('button', { name: text('till.add'), exact: true }).click()
    await page.getByText('EGP\u00a0315.00').first().waitFor()
    await page.getByRole('button', { name: text('invoice.removeItem', { name: 'Fringe' }) }).click()
    await page.getByText('EGP\u00a0180.00').first().waitFor()
    await page.getByRole('button', { name: text('invoice.finalize') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('invoice.finalize') })
      .click()
    await page
      .getByRole('heading', { level: 1, name: text('invoice.titleNumber', { number: '1' }) })
      .waitFor()
    await page.getByRole('button', { name: text('invoice.pay') }).click()
    const payment = page.getByRole('form', { name: text('invoice.pay') })
    await payment.getByLabel(text('till.amount'), { exact: true }).fill('200')
    await payment.getByRole('button', { name: text('invoice.pay') }).click()
    await page.getByText(text('invoiceStatus.paid'), { exact: true }).first().waitFor()
    expect((await salon.invoices())[0]).toMatchObject({
      status: 'paid',
      total: 180,
      items: [{ name: 'Beard', unitPrice: 200 }],
      payments: [{ amount: 200, change: 20 }],
    })
  })

  it('shows only the actions that a role allows', async () => {
    const salon = await tillSalon()
    const { id: sessionId } = await salon.openTill()
    const items = [{ name: 'Beard', quantity: 1, unitPrice: 180 }]
    const { invoice } = (await salon.till.createInvoice({ sessionId, items })).body
    const { staffId } = await newStaff(salon, ['store.orders.view'])
    const { email } = (await salon.api.getStaff({ params: { staffId } })).body.staff
    const opened = await openConsole('en')
    const { page, text, url } = opened
    await openAs(opened, { email, password: salon.password }, `/invoices/${invoice.id}`)
    await page.getByText('Beard').first().waitFor()
    expect(await page.getByRole('link', { name: text('area.till') }).count()).toBe(0)
    for (const name of ['invoice.void', 'invoice.finalize', 'invoice.pay'])
      expect(await page.getByRole('button', { name: text(name) }).count()).toBe(0)
    await page.goto(url('/invoices'))
    await page.getByRole('row', { name: /Beard/ }).waitFor()
  })
})
