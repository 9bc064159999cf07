import { newId } from '@wp/kernel'
import { storefrontService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import { createLogger, createMetrics } from '@wp/telemetry'
import { platform, tokensOf } from '@wp/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { stockReservationStore } from '../src/stock/stock-reservation.store.ts'
import { openStorefrontDatabase } from './peers.ts'
import { newProduct, newShop, stockOf, unknownId } from './shop.ts'

const storefront = rpcClient(storefrontService, {
  tokens: tokensOf(),
  addresses: platform().services['storefront']![0]!.rpc!,
  deadlineMs: 10_000,
  logger: createLogger({ service: 'test', level: 'fatal' }),
  metrics: createMetrics('test'),
})
afterAll(() => storefront.close())

const reference = () => `invoice/${newId()}/1`

describe('GetProducts', () => {
  it("returns the workspace's products, and omits unknown ones and those of other workspaces", async () => {
    const [shop, other] = [await newShop(), await newShop()]
    const [vase, lamp] = [await newProduct(shop), await newProduct(shop)]
    const foreign = await newProduct(other)
    const { workspaceId } = shop
    const productIds = [foreign.id, vase.id, unknownId, lamp.id]
    const { products } = await storefront.getProducts({ workspaceId, productIds })
    expect(new Set(products)).toEqual(
      new Set([vase, lamp].map(({ id, name }) => ({ id, name, variants: [] }))),
    )
    for (const refused of [[], Array(501).fill(vase.id)])
      await expect(storefront.getProducts({ workspaceId, productIds: refused })).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
      })
    await expect(storefront.getProducts({ workspaceId, productIds: ['x'] })).rejects.toMatchObject({
      code: 'INVALID_ID',
    })
  })
})

