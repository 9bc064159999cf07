import * as scheduling from '@wp/scheduling/contract'
import { eventually } from '@wp/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { expectAccessible, languages, logIn, newSalon, openAs, openConsole } from './console.ts'
import type { ConsolePage } from './console.ts'
import { sell, tillNames, tillSalon, waitForWorker } from './console-till.ts'
import type { TillSalon } from './console-till.ts'
import { takePicture } from './pictures.ts'

/** Opens the till as the owner, and waits until the browser could open it without a connection. */
const openTillPage = async (opened: ConsolePage, salon: TillSalon): Promise<void> => {
  await salon.openTill()
  await openAs(opened, salon, '/till')
  await opened.page.getByRole('button', { name: salon.names.shampoo }).first().waitFor()
  await waitForWorker(opened.page)
}

const next = ({ page, text }: ConsolePage) => page.getByRole('button', { name: text('sale.next') }).click()

/** The till screen's text about unsent sales. */
const waiting = (page: Page) => page.getByRole('link', { name: /stored in this browser|محفوظ/ })

/** The names of the clients that this browser can find without a connection. */
const storedClients = (page: Page) =>
  page.evaluate<string[]>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('console-till')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const copies = opening.result.transaction('copies').objectStore('copies')
      const [keys, values] = [copies.getAllKeys(), copies.getAll()]
      copies.transaction.oncomplete = () => {
        const index = keys.result.findIndex((key) => key[2] === 'clients')
        resolve((values.result[index] ?? []).map(({ name }) => name))
        opening.result.close()
      }
    }
  })`)

/** Compares invoices, stock, the cash drawer and the books with the sales, in order. */
const expectBooks = async (salon: TillSalon, totals: number[], stock: { shampoo: number; oil: number }) => {
  const invoices = await salon.invoices()
  expect(invoices.map(({ status, number, total }) => [status, number, total])).toEqual(
    totals.map((total, index) => ['paid', index + 1, total]),
  )
  expect(invoices.flatMap(({ payments }) => payments)).toHaveLength(totals.length)
  expect(await salon.stockOf(salon.shampooId)).toBe(stock.shampoo)
  expect(await salon.stockOf(salon.oilId)).toBe(stock.oil)
  await eventually(async () => {
    const incomes = await salon.incomes()
    expect(incomes.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual(
      totals.toSorted((a, b) => a - b),
    )
  })
  const sum = totals.reduce((total, each) => total + each, 0)
  const { sessions } = (await salon.till.listTillSessions({ query: { limit: 1 } })).body
  const sessionId = sessions[0]!.id
  const closing = { params: { sessionId }, body: { closingCount: 500 + sum } }
  expect((await salon.till.closeTillSession(closing)).body.session).toMatchObject({
    expected: 500 + sum,
    difference: 0,
  })
}

describe('till without a connection', { timeout: 300_000 }, () => {
  it.each(languages)('keeps selling, survives a killed tab and sends in order (%s)', async (language) => {
    const salon = await tillSalon(language, tillNames[language])
    const { shampoo, oil } = salon.names
    const opened = await openConsole(language)
    const { page, context, text, url } = opened
    await openTillPage(opened, salon)
    await sell(opened, shampoo)
    await page.getByText(text('sale.done', { number: language === 'ar' ? '١' : '1' })).waitFor()
    await next(opened)

    await context.setOffline(true)
    await sell(opened, oil, oil)
    await page.getByText(text('receipt.provisional')).first().waitFor()
    await page.getByText(text('receipt.provisionalText')).waitFor()
    await waiting(page).waitFor()
    await takePicture(page, `console/till-offline${language === 'ar' ? '-arabic' : ''}`)
    await expectAccessible(page)
    await next(opened)
    await page.getByRole('button', { name: shampoo }).first().click()
    await page.close()

    // The tab was killed in the middle of the next sale. The page opens without a connection and still has the basket.
    const again = { ...opened, page: await context.newPage() }
    await again.page.goto(url('/till'))
    await again.page.getByRole('button', { name: text('till.oneMore', { name: shampoo }) }).waitFor()
    await waiting(again.page).waitFor()
    await sell(again)
    await again.page.getByText(text('receipt.provisional')).first().waitFor()
    expect(await salon.invoices()).toHaveLength(1)

    await context.setOffline(false)
    await again.page.getByText(text('sale.done', { number: language === 'ar' ? '٣' : '3' })).waitFor()
    await waiting(again.page).waitFor({ state: 'detached' })
    await expectBooks(salon, [185.5, 480, 185.5], { shampoo: 8, oil: 8 })
  })

  it('finds the clients of the salon without a connection and deletes them at logout', async () => {
    const salon = await tillSalon()
    const opened = await openConsole('en')
    const { page, context, text, url } = opened
    await openTillPage(opened, salon)
    await expect.poll(() => storedClients(page)).toEqual(['Laila Osman'])
    await context.setOffline(true)
    await page.goto(url('/till'))
    await page.getByRole('button', { name: 'Hair oil' }).first().click()
    await page.getByRole('button', { name: text('till.chooseClient') }).click()
    const search = page.getByRole('combobox', { name: text('till.searchClients') })
    await search.fill('nobody')
    await page.getByText(text('till.noClientsOffline')).waitFor()
    await search.fill('osm')
    await page.getByRole('option', { name: 'Laila Osman' }).click()
    await sell(opened)
    await page.getByText(text('receipt.provisional')).first().waitFor()
    await context.setOffline(false)
    await eventually(async () =>
      expect(await salon.invoices()).toMatchObject([
        { status: 'paid', clientId: salon.clientId, total: 216 },
      ]),
    )
    await next(opened)
    await page.getByRole('button', { name: salon.email }).click()
    await page.getByRole('menuitem', { name: text('account.logOut') }).click()
    await page.getByRole('button', { name: text('signIn.submit'), exact: true }).waitFor()
    await expect.poll(() => storedClients(page)).toEqual([])
  })

  it.each(['create', 'finalize', 'payments'] as const)(
    'sells once when the reply to “%s” is lost and the tab is killed',
    async (step) => {
      const salon = await tillSalon()
      const opened = await openConsole('en')
      const { page, context, url } = opened
      await openTillPage(opened, salon)
      const path = step === 'create' ? /\/pos\/invoices$/ : new RegExp(`/pos/invoices/\\w+/${step}$`)
      let lost = 0
      await page.route(path, async (route) => {
        if (route.request().method() !== 'POST') return route.continue()
        // The platform applies the request, but the page never receives the reply.
        await route.fetch()
        lost += 1
        await context.setOffline(true)
        return route.abort('connectionreset')
      })
      await page.getByRole('button', { name: 'Argan shampoo' }).first().click()
      await page.keyboard.press('Control+Enter')
      await expect.poll(() => lost).toBeGreaterThan(0)
      await page.close()
      await context.setOffline(false)
      const second = await context.newPage()
      second.setDefaultTimeout(120_000)
      // The queue is sent from every page, not only from the till page. The step is repeated with its key.
      const repeated = second.waitForResponse(
        (response) => path.test(response.url()) && response.request().method() === 'POST',
      )
      await second.goto(url('/'))
      expect((await repeated).headers()['idempotency-replayed']).toBe('true')
      await eventually(async () => expect((await salon.invoices())[0]?.status).toBe('paid'))
      await expectBooks(salon, [185.5], { shampoo: 9, oil: 10 })
    },
  )

  it('sends the sales of two tabs once', async () => {
    const salon = await tillSalon()
    const opened = await openConsole('en')
    const { context, url } = opened
    await openTillPage(opened, salon)
    const second = { ...opened, page: await context.newPage() }
    await second.page.goto(url('/till'))
    await second.page.getByRole('button', { name: /Argan shampoo/ }).waitFor()
    await context.setOffline(true)
    await sell(opened, 'Argan shampoo')
    await sell(second, 'Hair oil')
    await next(opened)
    await sell(opened, 'Argan shampoo')
    await context.setOffline(false)
    await waiting(opened.page).waitFor({ state: 'detached' })
    await waiting(second.page).waitFor({ state: 'detached' })
    await eventually(async () => expect(await salon.invoices()).toHaveLength(3))
    await eventually(async () => expect((await salon.invoices()).at(-1)!.status).toBe('paid'))
    await expectBooks(salon, [185.5, 240, 185.5], { shampoo: 8, oil: 9 })
  })

  it("shows a sale that is rejected later, and resends it after the cashier's decision", async () => {
    const salon = await tillSalon()
    const opened = await openConsole('en')
    const { page, context, text } = opened
    await openTillPage(opened, salon)
    await context.setOffline(true)
    await sell(opened, 'Hair oil')
    await next(opened)
    await sell(opened, 'Argan shampoo')
    await next(opened)
    await salon.setStock(salon.oilId, 0)
    await context.setOffline(false)
    await page.getByText(text('refused.OUT_OF_STOCK')).waitFor()
    await eventually(async () =>
      expect((await salon.invoices()).map(({ status }) => status)).toEqual(['draft', 'paid']),
    )
    await page.reload()
    await page.getByText(text('refused.OUT_OF_STOCK')).waitFor()
    await salon.setStock(salon.oilId, 5)
    await page.getByRole('button', { name: text('refused.repeat') }).click()
    await page.getByText(text('refused.OUT_OF_STOCK')).waitFor({ state: 'detached' })
    await eventually(async () =>
      expect((await salon.invoices()).map(({ status, total }) => [status, total])).toEqual([
        ['void', 240],
        ['paid', 185.5],
        ['paid', 240],
      ]),
    )
    expect(await salon.stockOf(salon.oilId)).toBe(4)
  })

  it("never sends a sale with another user's login", async () => {
    const salon = await tillSalon()
    const other = await newSalon(scheduling, 'en', 'Another salon')
    const opened = await openConsole('en')
    const { page, text, url } = opened
    await openTillPage(opened, salon)
    // The platform stays unreachable for sales only, so that the user can log out.
    await page.route(/\/pos\/invoices$/, (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    const place = await page.getByRole('main').boundingBox()
    await sell(opened, 'Argan shampoo')
    await waiting(page).waitFor()
    // The till's layout does not move while a cashier taps.
    expect(await page.getByRole('main').boundingBox()).toEqual(place)
    await page.getByRole('button', { name: salon.email }).click()
    await page.getByRole('menuitem', { name: text('account.logOut') }).click()
    await page.getByRole('button', { name: text('signIn.submit'), exact: true }).waitFor()
    await page.unroute(/\/pos\/invoices$/)
    await logIn(opened, other)
    await page.getByRole('button', { name: other.email }).waitFor()
    await page.goto(url('/till'))
    await page.getByRole('form', { name: text('till.openTitle') }).waitFor()
    expect(await waiting(page).count()).toBe(0)
    expect(await salon.invoices()).toEqual([])

    await page.getByRole('button', { name: other.email }).click()
    await page.getByRole('menuitem', { name: text('account.logOut') }).click()
    await page.getByRole('button', { name: text('signIn.submit'), exact: true }).waitFor()
    await logIn(opened, salon)
    await eventually(async () => expect((await salon.invoices())[0]?.status).toBe('paid'))
    await expectBooks(salon, [185.5], { shampoo: 9, oil: 10 })
  })
})
