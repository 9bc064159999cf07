import { eventually, listEvents, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { secondReplica } from './peers.ts'
import { newProduct, newShop, stockOf, unknownId } from './shop.ts'
import type { Shop } from './shop.ts'

const visitor = visitorApi(contract)
const customer = { name: 'Ann', email: 'ann@example.com' }

const newVaried = async (shop: Shop, stocks: (number | null)[] = [4, null]) => {
  const variants = stocks.map((stock, at) => ({ name: `Size ${at}`, price: 10 + at, stock }))
  const body = { name: 'Vase', price: 5, stock: 9, status: 'active' as const, variants }
  const { product } = (await shop.api.createProduct(body)).body
  return { ...product, variantIds: product.variants.map(({ id }) => id) }
}

type Items = { productId: string; variantId?: string; quantity: number }[]
const order = ({ slug }: Shop, items: Items) =>
  visitor.createOrder({ params: { slug }, body: { customer, items } })

const stocksOf = async ({ api }: Shop, productId: string) =>
  (await api.getProduct({ params: { productId } })).body.product.variants.map(({ stock }) => stock)

describe('variants of products', () => {
  it('creates, changes and removes variants, and keeps their stock', async () => {
    const shop = await newShop()
    const product = await newVaried(shop)
    expect(product.variants).toEqual([
      {
        id: expect.any(String) as string,
        name: 'Size 0',
        sku: null,
        price: 10,
        taxRateId: null,
        stock: 4,
        isActive: true,
      },
      {
        id: expect.any(String) as string,
        name: 'Size 1',
        sku: null,
        price: 11,
        taxRateId: null,
        stock: null,
        isActive: true,
      },
    ])
    const params = { productId: product.id }
    const [first, second] = product.variantIds
    const variants = [
      { id: second, name: 'Large', isActive: false },
      { id: first, name: 'Small', sku: 'V-1' },
    ]
    const { body } = await shop.api.updateProduct({ params, body: { variants } })
    expect(body.product.variants).toEqual([
      { id: second, name: 'Large', sku: null, price: 11, taxRateId: null, stock: null, isActive: false },
      { id: first, name: 'Small', sku: 'V-1', price: 10, taxRateId: null, stock: 4, isActive: true },
    ])
    const seen = await visitor.getPublicProduct({ params: { slug: shop.slug, productSlug: product.slug } })
    expect(seen.body.product.variants.map(({ name }) => name)).toEqual(['Small'])
    const listed = await visitor.listPublicProducts({ params: { slug: shop.slug } })
    expect(listed.body.products[0]!.variants).toHaveLength(1)
    expect((await shop.api.updateProduct({ params, body: { variants: [] } })).body.product.variants).toEqual(
      [],
    )
    expect((await order(shop, [{ productId: product.id, quantity: 1 }])).body.order.total).toBe(5)
  })

  it.each([
    [[{ name: 'A' }, { name: 'a' }], 'variants.1.name'],
    [[{ id: unknownId, name: 'A' }], 'variants.0.id'],
    [[{ name: 'A', price: 1.001 }], 'variants.0.price'],
    [[{ name: ' ' }], 'variants.0.name'],
    [[{ name: 'A', stock: -1 }], 'variants.0.stock'],
    [Array.from({ length: 101 }, (_, at) => ({ name: `Size ${at}` })), 'variants'],
  ])('rejects %j', async (variants, path) => {
    const shop = await newShop()
    const { product } = (await shop.api.createProduct({ name: 'Vase', price: 1 })).body
    const reply = await shop.api.updateProduct({ params: { productId: product.id }, body: { variants } })
    expect(reply).toFailWith(422, 'VALIDATION_FAILED', { path })
  })

  it('sells each variant at its own price and from its own stock, and returns it after a cancellation or refund', async () => {
    const shop = await newShop()
    const product = await newVaried(shop)
    const [small, large] = product.variantIds as [string, string]
    const { body } = await order(shop, [
      { productId: product.id, variantId: small, quantity: 2 },
      { productId: product.id, variantId: large, quantity: 1 },
      { productId: product.id, variantId: small, quantity: 1 },
    ])
    expect(body.order.total).toBe(41)
    expect(
      new Set(
        body.order.items.map(({ variantId, name, quantity, unitPrice }) =>
          [variantId, name, quantity, unitPrice].join(),
        ),
      ),
    ).toEqual(new Set([`${small},Vase (Size 0),3,10`, `${large},Vase (Size 1),1,11`]))
    expect(await stocksOf(shop, product.id)).toEqual([1, null])
    expect(await stockOf(shop, product.id)).toBe(9)
    const move = (orderId: string, status: 'cancelled' | 'confirmed' | 'fulfilled') =>
      shop.api.setOrderStatus({ params: { orderId }, body: { status } })
    await move(body.order.id, 'cancelled')
    expect(await stocksOf(shop, product.id)).toEqual([4, null])
    const again = (await order(shop, [{ productId: product.id, variantId: small, quantity: 3 }])).body.order
    for (const status of ['confirmed', 'fulfilled'] as const) await move(again.id, status)
    const items = [{ itemId: again.items[0]!.id, quantity: 2 }]
    const refund = await shop.api.refundOrder({ params: { orderId: again.id }, body: { items } })
    expect(refund.body.refund.amount).toBe(20)
    expect(await stocksOf(shop, product.id)).toEqual([3, null])
  })

  it('rejects an order with a missing, unknown or inactive variant', async () => {
    const shop = await newShop()
    const [product, plain] = [await newVaried(shop), await newProduct(shop)]
    const [first, second] = product.variantIds as [string, string]
    const ordered = (productId: string, variantId?: string) =>
      order(shop, [{ productId, quantity: 1, ...(variantId && { variantId }) }])
    expect(await ordered(product.id)).toFailWith(422, 'VALIDATION_FAILED', { path: 'items' })
    expect(await ordered(product.id, unknownId)).toFailWith(404, 'NOT_FOUND')
    expect(await ordered(plain.id, first)).toFailWith(404, 'NOT_FOUND')
    const variants = [
      { id: first, name: 'Small' },
      { id: second, name: 'Large', isActive: false },
    ]
    await shop.api.updateProduct({ params: { productId: product.id }, body: { variants } })
    expect(await ordered(product.id, second)).toFailWith(404, 'NOT_FOUND')
    expect((await ordered(product.id, first)).status).toBe(201)
  })

  it('never oversells a variant with concurrent orders on two replicas', async () => {
    const shop = await newShop()
    const product = await newVaried(shop, [7, 3])
    const [small, large] = product.variantIds as [string, string]
    const replica = await secondReplica()
    try {
      const other = replica.as(contract, {})
      const buy = async (at: number) => {
        const items = [{ productId: product.id, variantId: at % 2 === 0 ? small : large, quantity: 1 }]
        const call = { params: { slug: shop.slug }, body: { customer, items } }
        return (await (at % 3 === 0 ? other : visitor).createOrder(call)).status
      }
      const statuses = await Promise.all(Array.from({ length: 24 }, (_, at) => buy(at)))
      expect(new Set(statuses)).toEqual(new Set([201, 422]))
      const sold = (parity: number) =>
        statuses.filter((status, at) => at % 2 === parity && status === 201).length
      expect([sold(0), sold(1)]).toEqual([7, 3])
      expect(await stocksOf(shop, product.id)).toEqual([0, 0])
    } finally {
      await replica.stop()
    }
  })

  it('deducts the stock of orders placed while the owner changes a variant', async () => {
    const shop = await newShop()
    const product = await newVaried(shop, [20])
    const [id] = product.variantIds as [string]
    const params = { productId: product.id }
    const change = (at: number) =>
      eventually(async () => {
        const items = [{ productId: product.id, variantId: id, quantity: 1 }]
        const variants = [{ id, name: `Name ${at}` }]
        const { status } = await (at % 2 === 0
          ? order(shop, items)
          : shop.api.updateProduct({ params, body: { variants } }))
        expect([200, 201]).toContain(status)
      })
    await Promise.all(Array.from({ length: 20 }, (_, at) => change(at)))
    expect(await stocksOf(shop, product.id)).toEqual([10])
  })

  it('publishes the product once for each change of its stock by an order', async () => {
    const shop = await newShop()
    const product = await newVaried(shop, [4, null, 7])
    const [small, , large] = product.variantIds as [string, string, string]
    const items = [
      { productId: product.id, variantId: small, quantity: 1 },
      { productId: product.id, variantId: large, quantity: 2 },
    ]
    const placed = (await order(shop, items)).body.order
    const publishedStocks = async () =>
      (await listEvents('wp_storefront', shop.workspaceId))
        .filter(({ type }) => type === contract.ProductPublished.type)
        .map(({ data }) => contract.ProductPublished.data.parse(data).record!.variants!)
        .map((variants) => variants.map(({ stock }) => stock))
    const ordered = [
      [4, null, 7],
      [3, null, 5],
    ]
    await eventually(async () => expect(await publishedStocks()).toEqual(ordered))
    await shop.api.setOrderStatus({ params: { orderId: placed.id }, body: { status: 'cancelled' } })
    expect(await publishedStocks()).toEqual([...ordered, [4, null, 7]])
  })
})