describe('TakeStock and ReturnStock', () => {
  it('reserves and releases stock once per reference', async () => {
    const shop = await newShop()
    const [vase, free] = [await newProduct(shop, { stock: 5 }), await newProduct(shop, { stock: null })]
    const items = [
      { productId: vase.id, quantity: 2 },
      { productId: free.id, quantity: 7 },
      { productId: vase.id, quantity: 1 },
    ]
    const call = { workspaceId: shop.workspaceId, reference: reference() }
    await Promise.all(Array.from({ length: 8 }, () => storefront.takeStock({ ...call, items })))
    expect(await stockOf(shop, vase.id)).toBe(2)
    await Promise.all(Array.from({ length: 8 }, () => storefront.returnStock(call)))
    expect(await stockOf(shop, vase.id)).toBe(5)
    expect(await stockOf(shop, free.id)).toBe(null)
    await expect(storefront.takeStock({ ...call, items })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await stockOf(shop, vase.id)).toBe(5)
  })

  it('reserves and releases the stock of variants, and requires one for a product that is sold in variants', async () => {
    const shop = await newShop()
    const { workspaceId, api } = shop
    const variants = [
      { name: 'Small', stock: 4 },
      { name: 'Large', stock: 2, isActive: false },
    ]
    const { product } = (await api.createProduct({ name: 'Vase', price: 1, variants })).body
    const [small, large] = product.variants.map(({ id }) => id) as [string, string]
    const { products } = await storefront.getProducts({ workspaceId, productIds: [product.id] })
    expect(products).toEqual([{ id: product.id, name: 'Vase', variants: [{ id: small }, { id: large }] }])
    const stocks = async () =>
      (await api.getProduct({ params: { productId: product.id } })).body.product.variants.map(
        ({ stock }) => stock,
      )
    const call = { workspaceId, reference: reference() }
    const unit = (variantId: string | undefined, quantity: number) => ({
      productId: product.id,
      variantId,
      quantity,
    })
    const items = [unit(large, 1), unit(small, 2), unit(small, 1)]
    await Promise.all(Array.from({ length: 6 }, () => storefront.takeStock({ ...call, items })))
    expect(await stocks()).toEqual([1, 1])
    const refused: [ReturnType<typeof unit>[], string][] = [
      [[unit(small, 1), unit(large, 2)], 'OUT_OF_STOCK'],
      [[unit(small, 1), unit(undefined, 1)], 'VALIDATION_FAILED'],
      [[unit(small, 1), unit(unknownId, 1)], 'NOT_FOUND'],
      [[unit('x', 1)], 'INVALID_ID'],
    ]
    for (const [wanted, code] of refused)
      await expect(
        storefront.takeStock({ workspaceId, reference: reference(), items: wanted }),
      ).rejects.toMatchObject({ code })
    expect(await stocks()).toEqual([1, 1])
    await Promise.all(Array.from({ length: 6 }, () => storefront.returnStock(call)))
    expect(await stocks()).toEqual([4, 2])
  })

  it('marks only released reservations for removal', async () => {
    const shop = await newShop()
    const product = await newProduct(shop, { stock: 5 })
    const items = [{ productId: product.id, quantity: 1 }]
    const { workspaceId } = shop
    const [taken, returned, unknown] = [reference(), reference(), reference()]
    for (const each of [taken, returned]) await storefront.takeStock({ workspaceId, reference: each, items })
    for (const each of [returned, unknown]) await storefront.returnStock({ workspaceId, reference: each })
    const db = await openStorefrontDatabase()
    try {
      const { find } = stockReservationStore(db)
      const found = await Promise.all([taken, returned, unknown].map((each) => find(workspaceId, each)))
      expect(found.map((each) => each?.returnedAt instanceof Date)).toEqual([false, true, true])
    } finally {
      await db.close()
    }
  })

  it('accepts repeated calls with the same reference, even when no stock is left', async () => {
    const shop = await newShop()
    const last = await newProduct(shop, { stock: 1 })
    const call = { workspaceId: shop.workspaceId, reference: reference() }
    const items = [{ productId: last.id, quantity: 1 }]
    const answers = await Promise.allSettled(
      Array.from({ length: 8 }, () => storefront.takeStock({ ...call, items })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill('fulfilled'))
    expect(await stockOf(shop, last.id)).toBe(0)
  })

  it('reserves all items or none', async () => {
    const shop = await newShop()
    const [many, few] = [await newProduct(shop, { stock: 9 }), await newProduct(shop, { stock: 1 })]
    const call = { workspaceId: shop.workspaceId, reference: reference() }
    const items = [
      { productId: many.id, quantity: 1 },
      { productId: few.id, quantity: 2 },
    ]
    await expect(storefront.takeStock({ ...call, items })).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
    const foreign = [
      { productId: many.id, quantity: 1 },
      { productId: unknownId, quantity: 1 },
    ]
    await expect(storefront.takeStock({ ...call, items: foreign })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect([await stockOf(shop, many.id), await stockOf(shop, few.id)]).toEqual([9, 1])
  })

  it("returns NOT_FOUND for another workspace's products", async () => {
    const [shop, other] = [await newShop(), await newShop()]
    const product = await newProduct(shop, { stock: 3 })
    const call = { workspaceId: other.workspaceId, reference: reference() }
    await expect(
      storefront.takeStock({ ...call, items: [{ productId: product.id, quantity: 1 }] }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await stockOf(shop, product.id)).toBe(3)
  })

  it('rejects a reservation with a reference that was already released', async () => {
    const shop = await newShop()
    const product = await newProduct(shop, { stock: 3 })
    const call = { workspaceId: shop.workspaceId, reference: reference() }
    await storefront.returnStock(call)
    const late = storefront.takeStock({ ...call, items: [{ productId: product.id, quantity: 1 }] })
    await expect(late).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await stockOf(shop, product.id)).toBe(3)
  })

  it('leaves the stock unchanged when stock is reserved and released concurrently', async () => {
    const shop = await newShop()
    const product = await newProduct(shop, { stock: 30 })
    const items = [{ productId: product.id, quantity: 1 }]
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const call = { workspaceId: shop.workspaceId, reference: reference() }
        await Promise.allSettled([storefront.takeStock({ ...call, items }), storefront.returnStock(call)])
        await storefront.returnStock(call)
      }),
    )
    expect(await stockOf(shop, product.id)).toBe(30)
  })

  it('rejects missing items, invalid quantities and a missing reference', async () => {
    const { workspaceId } = await newShop()
    const one = [{ productId: unknownId, quantity: 1 }]
    const refused = [
      { workspaceId, reference: reference(), items: [] },
      { workspaceId, reference: reference(), items: [{ productId: unknownId, quantity: 0 }] },
      { workspaceId, reference: '', items: one },
    ]
    for (const call of refused)
      await expect(storefront.takeStock(call)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    const badIds = { workspaceId: 'x', reference: reference(), items: one }
    await expect(storefront.takeStock(badIds)).rejects.toMatchObject({ code: 'INVALID_ID' })
  })
})
