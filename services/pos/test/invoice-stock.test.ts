import * as identity from '@wp/identity/contract'
import * as storefront from '@wp/storefront/contract'
import { apiOf, eventually, openTestDatabase } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { invoiceCollection } from '../src/invoices/invoice.store.ts'
import { newProductInvoice, newShop, withProxy } from './stock-scene.ts'
import { newInvoice, newTill, unknownId, vase } from './till.ts'

const discount = { kind: 'fixed' as const, value: 1, reason: 'Loyal' }

describe('stock for an invoice', () => {
  it('is reserved when an invoice is finalized and released once when it is voided', async () => {
    const till = await newTill()
    const { newProduct, stockOf } = await newShop(till)
    const [counted, uncounted] = [await newProduct(5), await newProduct(null)]
    const { id } = await newProductInvoice(till, counted)
    const params = { invoiceId: id }
    await till.api.addInvoiceItem({
      params,
      body: { productId: counted, name: 'Vase', quantity: 1, unitPrice: 1 },
    })
    await till.api.addInvoiceItem({
      params,
      body: { productId: uncounted, name: 'Lamp', quantity: 9, unitPrice: 1 },
    })
    expect(await stockOf(counted)).toBe(5)
    expect((await till.api.finalizeInvoice({ params })).body.invoice).toMatchObject({ number: 1, total: 35 })
    expect(await stockOf(counted)).toBe(2)
    await Promise.all([till.api.voidInvoice({ params }), till.api.voidInvoice({ params })])
    await eventually(async () => expect(await stockOf(counted)).toBe(5))
  })

  it('is taken from the variant, which is required for a product with variants', async () => {
    const till = await newTill()
    const { newProduct } = await newShop(till)
    const shop = till.use(storefront)
    const plain = await newProduct(5)
    const params = { productId: await newProduct(9) }
    const variants = [
      { name: 'Small', stock: 4 },
      { name: 'Large', stock: 2 },
    ]
    const before = await newProductInvoice(till, params.productId) // a draft from before variants were introduced
    const { product } = (await shop.updateProduct({ params, body: { variants } })).body
    const [small, large] = product.variants.map(({ id }) => id) as [string, string]
    const item = (variantId: string | null, productId = product.id) => ({
      productId,
      variantId,
      name: 'Vase (Small)',
      quantity: 1,
      unitPrice: 12.5,
    })
    const { id, items } = await newInvoice(till, { items: [item(small), item(small), item(large)] })
    expect(items.map(({ variantId }) => variantId)).toEqual([small, small, large])
    const add = (body: ReturnType<typeof item>) =>
      till.api.addInvoiceItem({ params: { invoiceId: id }, body })
    expect(await add(item(null))).toFailWith(422, 'VALIDATION_FAILED', { path: 'variantId' })
    expect(await add(item(unknownId))).toFailWith(404, 'NOT_FOUND')
    expect(await add(item(small, plain))).toFailWith(404, 'NOT_FOUND')
    const withoutProduct = { ...item(small), productId: null }
    expect(await till.api.addInvoiceItem({ params: { invoiceId: id }, body: withoutProduct })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'variantId' },
    )
    const stocks = async () => {
      const { stock, variants } = (await shop.getProduct({ params })).body.product
      return [stock, ...variants.map((variant) => variant.stock)]
    }
    expect((await till.api.finalizeInvoice({ params: { invoiceId: id } })).status).toBe(200)
    expect(await stocks()).toEqual([9, 2, 1])
    const late = await till.api.finalizeInvoice({ params: { invoiceId: before.id } })
    expect(late).toFailWith(422, 'VALIDATION_FAILED', { path: 'items' })
    expect(await stocks()).toEqual([9, 2, 1])
    await till.api.voidInvoice({ params: { invoiceId: id } })
    await eventually(async () => expect(await stocks()).toEqual([9, 4, 2]))
  })

  it('is released when the refunds reach the total', async () => {
    const till = await newTill()
    const { newProduct, stockOf } = await newShop(till)
    const productId = await newProduct(5)
    const { id } = await newProductInvoice(till, productId)
    const params = { invoiceId: id }
    await till.api.finalizeInvoice({ params })
    await till.api.payInvoice({ params, body: { method: 'cash', amount: 25 } })
    const refund = (amount: number) =>
      till.api.refundInvoice({ params, body: { method: 'cash', amount, reason: 'Broken' } })
    await refund(24.99)
    expect(await stockOf(productId)).toBe(3)
    expect((await refund(0.01)).body.invoice.status).toBe('refunded')
    await eventually(async () => expect(await stockOf(productId)).toBe(5))
  })

  it('is not reserved when it is insufficient or a product was removed, and the draft stays editable', async () => {
    const till = await newTill()
    const { newProduct, stockOf, removeProduct } = await newShop(till)
    const [few, many, gone] = [await newProduct(1), await newProduct(9), await newProduct(9)]
    const { id, items } = await newProductInvoice(till, many)
    const params = { invoiceId: id }
    const add = async (productId: string, quantity = 1) => {
      const body = { productId, name: 'Vase', quantity, unitPrice: 1 }
      return (await till.api.addInvoiceItem({ params, body })).body.items.at(-1)!.id
    }
    for (const [productId, quantity, status, code] of [
      [few, 2, 422, 'OUT_OF_STOCK'],
      [gone, 1, 404, 'NOT_FOUND'],
    ] as const) {
      const itemId = await add(productId, quantity)
      if (productId === gone) await removeProduct(gone)
      expect(await till.api.finalizeInvoice({ params })).toFailWith(status, code)
      expect((await till.api.removeInvoiceItem({ params: { ...params, itemId } })).status).toBe(200)
    }
    expect([await stockOf(few), await stockOf(many)]).toEqual([1, 9])
    expect((await till.api.finalizeInvoice({ params })).body.invoice).toMatchObject({ number: 1, items })
  })

  it("is taken only from the workspace's own products, and other product ids return 404", async () => {
    const [till, other] = [await newTill(), await newTill()]
    const foreign = await (await newShop(other)).newProduct(9)
    const { id } = await newInvoice(till)
    const params = { invoiceId: id }
    const before = (await till.api.getInvoice({ params })).body
    for (const productId of [foreign, unknownId]) {
      const body = { productId, name: 'Vase', quantity: 1, unitPrice: 1 }
      expect(await till.api.addInvoiceItem({ params, body })).toFailWith(404, 'NOT_FOUND')
      const items = [{ ...vase, productId: null }, body]
      expect(await till.api.createInvoice({ sessionId: till.sessionId, items })).toFailWith(404, 'NOT_FOUND')
    }
    expect((await till.api.getInvoice({ params })).body).toEqual(before)
    expect((await till.api.listInvoices()).body.invoices).toHaveLength(1)
  })

  it('is reserved for exactly two of eight concurrent invoices for two units each when five are in stock', async () => {
    const till = await newTill()
    const { newProduct, stockOf } = await newShop(till)
    const productId = await newProduct(5)
    const drafts = await Promise.all(Array.from({ length: 8 }, () => newProductInvoice(till, productId)))
    const finalize = ({ id }: { id: string }) => till.api.finalizeInvoice({ params: { invoiceId: id } })
    const replies = await Promise.all(drafts.map(finalize))
    for (const { status } of replies) expect(status).toBeOneOf([200, 422, 503, 504])
    const list = async (status: 'draft' | 'finalized') =>
      (await till.api.listInvoices({ query: { status } })).body.invoices
    // Concurrent requests for one product may fail with 503, so the test retries them until the stock is sold.
    await eventually(async () => {
      for (const draft of await list('draft')) expect(await finalize(draft)).toFailWith(422, 'OUT_OF_STOCK')
    })
    expect((await list('finalized')).map(({ number }) => number)).toEqual(expect.arrayContaining([1, 2]))
    expect(await list('finalized')).toHaveLength(2)
    expect(await stockOf(productId)).toBe(1)
  })
})

