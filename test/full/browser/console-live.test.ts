import * as finance from '@wp/finance/contract'
import * as labs from '@wp/labs/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { uniqueName } from '@wp/testing'
import type { Page, WebSocketRoute } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newSalon, openAs, openConsole } from './console.ts'

/** Lets a test cut the live connection of a page. */
const cuttable = async (page: Page) => {
  const sockets = new Set<WebSocketRoute>()
  let isCut = false
  await page.routeWebSocket(/\/v1\/realtime$/, (socket) => {
    if (isCut) return void socket.close({ code: 1001, reason: 'cut' })
    sockets.add(socket)
    return void socket.connectToServer()
  })
  return {
    sockets,
    cut: async () => {
      isCut = true
      for (const socket of sockets) await socket.close({ code: 1001, reason: 'cut' })
    },
    restore: () => (isCut = false),
  }
}

describe('live connection of the console', { timeout: 300_000 }, () => {
  it('survives a lost connection without losing input or missing changes', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const opened = await openConsole('en')
    const { page, text } = opened
    await api.createClient({ name: 'Laila Osman' })
    const connection = await cuttable(page)
    await openAs(opened, owner, '/clients?open=new')
    await page.getByLabel(text('client.name'), { exact: true }).fill('Typed before')
    await expect.poll(() => connection.sockets.size).toBe(1)
    await page.getByRole('row', { name: 'Laila Osman' }).waitFor()
    await connection.cut()
    await page.getByText(text('connection.lost')).waitFor()
    await api.createClient({ name: 'Added meanwhile' })
    connection.restore()
    await page.getByText(text('connection.lost')).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: 'Added meanwhile' }).waitFor()
    expect(await page.getByLabel(text('client.name'), { exact: true }).inputValue()).toBe('Typed before')
  })

  it('shows what changed before the first connection was ready', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const opened = await openConsole('en')
    const { page, text } = opened
    await api.createClient({ name: 'Laila Osman' })
    const connection = await cuttable(page)
    await connection.cut()
    await openAs(opened, owner, '/clients')
    await page.getByRole('row', { name: 'Laila Osman' }).waitFor()
    await page.getByText(text('connection.lost')).waitFor()
    await api.createClient({ name: 'Added meanwhile' })
    expect(await page.getByRole('row', { name: 'Added meanwhile' }).count()).toBe(0)
    connection.restore()
    await page.getByRole('row', { name: 'Added meanwhile' }).waitFor()
  })

  it('shows what changed while a list was loaded for the first time', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const opened = await openConsole('en')
    const { page, text, problems } = opened
    await openAs(opened, owner, '/settings')
    let received = ''
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (received += payload)))
    await page.reload()
    // The reply was read before the change and arrives after its event.
    const early = Promise.withResolvers<void>()
    let isFirst = true
    await page.route(/\/clients\?after=/, async (route) => {
      if (!isFirst) return route.continue()
      isFirst = false
      const response = await route.fetch()
      early.resolve()
      await expect.poll(() => received, { timeout: 60_000 }).toContain('client.created')
      return route.fulfill({ response })
    })
    await page.getByRole('link', { name: text('area.clients') }).click()
    await early.promise
    await expect.poll(() => received).toContain('"subscribed","channel":"clients"')
    await api.createClient({ name: 'Added meanwhile' })
    await page.getByRole('row', { name: 'Added meanwhile' }).waitFor({ timeout: 20_000 })
    expect(problems).toEqual([])
  })

  it('shows what changed while another page was open', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const opened = await openConsole('en')
    const { page, text, problems } = opened
    await api.createClient({ name: 'Laila Osman' })
    await openAs(opened, owner, '/clients')
    await page.getByRole('row', { name: 'Laila Osman' }).waitFor()
    await page.getByRole('link', { name: text('area.settings') }).click()
    await page.getByRole('row', { name: 'Laila Osman' }).waitFor({ state: 'detached' })
    await api.createClient({ name: 'Added meanwhile' })
    await page.getByRole('link', { name: text('area.clients') }).click()
    await page.getByRole('row', { name: 'Laila Osman' }).waitFor()
    await page.getByRole('row', { name: 'Added meanwhile' }).waitFor()
    expect(problems).toEqual([])
  })

  it('shows analyses, units and coupons of the laboratory that other users change', async () => {
    const { api, ...owner } = await newSalon(labs, 'en', 'Nefertiti')
    const { labUnit } = (await api.createLabUnit({ labUnitTitle: 'mg/dL' })).body
    await api.createAnalysis({ testName: 'Glucose', unitId: labUnit.id })
    const opened = await openConsole('en')
    const { page, text, url, problems } = opened
    const row = (name: string) => page.getByRole('row', { name })
    await openAs(opened, owner, '/labs/analyses')
    await row('Glucose').waitFor()
    await api.createAnalysis({ testName: 'Ferritin' })
    await row('Ferritin').waitFor({ timeout: 5000 })
    await api.updateLabUnit({ params: { labUnitId: labUnit.id }, body: { labUnitTitle: 'mmol/L' } })
    await row('Glucose').getByText('mmol/L').waitFor({ timeout: 5000 })

    await page.goto(url('/labs/units'))
    await row('mmol/L').waitFor()
    await api.deactivateLabUnit({ params: { labUnitId: labUnit.id } })
    await page.getByText(text('labs.noUnits'), { exact: true }).waitFor({ timeout: 5000 })

    await page.goto(url('/labs/coupons'))
    await page.getByText(text('labs.noCoupons'), { exact: true }).waitFor()
    const coupon = { couponTitle: 'Spring', couponCode: 'SPRING', couponValue: 10 }
    await api.createLabCoupon({ ...coupon, couponType: 'percentage' })
    await row('Spring').waitFor({ timeout: 5000 })
    expect(problems).toEqual([])
  })

  it('shows categories, pages and domains of the shop and recurring expenses that other users change', async () => {
    const { api, ...owner } = await newSalon(storefront, 'en', 'Nefertiti')
    await api.putStore({ slug: uniqueName('live-'), name: 'Nefertiti', isPublished: true })
    const opened = await openConsole('en')
    const { page, text, url, problems } = opened
    const row = (name: string) => page.getByRole('row', { name })
    await openAs(opened, owner, '/shop/categories')
    await page.getByText(text('shop.noCategories'), { exact: true }).waitFor()
    const { category } = (await api.createCategory({ name: 'Hair' })).body
    await row('Hair').waitFor({ timeout: 5000 })
    await api.updateCategory({ params: { categoryId: category.id }, body: { name: 'Nails' } })
    await row('Nails').waitFor({ timeout: 5000 })

    await page.goto(url('/shop/pages'))
    await page.getByText(text('shop.noPages'), { exact: true }).waitFor()
    const created = (await api.createPage({ type: 'faq', title: 'Questions' })).body
    await row('Questions').waitFor({ timeout: 5000 })
    await api.deletePage({ params: { pageId: created.page.id } })
    await row('Questions').waitFor({ state: 'detached', timeout: 5000 })

    await page.goto(url('/shop/settings'))
    await page.getByText(text('shop.noDomains'), { exact: true }).waitFor()
    const { domain } = (await api.createDomain({ domain: `${uniqueName('shop-')}.example` })).body
    await page.getByText(domain.domain, { exact: true }).waitFor({ timeout: 5000 })
    await api.disableDomain({ params: { domainId: domain.id } })
    await page.getByText(text('shop.domainStatus.disabled')).waitFor({ timeout: 5000 })

    const books = owner.use(finance)
    await page.goto(url('/books/recurring'))
    await page.getByText(text('books.noRules'), { exact: true }).waitFor()
    const startDate = new Date().toISOString().slice(0, 10)
    const rent = { title: 'Rent', amount: 900, frequency: 'monthly' as const, startDate }
    const { rule } = (await books.createRecurringExpenseRule(rent)).body
    await row('Rent').waitFor({ timeout: 5000 })
    await books.pauseRecurringExpenseRule({ params: { ruleId: rule.id } })
    await row('Rent').getByText(text('books.status.paused')).first().waitFor({ timeout: 5000 })

    await page.goto(url('/books/due'))
    const due = page.getByRole('listitem').filter({ hasText: 'Rent' })
    await due.waitFor()
    const [occurrence] = (await books.listRecurringExpenseOccurrences()).body.occurrences
    await books.skipRecurringExpenseOccurrence({ params: { occurrenceId: occurrence!.id } })
    await due.waitFor({ state: 'detached', timeout: 5000 })
    expect(problems).toEqual([])
  })

  it('tries again when a list could not be loaded after a change', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const opened = await openConsole('en')
    const { page, problems } = opened
    await api.createClient({ name: 'Laila Osman' })
    await openAs(opened, owner, '/clients')
    await page.getByRole('row', { name: 'Laila Osman' }).waitFor()
    let failures = 0
    let isBroken = true
    await page.route(/\/clients\?after=/, async (request) => {
      if (!isBroken) return request.continue()
      failures += 1
      return request.fulfill({ status: 503, json: {} })
    })
    await api.createClient({ name: 'Added meanwhile' })
    // One attempt and three retries of the client.
    await expect.poll(() => failures, { timeout: 60_000 }).toBeGreaterThan(3)
    isBroken = false
    await page.getByRole('row', { name: 'Added meanwhile' }).waitFor()
    expect(problems).toEqual([])
  })

  it('shows a list that could not be loaded once the API answers again', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const opened = await openConsole('en')
    const { page, text, problems } = opened
    await api.createClient({ name: 'Laila Osman' })
    let isBroken = true
    await page.route(/\/clients\?after=/, (request) =>
      isBroken ? request.fulfill({ status: 503, json: {} }) : request.continue(),
    )
    await openAs(opened, owner, '/clients')
    await page.getByText(text('state.failed')).waitFor()
    isBroken = false
    await page.getByRole('row', { name: 'Laila Osman' }).waitFor()
    expect(problems).toEqual([])
  })
})
