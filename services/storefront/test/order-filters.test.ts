import { newId, searchKeys } from '@wp/kernel'
import { assertIndexed } from '@wp/mongo'
import { openTestDatabase, uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { addOrderSearch, matchingOrders, orderCollection } from '../src/orders/order.store.ts'
import { newProduct, newShop } from './shop.ts'

const visitor = visitorApi(contract)

describe('GET /workspace/:workspaceId/storefront/orders', () => {
  it('filters by customer, date and amount', async () => {
    const shop = await newShop()
    const { id: productId } = await newProduct(shop, { price: 12.5 })
    const buy = async (quantity: number, customer: { name: string; email?: string; phone?: string }) =>
      (
        await visitor.createOrder({
          params: { slug: shop.slug },
          body: { customer, items: [{ productId, quantity }] },
        })
      ).body.order
    const ann = await buy(1, { name: 'Ann', email: 'Ann@example.com' })
    const ben = await buy(2, { name: 'Ben', phone: '+201' })
    const list = async (query: Record<string, string>) =>
      (await shop.api.listOrders.raw({ query })).body.orders.map(({ id }) => id)
    expect(await list({ customerEmail: 'ANN@example.com' })).toEqual([ann.id])
    expect(await list({ customerPhone: '+201' })).toEqual([ben.id])
    expect(await list({ minTotal: '12.5', maxTotal: '12.5' })).toEqual([ann.id])
    expect(await list({ minTotal: '12.51' })).toEqual([ben.id])
    expect(await list({ maxTotal: '25', status: 'pending' })).toEqual([ben.id, ann.id])
    expect(await list({ from: ben.createdAt })).toEqual([ben.id])
    expect(await list({ to: ann.createdAt })).toEqual([ann.id])
    expect(await list({ from: '2999-01-01' })).toEqual([])
  })

  it('searches customers by the beginning of words', async () => {
    const shop = await newShop()
    const { id: productId } = await newProduct(shop, { price: 5 })
    const buy = async (customer: { name: string; email?: string; phone?: string }) =>
      (
        await visitor.createOrder({
          params: { slug: shop.slug },
          body: { customer, items: [{ productId, quantity: 1 }] },
        })
      ).body.order.id
    const mona = await buy({ name: 'Mona Ádel', email: 'mona@example.com' })
    const adel = await buy({ name: 'Adel Samir', phone: '+20 100 555 0122' })
    const list = async (query: Record<string, string>) =>
      (await shop.api.listOrders.raw({ query })).body.orders.map(({ id }) => id)
    expect(await list({ search: 'adel' })).toEqual([adel, mona])
    expect(await list({ search: 'ADEL mo' })).toEqual([mona])
    expect(await list({ search: 'mona@exam' })).toEqual([mona])
    expect(await list({ search: '0122' })).toEqual([adel])
    expect(await list({ search: 'adel', status: 'pending', limit: '1' })).toEqual([adel])
    expect(await list({ search: 'del' })).toEqual([])
    const other = await newShop()
    expect((await other.api.listOrders({ query: { search: 'adel' } })).body.orders).toEqual([])
  })

  it.each([
    [{ search: ' ' }, 400, 'search'],
    [{ minTotal: '2', maxTotal: '1' }, 422, 'minTotal'],
    [{ minTotal: '1.234' }, 422, 'minTotal'],
    [{ maxTotal: '-1' }, 400, 'maxTotal'],
    [{ maxTotal: 'x' }, 400, 'maxTotal'],
    [{ from: '2027-02-02', to: '2027-02-01' }, 422, 'from'],
    [{ customerEmail: 'x' }, 400, 'customerEmail'],
  ])('rejects %j with %i', async (query, status, path) => {
    const { api } = await newShop()
    const code = status === 422 ? 'VALIDATION_FAILED' : 'INVALID_REQUEST'
    expect(await api.listOrders.raw({ query: query as Record<string, string> })).toFailWith(status, code, {
      path,
    })
  })
})

describe('matchingOrders', () => {
  it('reads only matching orders for a customer, a search, a range of dates or an amount', async () => {
    const db = await openTestDatabase(uniqueName('orders'), { collections: [orderCollection] })
    try {
      const orders = db.tenant(orderCollection)(newId())
      const start = Date.UTC(2027, 0, 1)
      await orders.insertMany(
        Array.from({ length: 500 }, (_, index) => ({
          storeId: newId(),
          storeName: 'Blue Moon',
          status: 'pending' as const,
          customer: { name: 'A', email: `a${index % 50}@example.com`, phone: `+${index % 50}` },
          searchKeys: searchKeys('A', `a${index % 50}@example.com`),
          items: [],
          totalMinor: index * 100,
          currencyCode: 'USD',
          tokenHash: `${index}`,
          createdAt: new Date(start + index * 1000),
        })),
      )
      const sort = { createdAt: -1, id: -1 } as const
      for (const [filter, count] of [
        [{ customerEmail: 'a7@example.com' }, 10],
        [{ customerPhone: '+7' }, 10],
        [{ search: 'a7' }, 10],
        [{ from: new Date(start + 100_000), to: new Date(start + 119_000) }, 20],
        [{ amount: { currencyCode: 'USD', min: 4200, max: 4200 } }, 1],
        [{ amount: { currencyCode: 'USD', min: 4200, max: 5100 } }, 10],
      ] as const) {
        const explanation = await orders.explain(matchingOrders(filter), { sort })
        // A search and a range of amounts sort their matches.
        const isRange = 'amount' in filter && filter.amount.min !== filter.amount.max
        assertIndexed(explanation, { allowSort: isRange || 'search' in filter })
        expect(explanation.returned).toBe(count)
        expect(explanation.docsExamined).toBeLessThanOrEqual(count + 1)
      }
    } finally {
      await db.close()
    }
  })
})

describe('addOrderSearch', () => {
  it('makes orders from older versions searchable', async () => {
    const db = await openTestDatabase(uniqueName('orders'), { collections: [orderCollection] })
    try {
      const orders = db.tenant(orderCollection)(newId())
      const { id } = await orders.insert({
        storeId: newId(),
        storeName: 'Blue Moon',
        status: 'pending',
        customer: { name: 'Mona Adel', email: null, phone: '+201' },
        items: [],
        totalMinor: 100,
        currencyCode: 'USD',
        tokenHash: 'token',
      })
      expect(await orders.find(matchingOrders({ search: 'adel' }))).toEqual([])
      await addOrderSearch.up(db, new AbortController().signal)
      expect(await orders.find(matchingOrders({ search: 'adel' }))).toMatchObject([{ id }])
    } finally {
      await db.close()
    }
  })
})