describe('finalize and void while storefront fails', () => {
  it('returns 503 while storefront is down, then INVOICE_BUSY without the same Idempotency-Key, and finalizes once it is back', async () => {
    const scene = await withProxy()
    try {
      const { id } = await newProductInvoice(scene, scene.productId)
      const params = { invoiceId: id }
      scene.proxy.disconnect()
      await newProductInvoice(scene, unknownId) // drafts do not need storefront; finalizing checks the product
      const headers = { 'idempotency-key': 'k1' }
      expect(await scene.api.finalizeInvoice({ params, headers })).toFailWith(503, 'UNAVAILABLE')
      expect(await scene.api.finalizeInvoice({ params, headers })).toFailWith(503, 'UNAVAILABLE')
      const addDiscount = () =>
        scene.api.addInvoiceDiscount({ params, body: discount, headers: { 'idempotency-key': 'k2' } })
      for (const busy of [
        await scene.api.finalizeInvoice({ params }),
        await addDiscount(),
        await scene.api.voidInvoice({ params }),
      ]) {
        expect(busy).toFailWith(422, 'INVOICE_BUSY')
        expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      scene.proxy.reconnect()
      await eventually(async () => {
        await scene.recover(id)
        expect((await addDiscount()).status).toBe(200) // the rejection was not stored for the key
      })
      await scene.expectReleased(id)
      expect((await scene.api.finalizeInvoice({ params, headers })).body.invoice).toMatchObject({
        number: 1,
        total: 24,
      })
      expect(await scene.stock()).toBe(3)
    } finally {
      await scene.stop()
    }
  })

  it("fetches a product's tax when the invoice is finalized if storefront was down before", async () => {
    const scene = await withProxy((workspace) =>
      workspace.use(identity).updateWorkspace({ taxRates: [{ name: 'VAT', percentage: 19 }] }),
    )
    try {
      const { body } = await scene.use(identity).getWorkspace()
      const taxRateId = body.workspace.taxRates[0]!.id
      await eventually(async () => {
        const taxed = { params: { productId: scene.productId }, body: { taxRateId } }
        expect((await scene.use(storefront).updateProduct(taxed)).status).toBe(200)
      })
      scene.proxy.disconnect()
      const { id, taxes } = await newProductInvoice(scene, scene.productId)
      expect(taxes).toMatchObject([{ name: null, gross: 25 }])
      const params = { invoiceId: id }
      expect(await scene.api.finalizeInvoice({ params })).toFailWith(503, 'UNAVAILABLE')
      // The draft is not busy: no stock was reserved.
      expect((await scene.api.addInvoiceDiscount({ params, body: discount })).status).toBe(200)
      scene.proxy.reconnect()
      await eventually(async () => {
        const finalized = await scene.api.finalizeInvoice({ params })
        expect(finalized.body.invoice?.taxes).toMatchObject([{ name: 'VAT', percentage: 19, gross: 24 }])
      })
      const { taxes: sums } = (await scene.api.listTaxes()).body as { taxes: object[] }
      expect(sums).toMatchObject([{ name: 'VAT', gross: 24 }])
    } finally {
      await scene.stop()
    }
  })

  it('ignores a stock reservation that arrives after its release', async () => {
    const scene = await withProxy()
    try {
      const { id } = await newProductInvoice(scene, scene.productId)
      const params = { invoiceId: id }
      scene.proxy.hold('requests')
      expect((await scene.api.finalizeInvoice({ params })).status).toBeGreaterThanOrEqual(503)
      scene.proxy.cut()
      await eventually(async () => {
        await scene.recover(id)
        await scene.expectReleased(id)
      })
      await scene.proxy.deliver()
      expect((await scene.api.finalizeInvoice({ params })).status).toBe(200)
      expect(await scene.stock()).toBe(3)
    } finally {
      await scene.stop()
    }
  })

  it('releases the stock after a crash without skipping an invoice number', async () => {
    const scene = await withProxy()
    try {
      const { id } = await newProductInvoice(scene, scene.productId)
      const params = { invoiceId: id }
      const replica = await scene.startReplica()
      const { token, workspaceId } = scene
      const api = apiOf(contract, { baseUrl: replica.url, token, params: { workspaceId } })
      const warmUp = await newProductInvoice({ ...scene, api }, scene.productId, 1) // opens the connection
      expect((await api.finalizeInvoice({ params: { invoiceId: warmUp.id } })).status).toBe(200)
      scene.proxy.hold('replies')
      const lost = api.finalizeInvoice({ params, headers: { 'idempotency-key': 'k1' } }).catch(() => null)
      await eventually(async () => expect(await scene.stock()).toBe(2))
      await replica.kill()
      await lost
      expect(await scene.invoices.get({ id })).toMatchObject({ status: 'draft', number: null })
      expect(await scene.api.finalizeInvoice({ params })).toFailWith(422, 'INVOICE_BUSY')
      scene.proxy.cut()
      await eventually(async () => {
        await scene.recover(id)
        await scene.expectReleased(id, 4)
      })
      expect((await scene.api.finalizeInvoice({ params })).body.invoice.number).toBe(2)
      expect(await scene.stock()).toBe(2)
    } finally {
      await scene.stop()
    }
  })

  it("releases a voided invoice's stock once storefront is back", async () => {
    const scene = await withProxy()
    try {
      const { id } = await newProductInvoice(scene, scene.productId)
      const params = { invoiceId: id }
      await scene.api.finalizeInvoice({ params })
      expect(await scene.stock()).toBe(3)
      scene.proxy.disconnect()
      expect((await scene.api.voidInvoice({ params })).body.invoice.status).toBe('void')
      expect(await scene.stock()).toBe(3)
      scene.proxy.reconnect()
      await eventually(async () => {
        await scene.recover(id)
        expect(await scene.stock()).toBe(5)
      })
      expect(await scene.invoices.get({ id })).toMatchObject({ status: 'void', stockStep: null })
    } finally {
      await scene.stop()
    }
  })
})

describe('POST /workspace/:workspaceId/pos/invoices/:invoiceId/finalize', () => {
  it('returns the finalized invoice for a repeated Idempotency-Key when the first reply was lost', async () => {
    const till = await newTill()
    const { id } = await newProductInvoice(till, await (await newShop(till)).newProduct(5))
    const params = { invoiceId: id }
    const first = await till.api.finalizeInvoice({ params })
    const db = await openTestDatabase('wp_pos', { collections: [invoiceCollection] })
    try {
      await db.tenant(invoiceCollection)(till.workspaceId).update({ id }, { finalizedWith: 'k1' })
    } finally {
      await db.close()
    }
    const again = await till.api.finalizeInvoice({ params, headers: { 'idempotency-key': 'k1' } })
    expect(again.body.invoice).toMatchObject({ id, number: first.body.invoice.number })
    const other = await till.api.finalizeInvoice({ params, headers: { 'idempotency-key': 'k2' } })
    expect(other).toFailWith(422, 'INVOICE_NOT_DRAFT')
  })
})
