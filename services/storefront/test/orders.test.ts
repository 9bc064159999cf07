import { updateSubscription } from '@wp/admin-billing/contract'
import * as identity from '@wp/identity/contract'
import { adminApi, eventually, memoize, newStaff, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { followEvents, secondReplica } from './peers.ts'
import { newProduct, newShop, stockOf, unknownId } from './shop.ts'

/** A shop shared by tests whose requests are all rejected. */
const untouched = memoize(() => newShop())

const visitor = visitorApi(contract)
const one = { productId: unknownId, quantity: 1 }
const customer = { name: 'Ann', email: 'ann@example.com' }

const order = (slug: string, items: { productId: string; quantity: number }[], headers = {}) =>
  visitor.createOrder({ params: { slug }, body: { customer, items }, headers })

describe('/public/storefront/stores/:slug/orders and /workspace/:workspaceId/storefront/orders', () => {
  it("uses the shop's prices, reserves stock and returns the order to the buyer with its token", async () => {
    const shop = await newShop()
    const [vase, lamp] = [
      await newProduct(shop, { price: 12.5, stock: 5 }),
      await newProduct(shop, { price: 0.1 }),
    ]
    const items = [
      { productId: vase.id, quantity: 2 },
      { productId: lamp.id, quantity: 3 },
      { productId: vase.id, quantity: 1, price: 0.01 },
    ]
    const { status, body } = await visitor.createOrder.raw({
      params: { slug: shop.slug },
      body: { customer, items, total: 1, status: 'fulfilled' },
    })
    expect(status).toBe(201)
    expect(body.order).toMatchObject({
      workspaceId: shop.workspaceId,
      status: 'pending',
      customer: { name: 'Ann', email: 'ann@example.com', phone: null },
      total: 37.8,
      currencyCode: 'USD',
    })
    expect(
      new Set(body.order.items.map(({ name, quantity, total }) => `${name} ${quantity} ${total}`)),
    ).toEqual(new Set([`${vase.name} 3 37.5`, `${lamp.name} 3 0.3`]))
    expect(await stockOf(shop, vase.id)).toBe(2)
    const params = { orderId: body.order.id }
    const seen = await visitor.getPublicOrder({ params, query: { token: body.token } })
    expect(seen.body.order).toEqual(body.order)
  })

  it('shows the taxes of the products at the time of the order', async () => {
    const shop = await newShop()
    const owner = shop.use(identity)
    const { taxRates } = (await owner.updateWorkspace({ taxRates: [{ name: 'VAT', percentage: 19 }] })).body
      .workspace
    const taxRateId = taxRates[0]!.id
    const vase = await newProduct(shop, { price: 119 })
    const params = { productId: vase.id }
    await eventually(async () => {
      const { status, body } = await shop.api.updateProduct({ params, body: { taxRateId } })
      expect([status, body.product.taxRateId]).toEqual([200, taxRateId])
    })
    const lamp = await newProduct(shop, { price: 10 })
    const { body } = await order(shop.slug, [
      { productId: vase.id, quantity: 2 },
      { productId: lamp.id, quantity: 1 },
    ])
    expect(new Set(body.order.taxes)).toEqual(
      new Set([
        { name: 'VAT', percentage: 19, net: 200, tax: 38, gross: 238 },
        { name: null, percentage: 0, net: 10, tax: 0, gross: 10 },
      ]),
    )
    await owner.updateWorkspace({ taxRates: [{ id: taxRateId, name: 'VAT', percentage: 25 }] })
    const seen = await visitor.getPublicOrder({
      params: { orderId: body.order.id },
      query: { token: body.token },
    })
    expect(seen.body.order.taxes).toEqual(body.order.taxes)
    expect(await shop.api.updateProduct({ params, body: { taxRateId: unknownId } })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'taxRateId' },
    )
  })

  it("shows the variant's own tax rate, and the product's for variants without one", async () => {
    const shop = await newShop()
    const rates = [
      { name: 'VAT', percentage: 19 },
      { name: 'Reduced', percentage: 7 },
    ]
    const { body } = await shop.use(identity).updateWorkspace({ taxRates: rates })
    const [vat, reduced] = body.workspace.taxRates.map(({ id }) => id) as [string, string]
    const variants = [{ name: 'Printed', price: 107, taxRateId: reduced }, { name: 'Download' }]
    const book = await eventually(async () => {
      const created = await shop.api.createProduct({
        name: 'Book',
        price: 119,
        status: 'active',
        taxRateId: vat,
        variants,
      })
      expect(created.status).toBe(201)
      return created.body.product
    })
    expect(book.variants.map(({ taxRateId }) => taxRateId)).toEqual([reduced, null])
    const items = book.variants.map(({ id }) => ({ productId: book.id, variantId: id, quantity: 1 }))
    const ordered = await order(shop.slug, items)
    expect(new Set(ordered.body.order.taxes)).toEqual(
      new Set([
        { name: 'Reduced', percentage: 7, net: 100, tax: 7, gross: 107 },
        { name: 'VAT', percentage: 19, net: 100, tax: 19, gross: 119 },
      ]),
    )
    const params = { productId: book.id }
    const kept = book.variants.map(({ id, name }) => ({ id, name }))
    const updated = await shop.api.updateProduct({ params, body: { variants: kept } })
    expect(updated.body.product.variants.map(({ taxRateId }) => taxRateId)).toEqual([reduced, null])
    const unknown = [{ name: 'Printed' }, { name: 'Lost', taxRateId: unknownId }]
    expect(await shop.api.updateProduct({ params, body: { variants: unknown } })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'variants.1.taxRateId' },
    )
  })

  it('returns 404 from GET /public/storefront/orders/:orderId for a wrong token and an unknown order, and 400 without a token', async () => {
    const shop = await newShop()
    const product = await newProduct(shop)
    const [one, other] = [
      await order(shop.slug, [{ productId: product.id, quantity: 1 }]),
      await order(shop.slug, [{ productId: product.id, quantity: 1 }]),
    ]
    const params = { orderId: one.body.order.id }
    for (const token of ['x', other.body.token])
      expect(await visitor.getPublicOrder({ params, query: { token } })).toFailWith(404, 'NOT_FOUND')
    expect(
      await visitor.getPublicOrder({ params: { orderId: unknownId }, query: { token: one.body.token } }),
    ).toFailWith(404, 'NOT_FOUND')
    expect(await visitor.getPublicOrder.raw({ params })).toFailWith(400, 'INVALID_REQUEST')
    expect(await visitor.getPublicOrder({ params: { orderId: 'x' }, query: { token: 'x' } })).toFailWith(
      400,
      'INVALID_ID',
    )
  })

  it('accepts exactly 20 of 50 concurrent orders on two replicas for a stock of 20', async () => {
    const replica = await secondReplica()
    try {
      const shop = await newShop()
      const product = await newProduct(shop, { stock: 20 })
      const other = replica.as(contract, {})
      const call = {
        params: { slug: shop.slug },
        body: { customer, items: [{ productId: product.id, quantity: 1 }] },
      }
      const buy = async (at: number) => (await (at % 2 === 0 ? visitor : other).createOrder(call)).status
      const statuses = await Promise.all(Array.from({ length: 50 }, (_, at) => buy(at)))
      expect(statuses.toSorted((a, b) => a - b)).toEqual([...Array(20).fill(201), ...Array(30).fill(422)])
      expect(await stockOf(shop, product.id)).toBe(0)
      expect((await shop.api.listOrders()).body.pagination).toMatchObject({ total: 20 })
    } finally {
      await replica.stop()
    }
  })

  it('accepts concurrent orders of the same products on two replicas', async () => {
    const replica = await secondReplica()
    try {
      const shop = await newShop()
      const products = await Promise.all(Array.from({ length: 8 }, () => newProduct(shop, { stock: 30 })))
      const items = products.map(({ id }) => ({ productId: id, quantity: 1 }))
      const other = replica.as(contract, {})
      const buy = async (at: number) => {
        const body = { customer, items: at % 3 === 0 ? items : items.toReversed() }
        const call = { params: { slug: shop.slug }, body }
        return (await (at % 2 === 0 ? visitor : other).createOrder(call)).status
      }
      const statuses = await Promise.all(Array.from({ length: 24 }, (_, at) => buy(at)))
      expect(statuses).toEqual(Array(24).fill(201))
      for (const { id } of products) expect(await stockOf(shop, id)).toBe(6)
    } finally {
      await replica.stop()
    }
  })

  it('reserves nothing when one product is out of stock', async () => {
    const shop = await newShop()
    const [many, few] = [await newProduct(shop, { stock: 9 }), await newProduct(shop, { stock: 1 })]
    const items = [
      { productId: many.id, quantity: 1 },
      { productId: few.id, quantity: 2 },
    ]
    expect(await order(shop.slug, items)).toFailWith(422, 'OUT_OF_STOCK')
    expect([await stockOf(shop, many.id), await stockOf(shop, few.id)]).toEqual([9, 1])
    expect((await shop.api.listOrders()).body.orders).toEqual([])
  })

  it('places one order per Idempotency-Key and rejects a reused key with another body', async () => {
    const shop = await newShop()
    const product = await newProduct(shop, { stock: 5 })
    const items = [{ productId: product.id, quantity: 1 }]
    const headers = { 'idempotency-key': 'order-1' }
    const first = await order(shop.slug, items, headers)
    const again = await order(shop.slug, items, headers)
    expect(again.body.order.id).toBe(first.body.order.id)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(await stockOf(shop, product.id)).toBe(4)
    const other = await order(shop.slug, [{ productId: product.id, quantity: 2 }], headers)
    expect(other).toFailWith(422, 'IDEMPOTENCY_KEY_REUSED')
  })

  it('changes an order from pending to confirmed to fulfilled, ignores a repeated status and rejects other changes', async () => {
    const shop = await newShop()
    const product = await newProduct(shop)
    const { id } = (await order(shop.slug, [{ productId: product.id, quantity: 1 }])).body.order
    const move = (status: 'pending' | 'confirmed' | 'fulfilled' | 'cancelled') =>
      shop.api.setOrderStatus({ params: { orderId: id }, body: { status } })
    expect(await move('fulfilled')).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
    expect((await move('confirmed')).body.order.status).toBe('confirmed')
    const confirmed = (await move('confirmed')).body.order
    expect((await shop.api.getOrder({ params: { orderId: id } })).body.order).toEqual(confirmed)
    expect((await move('fulfilled')).body.order.status).toBe('fulfilled')
    expect(await move('cancelled')).toFailWith(422, 'VALIDATION_FAILED')
    const listed = (await shop.api.listOrders({ query: { status: 'fulfilled' } })).body.orders
    expect(listed.map((each) => each.id)).toEqual([id])
    expect((await shop.api.listOrders({ query: { status: 'pending' } })).body.orders).toEqual([])
  })

  it("publishes an order's total once when it is fulfilled", async () => {
    const fulfilled = await followEvents(contract.OrderFulfilled)
    try {
      const shop = await newShop({ currencyCode: 'KWD' })
      const product = await newProduct(shop, { price: 1.234 })
      const { id } = (await order(shop.slug, [{ productId: product.id, quantity: 3 }])).body.order
      const params = { orderId: id }
      await shop.api.setOrderStatus({ params, body: { status: 'confirmed' } })
      const fulfil = () => shop.api.setOrderStatus({ params, body: { status: 'fulfilled' } })
      await Promise.all([fulfil(), fulfil(), fulfil()])
      const changed = await eventually(() => {
        expect(fulfilled.events.map(({ data }) => data.orderId)).toContain(id)
        return fulfilled.events.filter(({ data }) => data.orderId === id)
      })
      expect(changed).toHaveLength(1)
      expect(changed[0]).toMatchObject({
        workspaceId: shop.workspaceId,
        data: { reference: { type: 'order', id }, amount: 3.702, currencyCode: 'KWD' },
      })
    } finally {
      await fulfilled.close()
    }
  })

  it("returns an order's stock once when it is cancelled", async () => {
    const shop = await newShop()
    const product = await newProduct(shop, { stock: 5 })
    const { id } = (await order(shop.slug, [{ productId: product.id, quantity: 3 }])).body.order
    const cancel = () => shop.api.setOrderStatus({ params: { orderId: id }, body: { status: 'cancelled' } })
    const replies = await Promise.all(Array.from({ length: 5 }, cancel))
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(200))
    expect(await stockOf(shop, product.id)).toBe(5)
  })

  it('does not restock a cancelled item whose stock was not tracked when it was ordered', async () => {
    const shop = await newShop()
    const [untracked, tracked] = [await newProduct(shop), await newProduct(shop, { stock: 5 })]
    const setStock = (productId: string, stock: number | null) =>
      shop.api.updateProduct({ params: { productId }, body: { stock } })
    const items = [untracked, tracked].map(({ id }) => ({ productId: id, quantity: 3 }))
    const { id } = (await order(shop.slug, items)).body.order
    await setStock(untracked.id, 10)
    await shop.api.setOrderStatus({ params: { orderId: id }, body: { status: 'cancelled' } })
    expect(await stockOf(shop, untracked.id)).toBe(10)
    expect(await stockOf(shop, tracked.id)).toBe(5)
  })

  it('returns 422 for an order whose total is too large', async () => {
    const shop = await newShop()
    const dear = [
      await newProduct(shop, { price: 50_000_000_000_000 }),
      await newProduct(shop, { price: 50_000_000_000_000 }),
    ]
    const items = dear.map(({ id }) => ({ productId: id, quantity: 1 }))
    expect(await order(shop.slug, items)).toFailWith(422, 'VALIDATION_FAILED', { path: 'items' })
  })

  it('returns 422 for an order with more units than the shop allows, even across products', async () => {
    const shop = await newShop({ maxQuantityPerOrder: 5 })
    const [vase, lamp] = [await newProduct(shop, { stock: 100 }), await newProduct(shop)]
    const both = (lamps: number) => [
      { productId: vase.id, quantity: 3 },
      { productId: lamp.id, quantity: lamps },
    ]
    expect(await order(shop.slug, both(3))).toFailWith(422, 'VALIDATION_FAILED', { path: 'items' })
    expect(await stockOf(shop, vase.id)).toBe(100)
    expect((await order(shop.slug, both(2))).status).toBe(201)
  })

  it.each([
    [{ customer: { name: 'Ann' }, items: [] }, 422],
    [{ customer: { name: 'Ann' } }, 400],
    [{ customer: { name: '', email: 'ann@example.com' }, items: [one] }, 422],
    [{ customer: { name: 'Ann', email: 'no address' }, items: [one] }, 422],
    [{ customer, items: [{ productId: 'x', quantity: 1 }] }, 400],
    [{ customer, items: [{ productId: unknownId, quantity: 0 }] }, 422],
    [{ customer, items: [{ productId: unknownId, quantity: 1.5 }] }, 422],
    [{ customer, items: [one] }, 404],
  ])('rejects the order %j with %d', async (body, status) => {
    const { slug } = await untouched()
    const reply = await visitor.createOrder.raw({ params: { slug }, body })
    expect(reply.status).toBe(status)
  })

  it('returns 422 without an email and phone number, and 404 for products that this shop does not sell', async () => {
    const shop = await newShop()
    const other = await newShop()
    const foreign = await newProduct(other)
    const { product: draft } = (await shop.api.createProduct({ name: 'Draft', price: 1 })).body
    for (const productId of [foreign.id, draft.id])
      expect(await order(shop.slug, [{ productId, quantity: 1 }])).toFailWith(404, 'NOT_FOUND')
    const product = await newProduct(shop)
    const items = [{ productId: product.id, quantity: 1 }]
    const nameless = { params: { slug: shop.slug }, body: { customer: { name: 'Ann' }, items } }
    expect(await visitor.createOrder(nameless)).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'customer.email',
    })
    const byPhone = { params: { slug: shop.slug }, body: { customer: { name: 'Ann', phone: '123' }, items } }
    expect((await visitor.createOrder(byPhone)).status).toBe(201)
    expect(await order('no-such-shop', items)).toFailWith(404, 'NOT_FOUND')
  })

  it('returns 422 CLOSED for an order when the subscription has ended', async () => {
    const shop = await newShop()
    const product = await newProduct(shop)
    const admin = await adminApi({ updateSubscription })
    const params = { workspaceId: shop.workspaceId }
    await admin.updateSubscription({ params, body: { subscriptionEndDate: '2020-01-01T00:00:00.000Z' } })
    await eventually(async () =>
      expect(await order(shop.slug, [{ productId: product.id, quantity: 1 }])).toFailWith(422, 'CLOSED'),
    )
  })

  it('requires store.orders.view to read and store.orders.manage to change', async () => {
    const shop = await newShop()
    const product = await newProduct(shop)
    const { id } = (await order(shop.slug, [{ productId: product.id, quantity: 1 }])).body.order
    const viewer = await newStaff(shop, ['store.orders.view'], contract)
    expect((await viewer.api.listOrders()).body.orders).toHaveLength(1)
    const move = { params: { orderId: id }, body: { status: 'confirmed' as const } }
    expect(await viewer.api.setOrderStatus(move)).toFailWith(403, 'FORBIDDEN')
    const manager = await newStaff(shop, ['store.orders.manage'], contract)
    expect((await manager.api.setOrderStatus(move)).status).toBe(200)
  })
})
