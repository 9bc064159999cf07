import * as identity from '@wp/identity/contract'
import * as labs from '@wp/labs/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { textForm, uniqueName, visitorApi } from '@wp/testing'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { newSalon, openAs, openConsole, textsOf } from './console.ts'
import { tillSalon } from './console-till.ts'

/** A change, and the text that the page shows once it has arrived. */
type Round = { act: () => Promise<unknown>; shows: Locator; state?: 'visible' | 'detached' }

/** Returns the milliseconds from a change until the page shows it: the fastest of three rounds. */
const delayOf = async (round: (number: number) => Promise<Round>): Promise<number> => {
  const times: number[] = []
  for (const number of [1, 2, 3]) {
    const { act, shows, state = 'visible' } = await round(number)
    await act()
    const since = performance.now()
    await shows.waitFor({ state, timeout: 20_000 })
    times.push(performance.now() - since)
  }
  return Math.min(...times)
}

/** Waits until the page is subscribed to a channel. */
const followed = async (page: Page, channel: string, open: () => Promise<unknown>): Promise<void> => {
  let received = ''
  page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => (received += payload)))
  await open()
  await expect.poll(() => received, { timeout: 60_000 }).toContain(`"subscribed","channel":"${channel}"`)
}

const today = (): string => new Date().toISOString().slice(0, 10)

describe('console', { timeout: 300_000 }, () => {
  it('shows a new session in the calendar within a second', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const { service } = (await api.createService({ name: 'Cut', durationMinutes: 30, price: 350 })).body
    const opened = await openConsole('en')
    const { page } = opened
    await followed(page, 'sessions', () => openAs(opened, owner, `/calendar?date=${today()}`))
    await page.locator('[aria-busy="false"] [data-column]').first().waitFor()
    const delay = await delayOf(async (number) => {
      const { client } = (await api.createClient({ name: `Client ${number}` })).body
      const session = { name: 'Cut', clientId: client.id, serviceIds: [service.id] }
      return {
        act: () => api.createSession({ ...session, date: today(), startTime: `1${number}:00` }),
        shows: page.locator('[data-session]', { hasText: client.name }),
      }
    })
    expect(delay).toBeLessThan(1000)
  })

  it('shows changes of stock at the till within a second', async () => {
    const salon = await tillSalon()
    await salon.openTill()
    const opened = await openConsole('en')
    const { page, text } = opened
    await followed(page, 'products', () => openAs(opened, salon, '/till'))
    await page
      .getByRole('button', { name: /Hair oil/ })
      .first()
      .waitFor()
    const delay = await delayOf(async (number) => ({
      act: () => salon.setStock(salon.oilId, number === 2 ? 10 : 0),
      shows: page.getByText(text('till.soldOut')),
      state: number === 2 ? 'detached' : 'visible',
    }))
    expect(delay).toBeLessThan(1000)
  })

  it('shows a new order within a second', async () => {
    const { api, ...owner } = await newSalon(storefront, 'en', 'Nefertiti')
    const slug = uniqueName('nefertiti-')
    const store = { slug, name: 'Nefertiti', locale: 'en' as const, currencyCode: 'EGP' }
    await api.putStore({ ...store, isPublished: true, deliveryKinds: ['pickup'] })
    const oil = { name: 'Argan oil', price: 120, stock: 10, status: 'active' as const }
    const { product } = (await api.createProduct(oil)).body
    const opened = await openConsole('en')
    const { page } = opened
    await followed(page, 'orders', () => openAs(opened, owner, '/shop/orders'))
    const delay = await delayOf(async (number) => {
      const name = `Customer ${number}`
      return {
        act: () =>
          visitorApi(storefront).createOrder({
            params: { slug },
            body: {
              customer: { name, email: 'mona@example.com' },
              items: [{ productId: product.id, quantity: 1 }],
              delivery: { kind: 'pickup' },
            },
          }),
        shows: page.getByRole('row', { name }),
      }
    })
    expect(delay).toBeLessThan(1000)
  })

  it('shows a new lab test within a second', async () => {
    const { api, ...owner } = await newSalon(labs, 'en', 'Nile Lab')
    const { analysis } = (await api.createAnalysis({ testName: 'Glucose', price: 120 })).body
    const { createClient } = owner.use(scheduling)
    const opened = await openConsole('en')
    const { page } = opened
    await followed(page, 'lab_tests', () => openAs(opened, owner, '/labs'))
    const delay = await delayOf(async (number) => {
      const { client } = (await createClient({ name: `Client ${number}` })).body
      const test = { clientId: client.id, testDate: today(), analysisIds: [analysis.id] }
      return {
        act: () => api.createTest(test),
        shows: page.getByRole('row', { name: client.name }),
      }
    })
    expect(delay).toBeLessThan(1000)
  })

  it('shows a new job within a second', async () => {
    const { api, ...owner } = await newSalon(scheduling, 'en', 'Nefertiti')
    const opened = await openConsole('en')
    const { page, text } = opened
    await followed(page, 'jobs', () => openAs(opened, owner, '/activity'))
    const rows = page.getByRole('row', { name: text('activity.jobKind.client-import') })
    const delay = await delayOf(async (number) => ({
      act: () => api.importClients({ body: textForm(`name\nClient ${number}\n`) }),
      shows: rows.nth(number - 1),
    }))
    expect(delay).toBeLessThan(1000)
  })

  it('ends the screen within a second after a revocation or a logout in another tab', async () => {
    const owner = await newSalon(scheduling, 'en', 'Nefertiti')
    const delayAfter = (end: (page: Page) => Promise<unknown>): Promise<number> =>
      delayOf(async () => {
        const opened = await openConsole('en')
        const { page, text } = opened
        await followed(page, 'clients', () => openAs(opened, owner, '/clients'))
        return {
          act: () => end(page),
          shows: page.getByRole('button', { name: text('signIn.submit'), exact: true }),
        }
      })
    const account = owner.use(identity)
    const revoked = await delayAfter(async () => {
      const { sessions } = (await account.listLoginSessions()).body
      const { id } = sessions.find(({ device }) => device.includes('Chrome'))!
      await account.endLoginSession({ params: { sessionId: id } })
    })
    const loggedOut = await delayAfter(async (page) => {
      const second = await page.context().newPage()
      await second.goto(page.url())
      await second.getByRole('button', { name: owner.email }).click()
      await second.getByRole('menuitem', { name: textsOf('en')('account.logOut') }).click()
      await page.bringToFront()
    })
    expect(revoked).toBeLessThan(1000)
    expect(loggedOut).toBeLessThan(1000)
  })
})
