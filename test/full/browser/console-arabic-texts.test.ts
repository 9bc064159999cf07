import * as finance from '@wp/finance/contract'
import * as storefront from '@wp/storefront/contract'
import { eventually, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { openAs, openConsole } from './console.ts'
import { tillSalon } from './console-till.ts'

describe('texts that the platform stores in English', { timeout: 300_000 }, () => {
  it('shows booked incomes and expenses and the discount of a client in Arabic', async () => {
    const salon = await tillSalon('ar')
    const { id: sessionId } = await salon.openTill()
    const items = [{ name: 'Beard', quantity: 1, unitPrice: 180 }]
    const sale = { sessionId, clientId: salon.clientId, items, applyClientDiscount: true }
    const { id: invoiceId } = (await salon.till.createInvoice(sale)).body.invoice
    const params = { invoiceId }
    const { total } = (await salon.till.finalizeInvoice({ params })).body.invoice
    expect(total).toBe(162)
    await salon.till.payInvoice({ params, body: { method: 'card', amount: total, sessionId } })
    await salon.till.refundInvoice({
      params,
      body: { method: 'card', amount: 20, sessionId, reason: 'Late' },
    })
    const shop = salon.use(storefront)
    const { slug } = (await shop.getStore()).body.store
    await shop.putStore({ slug, name: 'Nefertiti', locale: 'ar', currencyCode: 'EGP', isPublished: true })
    const { order } = (
      await visitorApi(storefront).createOrder({
        params: { slug },
        body: {
          customer: { name: 'Mona Adel', email: 'mona@example.com' },
          items: [{ productId: salon.oilId, quantity: 1 }],
        },
      })
    ).body
    for (const status of ['confirmed', 'fulfilled'] as const)
      await shop.setOrderStatus({ params: { orderId: order.id }, body: { status } })
    await eventually(async () => expect(await salon.incomes()).toHaveLength(2))
    await eventually(async () =>
      expect((await salon.use(finance).listExpenses()).body.expenses).toHaveLength(1),
    )

    const opened = await openConsole('ar')
    const { page, text, url, problems } = opened
    await openAs(opened, salon, '/books/incomes')
    const invoice = text('books.bookedTitle.invoice', { number: '١' })
    await page.getByRole('row', { name: invoice }).click()
    const panel = page.getByRole('complementary', { name: invoice })
    await panel.getByText(text('books.bookedCategory.sales'), { exact: true }).waitFor()
    await page.getByRole('row', { name: text('books.bookedTitle.order', { store: 'Nefertiti' }) }).waitFor()
    await page
      .getByRole('combobox', { name: text('books.label.category') })
      .selectOption({ label: text('books.bookedCategory.sales') })
    await page.waitForURL(/category=sales/)
    await page.goto(url('/books/expenses'))
    await page.getByRole('row', { name: text('books.bookedTitle.invoiceRefund', { number: '١' }) }).waitFor()

    await page.goto(url(`/invoices/${invoiceId}`))
    await page
      .getByText(`${text('till.clientDiscount')} ١٠٪؜`)
      .first()
      .waitFor()
    expect(await page.getByText('Client discount').count()).toBe(0)
    expect(problems).toEqual([])
  })
})
