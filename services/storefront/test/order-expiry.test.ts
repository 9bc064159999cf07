import { randomBytes } from 'node:crypto'
import { clockOf, eventually, inProcess, newWorkspace, uniqueName } from '@wp/testing'
import type { InProcess } from '@wp/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { orderStore } from '../src/orders/order.store.ts'
import { storefront } from '../src/service.ts'
import { openStorefrontDatabase } from './peers.ts'

let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const clock = clockOf(now)
/** Both replicas use one database, separate from the platform's. */
const env = { DATABASE_PREFIX: `t${randomBytes(6).toString('hex')}_` }
const minuteMs = 60_000

let replicas: InProcess[]
beforeAll(async () => {
  replicas = [await inProcess(storefront, { clock, env }), await inProcess(storefront, { clock, env })]
})
afterEach(() => {
  aheadMs = 0
})
afterAll(async () => {
  for (const replica of replicas ?? []) await replica.stop()
})

const [first, second] = [() => replicas[0]!, () => replicas[1]!]

/** Creates a shop with one product, and returns functions to order it and to read orders and the stock. */
const newShop = async (settings: { orderExpiryMinutes?: number | null }, stock: number) => {
  const { token, workspaceId } = await newWorkspace()
  const api = first().as(contract, { token, workspaceId })
  const slug = uniqueName('shop-')
  await api.putStore({ slug, name: 'Blue Moon', isPublished: true, ...settings })
  const { product } = (await api.createProduct({ name: 'Vase', price: 1, status: 'active', stock })).body
  const customer = { name: 'Ann', email: 'ann@example.com' }
  const order = async (quantity: number) => {
    const items = [{ productId: product.id, quantity }]
    return (await api.createOrder({ params: { slug }, body: { customer, items } })).body.order.id
  }
  const statusOf = async (orderId: string) => (await api.getOrder({ params: { orderId } })).body.order.status
  const stockLeft = async () =>
    (await api.getProduct({ params: { productId: product.id } })).body.product.stock
  return { api, order, statusOf, stockLeft, other: second().as(contract, { token, workspaceId }) }
}

describe('expire-orders job', () => {
  it('cancels an order that is still pending after orderExpiryMinutes and returns its stock once', async () => {
    const { api, order, statusOf, stockLeft } = await newShop({ orderExpiryMinutes: 10 }, 9)
    const [forgotten, confirmed] = [await order(2), await order(3)]
    await api.setOrderStatus({ params: { orderId: confirmed }, body: { status: 'confirmed' } })
    aheadMs = 9 * minuteMs
    await first().runJob('expire-orders')
    expect([await statusOf(forgotten), await stockLeft()]).toEqual(['pending', 4])
    aheadMs = 10 * minuteMs
    await first().runJob('expire-orders')
    await second().runJob('expire-orders')
    expect([await statusOf(forgotten), await statusOf(confirmed)]).toEqual(['cancelled', 'confirmed'])
    expect(await stockLeft()).toBe(6)
  })

  it('does not cancel orders without an expiry time, and applies a changed expiry time to new orders only', async () => {
    const { api, order, statusOf } = await newShop({ orderExpiryMinutes: null }, 9)
    const { store } = (await api.getStore()).body
    const kept = await order(1)
    await api.putStore({ slug: store.slug, name: 'Blue Moon', isPublished: true, orderExpiryMinutes: 1 })
    const short = await order(1)
    aheadMs = 2 * minuteMs
    await first().runJob('expire-orders')
    expect([await statusOf(kept), await statusOf(short)]).toEqual(['pending', 'cancelled'])
  })

  it('returns the stock of each order once while two replicas expire, confirm and cancel the same orders', async () => {
    const { api, other, order, statusOf, stockLeft } = await newShop({ orderExpiryMinutes: 1 }, 100)
    const orders: string[] = []
    for (let at = 0; at < 20; at += 1) orders.push(await order(1 + (at % 3)))
    // Confirmed before the race, so that some orders must keep their stock.
    const confirmed = orders.slice(0, 5)
    for (const orderId of confirmed)
      expect((await api.setOrderStatus({ params: { orderId }, body: { status: 'confirmed' } })).status).toBe(
        200,
      )
    aheadMs = 2 * minuteMs
    const move = (orderId: string, at: number) =>
      // Concurrent changes to one product may get a 503, and an expired order can no longer be confirmed.
      eventually(async () => {
        const status = at % 2 === 0 ? ('confirmed' as const) : ('cancelled' as const)
        const reply = await (at % 4 < 2 ? api : other).setOrderStatus({
          params: { orderId },
          body: { status },
        })
        expect([200, 422]).toContain(reply.status)
      })
    await Promise.all([
      ...orders.slice(confirmed.length).map(move),
      ...replicas.map((replica) => replica.runJob('expire-orders')),
      ...replicas.map((replica) => replica.runJob('expire-orders')),
    ])
    await eventually(async () => {
      await first().runJob('expire-orders')
      expect((await api.listOrders({ query: { status: 'pending' } })).body.orders).toEqual([])
    })
    const statuses = await Promise.all(orders.map(statusOf))
    const kept = orders.map((_, at) => (statuses[at] === 'confirmed' ? 1 + (at % 3) : 0))
    expect(new Set(statuses)).not.toContain('pending')
    expect(statuses.slice(0, confirmed.length)).toEqual(confirmed.map(() => 'confirmed'))
    expect(await stockLeft()).toBe(100 - kept.reduce((sum, quantity) => sum + quantity, 0))
  })

  it('restarts the expiry time of an order placed with a clock three days ahead', async () => {
    const { order, statusOf, stockLeft } = await newShop({ orderExpiryMinutes: 10 }, 9)
    aheadMs = 3 * 24 * 60 * minuteMs
    const late = await order(2)
    aheadMs = 0
    await first().runJob('expire-orders')
    aheadMs = 9 * minuteMs
    await second().runJob('expire-orders')
    expect([await statusOf(late), await stockLeft()]).toEqual(['pending', 7])
    aheadMs = 11 * minuteMs
    await first().runJob('expire-orders')
    expect([await statusOf(late), await stockLeft()]).toEqual(['cancelled', 9])
  })

  it('uses an index to list expired orders and orders from the future', async () => {
    const db = await openStorefrontDatabase()
    try {
      const expired: string[] = []
      for await (const { id } of orderStore(db).iterateExpired(new Date(0))) expired.push(id)
      for await (const { id } of orderStore(db).iterateFromTheFuture(new Date())) expired.push(id)
      expect(expired).toEqual([])
    } finally {
      await db.close()
    }
  })
})
