import * as labs from '@wp/labs/contract'
import * as scheduling from '@wp/scheduling/contract'
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

  it('shows analyses, units and coupons of the laboratory that others change', async () => {
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
})
