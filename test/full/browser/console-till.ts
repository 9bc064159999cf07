import * as finance from '@wp/finance/contract'
import * as pos from '@wp/pos/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { eventually, uniqueName } from '@wp/testing'
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { newSalon } from './console.ts'
import type { ConsolePage, Language } from './console.ts'

const englishNames = {
  salon: 'Nefertiti',
  shampoo: 'Argan shampoo',
  oil: 'Hair oil',
  cut: 'Cut',
  client: 'Laila Osman',
  register: 'Front',
}

/** Names for screenshots. Other tests use the English ones in both languages. */
export const tillNames: Record<Language, typeof englishNames> = {
  en: englishNames,
  ar: {
    salon: 'نفرتيتي',
    shampoo: 'شامبو بزيت الأرجان',
    oil: 'زيت للشعر',
    cut: 'قص',
    client: 'ليلى عثمان',
    register: 'الأمامي',
  },
}

/** Creates a salon with two products in stock, a service and a client who has a discount. */
export const tillSalon = async (language: Language = 'en', names = englishNames) => {
  const owner = await newSalon(scheduling, language, names.salon)
  const shop = owner.use(storefront)
  const till = owner.use(pos)
  const slug = uniqueName('nefertiti-')
  await shop.putStore({ slug, name: names.salon, locale: language, currencyCode: 'EGP' })
  const product = async (name: string, price: number, stock: number, externalId: string): Promise<string> =>
    (await shop.createProduct({ name, price, stock, externalId, status: 'active' })).body.product.id
  const shampooId = await product(names.shampoo, 185.5, 10, '6221033101')
  const oilId = await product(names.oil, 240, 10, '6221033102')
  await owner.api.createService({ name: names.cut, scope: 'sessions', durationMinutes: 45, price: 350 })
  const client = { name: names.client, discount: { kind: 'percentage' as const, value: 10 } }
  const clientId = (await owner.api.createClient(client)).body.client.id
  return {
    ...owner,
    names,
    clientId,
    till,
    shampooId,
    oilId,
    stockOf: async (productId: string): Promise<number | null> =>
      (await shop.getProduct({ params: { productId } })).body.product.stock,
    setStock: (productId: string, stock: number) =>
      shop.updateProduct({ params: { productId }, body: { stock } }),
    /** All invoices, oldest first. */
    invoices: async () => (await till.listInvoices({ query: { limit: 100 } })).body.invoices.toReversed(),
    /** Opens a till in the salon's currency, which pos learns by event. */
    openTill: (register = names.register) =>
      eventually(async () => {
        const { session } = (await till.openTillSession({ register, openingFloat: 500 })).body
        if (session.currencyCode !== 'EGP')
          await till.closeTillSession({ params: { sessionId: session.id }, body: { closingCount: 500 } })
        expect(session.currencyCode).toBe('EGP')
        return session
      }),
    /** The incomes that finance has booked for sales. */
    incomes: async () => (await owner.use(finance).listIncomes({ query: { limit: 100 } })).body.incomes,
  }
}

export type TillSalon = Awaited<ReturnType<typeof tillSalon>>

/** Waits until the browser can open the console without a connection. */
export const waitForWorker = (page: Page): Promise<unknown> =>
  page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')

/** Adds products by name and takes the exact amount in cash. */
export const sell = async ({ page, text }: Pick<ConsolePage, 'page' | 'text'>, ...names: string[]) => {
  for (const name of names) await page.getByRole('button', { name }).first().click()
  await page.getByRole('button', { name: text('till.charge', { amount: '' }).trim() }).click()
  await page.getByRole('article', { name: text('receipt.title') }).waitFor()
}
