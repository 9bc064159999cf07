import * as identity from '@wp/identity/contract'
import { eventually, newStaff, uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newProduct, newShop, stockOf, unknownId } from './shop.ts'
import type { Shop } from './shop.ts'

const visitor = visitorApi(contract)

const placeOrder = async (shop: Shop, productIds: string[], quantity = 3) => {
  const items = productIds.map((productId) => ({ productId, quantity }))
  const customer = { name: 'Ann', email: `${uniqueName('ann')}@example.com` }
  return (await visitor.createOrder({ params: { slug: shop.slug }, body: { customer, items } })).body
}
const fulfil = async (shop: Shop, orderId: string) => {
  for (const status of ['confirmed', 'fulfilled'] as const)
    await shop.api.setOrderStatus({ params: { orderId }, body: { status } })
}
const fulfilledOrder = async (shop: Shop, productIds: string[], quantity?: number) => {
  const placed = await placeOrder(shop, productIds, quantity)
  await fulfil(shop, placed.order.id)
  return placed
}

describe('POST /workspace/:workspaceId/storefront/orders/:orderId/refunds', () => {
  it('refunds items, an amount and then the rest, and returns only the requested items to stock', async () => {
    const shop = await newShop()
    const { api } = shop
    const product = await newProduct(shop, { price: 10, stock: 5 })
    const { order, token } = await fulfilledOrder(shop, [product.id])
    const params = { orderId: order.id }
    const items = [{ itemId: order.items[0]!.id, quantity: 1 }]
    const first = await api.refundOrder({ params, body: { items, reason: 'Broken', restock: false } })
    expect(first.status).toBe(201)
    expect(first.body.refund).toMatchObject({ amount: 10, items, restock: false, reason: 'Broken' })
    expect(first.body.order).toMatchObject({ status: 'fulfilled', refundedTotal: 10, total: 30 })
    expect(await stockOf(shop, product.id)).toBe(2)
    expect((await api.refundOrder({ params, body: { amount: 2.5 } })).body.order.refundedTotal).toBe(12.5)
    expect(await stockOf(shop, product.id)).toBe(2)
    const last = (await api.refundOrder({ params, body: {} })).body
    expect(last.order).toMatchObject({ status: 'refunded', refundedTotal: 30 })
    expect(last.refund).toMatchObject({ amount: 17.5, items: [{ quantity: 2 }], restock: true })
    expect(await stockOf(shop, product.id)).toBe(4)
    expect((await api.getOrder({ params })).body.order).toEqual(last.order)
    expect((await visitor.getPublicOrder({ params, query: { token } })).body.order).toEqual(last.order)
    expect(await api.refundOrder({ params, body: {} })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'status',
    })
    expect((await api.listOrders({ query: { status: 'refunded' } })).body.orders).toHaveLength(1)
    const page = (
      await visitor.getShopOrder({ params: { slug: shop.slug, orderId: order.id }, query: { token } })
    ).body
    expect(page).toMatch(/Refunded<\/th>\s*<td><\/td>\s*<td>-\$30\.00/)
  })

  it('never refunds more than the total, even for concurrent refunds', async () => {
    const shop = await newShop()
    const product = await newProduct(shop, { price: 10, stock: 10 })
    const { order } = await fulfilledOrder(shop, [product.id])
    const params = { orderId: order.id }
    const body = { items: [{ itemId: order.items[0]!.id, quantity: 1 }] }
    const replies = await Promise.all(Array.from({ length: 6 }, () => shop.api.refundOrder({ params, body })))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 201, 422, 422, 422,
    ])
    const { order: after } = (await shop.api.getOrder({ params })).body
    expect(after).toMatchObject({ status: 'refunded', refundedTotal: 30 })
    expect(await stockOf(shop, product.id)).toBe(10)
  })

  it('returns the same reply for a repeated key', async () => {
    const shop = await newShop()
    const { order } = await fulfilledOrder(shop, [(await newProduct(shop, { price: 10 })).id])
    const request = {
      params: { orderId: order.id },
      body: { amount: 5 },
      headers: { 'idempotency-key': uniqueName('refund') },
    }
    const [first, second] = [await shop.api.refundOrder(request), await shop.api.refundOrder(request)]
    expect(second.body).toEqual(first.body)
    expect(second.body.order.refundedTotal).toBe(5)
    expect(await shop.api.refundOrder({ ...request, body: { amount: 6 } })).toFailWith(
      422,
      'IDEMPOTENCY_KEY_REUSED',
    )
  })

  it('sends one message for each refund', async () => {
    const shop = await newShop()
    const { order } = await fulfilledOrder(shop, [(await newProduct(shop, { price: 12.5 })).id], 2)
    const params = { orderId: order.id }
    await shop.api.refundOrder({ params, body: { amount: 12.5 } })
    await shop.api.refundOrder({ params, body: {} })
    const owner = shop.use(identity)
    await eventually(async () => {
      const { messages } = (await owner.listMessages({ query: { recordId: order.id } })).body
      expect(messages.filter(({ type }) => type === 'order.refunded')).toHaveLength(2)
    })
    const { messages } = (await owner.listOutbox({ query: { to: order.customer.email! } })).body
    expect(messages[0]!.text).toContain(`we refunded $12.50 for your order ${order.number}:`)
  })

  it('rejects orders that are not fulfilled, other workspaces and members without the permission', async () => {
    const [shop, stranger] = [await newShop(), await newShop()]
    const { order } = await placeOrder(shop, [(await newProduct(shop)).id])
    const params = { orderId: order.id }
    expect(await shop.api.refundOrder({ params, body: {} })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'status',
    })
    expect(await shop.api.refundOrder.raw({ params, body: { amount: -1 } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await stranger.api.refundOrder({ params, body: {} })).toFailWith(404, 'NOT_FOUND')
    expect(await shop.api.refundOrder({ params: { orderId: unknownId }, body: {} })).toFailWith(
      404,
      'NOT_FOUND',
    )
    const viewer = await newStaff(shop, ['store.orders.view'], contract)
    expect(await viewer.api.refundOrder({ params, body: {} })).toFailWith(403, 'FORBIDDEN')
    const status = 'refunded' as 'cancelled'
    expect((await shop.api.setOrderStatus({ params, body: { status } })).status).toBe(422)
  })
})

describe('the number of an order', () => {
  it('numbers the orders of each store from 1, even when they are concurrent', async () => {
    const [shop, other] = [await newShop(), await newShop()]
    const product = await newProduct(shop)
    const placed = await Promise.all(Array.from({ length: 5 }, () => placeOrder(shop, [product.id], 1)))
    expect(placed.map(({ order }) => order.number!).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5])
    expect((await placeOrder(other, [(await newProduct(other)).id])).order.number).toBe(1)
  })
})
