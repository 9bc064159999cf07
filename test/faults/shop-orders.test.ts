import * as finance from '@wp/finance/contract'
import * as identity from '@wp/identity/contract'
import * as storefront from '@wp/storefront/contract'
import { eventually } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { insist, whileKilling } from './insist.ts'
import { isFull, report, seed, startScene } from './scene.ts'

/** Services killed while customers order, and again while the owner fulfills and refunds. */
const killCount = isFull ? 15 : 3
/** How many customers want a variant, and how many can get it. */
const [customers, stock] = isFull ? [40, 25] : [10, 6]

describe('shop orders', () => {
  it(
    'sells each unit once, and books, refunds and writes each message once while services are killed at random',
    { timeout: 900_000 },
    async () => {
      const services = ['identity', 'admin-billing', 'storefront', 'finance', 'gateway']
      const replicas = { identity: 2, 'admin-billing': 2, storefront: 2, finance: 2 }
      const scene = await startScene({ services, replicas })
      onTestFinished(scene.stop)
      const workspace = await scene.signUp()
      const api = scene.as(storefront, workspace)
      const [owner, books] = [scene.as(identity, workspace), scene.as(finance, workspace)]
      const slug = `shop-${seed}`
      await insist(() => api.putStore({ slug, name: 'Shop', isPublished: true }))
      const variants = [
        { name: 'Small', price: 10, stock },
        { name: 'Large', price: 15, stock },
      ]
      const { product } = (
        await insist(() => api.createProduct({ name: 'Vase', price: 1, status: 'active', variants }))
      ).body

      const emailOf = (index: number) => `customer-${index}@shop.example`
      const byApi = async (variantId: string, index: number) => {
        const items = [{ productId: product.id, variantId, quantity: 1 }]
        const body = { customer: { name: 'Ann', email: emailOf(index) }, items }
        const headers = { 'idempotency-key': `order-${index}` }
        return (await insist(() => api.createOrder({ params: { slug }, headers, body }))).status === 201
      }
      /**
       * The key of the form becomes the token of the order, so that resubmitting the form places only one
       * order.
       */
      const byForm = async (variantId: string, index: number) => {
        const key = Buffer.alloc(32, index).toString('base64url')
        const unit = { productId: product.id, variantId, quantity: '1' }
        const body = new URLSearchParams({ key, ...unit, name: 'Ann', email: emailOf(index) }).toString()
        const headers = { 'content-type': 'application/x-www-form-urlencoded' }
        const reply = await insist(() => api.createShopOrder.raw({ params: { slug }, headers, body }))
        return reply.status === 303
      }
      const buy = (variantId: string, index: number) => (index % 2 === 0 ? byApi : byForm)(variantId, index)
      const sold = await whileKilling(
        scene,
        killCount,
        Promise.all(
          product.variants.map(({ id }, at) =>
            Promise.all(Array.from({ length: customers }, (_, index) => buy(id, at * customers + index))),
          ),
        ),
      )
      expect(sold.map((answers) => answers.filter(Boolean).length)).toEqual([stock, stock])
      const { orders } = (await insist(() => api.listOrders({ query: { limit: 100 } }))).body
      expect(orders).toHaveLength(stock * 2)
      expect(new Set(orders.map(({ customer }) => customer.email)).size).toBe(stock * 2)

      /** Orders of the small variant are refunded and go back to stock. */
      const isRefunded = ({ total }: { total: number }) => total === 10
      const fulfil = async ({ id: orderId, total }: { id: string; total: number }) => {
        const params = { orderId }
        for (const status of ['confirmed', 'fulfilled'] as const)
          await insist(() => api.setOrderStatus({ params, body: { status } }))
        if (!isRefunded({ total })) return
        const headers = { 'idempotency-key': `refund-${orderId}` }
        expect((await insist(() => api.refundOrder({ params, headers, body: {} }))).status).toBe(201)
      }
      await whileKilling(scene, killCount, Promise.all(orders.map(fulfil)))

      const after = (await insist(() => api.getProduct({ params: { productId: product.id } }))).body.product
      expect(after.variants.map((variant) => variant.stock)).toEqual([stock, 0])
      const patiently = { withinMs: 180_000, everyMs: 500 }
      await eventually(async () => {
        const query = { limit: 100 }
        const { incomes } = (await insist(() => books.listIncomes({ query }))).body
        const { expenses } = (await insist(() => books.listExpenses({ query }))).body
        const amountsOf = (entries: { amount: number }[]) =>
          entries.map(({ amount }) => amount).toSorted((a, b) => a - b)
        expect(amountsOf(expenses)).toEqual(Array(stock).fill(10))
        expect(amountsOf(incomes)).toEqual([...Array(stock).fill(10), ...Array(stock).fill(15)])
      }, patiently)
      for (const order of orders) {
        const types = ['order.confirmed', 'order.fulfilled', 'order.received']
        const expected = isRefunded(order) ? [...types, 'order.refunded'].toSorted() : types
        await eventually(async () => {
          const query = { recordId: order.id }
          const { messages } = (await insist(() => owner.listMessages({ query }))).body
          expect(messages.map(({ type }) => type).toSorted()).toEqual(expected)
          expect(messages.every(({ status }) => status === 'sent')).toBe(true)
        }, patiently)
        const query = { to: order.customer.email! }
        const { messages } = (await insist(() => owner.listOutbox({ query }))).body
        expect(messages).toHaveLength(expected.length)
      }
      report('shop-orders', { orders: orders.length, customers: customers * 2, kills: killCount * 2 })
    },
  )
})
