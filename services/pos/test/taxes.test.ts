import * as identity from '@wp/identity/contract'
import * as storefront from '@wp/storefront/contract'
import { eventually, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { newAtScheduling, newFinalizedInvoice, newInvoice, newTill, textOf, unknownId } from './till.ts'

/** Creates a till in a workspace with the rates VAT (19 %) and Reduced (7 %), and waits until pos knows them. */
const newTaxedTill = async () => {
  const till = await newTill({ settings: { timeZone: 'Africa/Cairo' } })
  const owner = till.use(identity)
  const { body } = await owner.updateWorkspace({
    taxRates: [
      { name: 'VAT', percentage: 19 },
      { name: 'Reduced', percentage: 7 },
    ],
  })
  const [vat, reduced] = body.workspace.taxRates.map(({ id }) => id) as [string, string]
  await eventually(async () => {
    const { status } = await till.api.createInvoice({
      sessionId: till.sessionId,
      items: [{ name: 'Probe', quantity: 1, unitPrice: 1, taxRateId: vat }],
    })
    expect(status).toBe(201)
  })
  return { till, owner, vat, reduced }
}

const csv = { accept: 'text/csv' }

describe('taxes of an invoice', () => {
  it('lists taxes by rate that add up to the total and are reduced proportionally by discounts', async () => {
    const { till, vat, reduced } = await newTaxedTill()
    const invoice = await newInvoice(till, {
      items: [
        { name: 'Vase', quantity: 1, unitPrice: 119, taxRateId: vat },
        { name: 'Book', quantity: 2, unitPrice: 53.5, taxRateId: reduced },
        { name: 'Stamp', quantity: 1, unitPrice: 10 },
      ],
    })
    expect(invoice.items.map(({ taxRateId }) => taxRateId)).toEqual([vat, reduced, null])
    expect(invoice.taxes).toEqual([
      { name: 'VAT', percentage: 19, net: 100, tax: 19, gross: 119 },
      { name: 'Reduced', percentage: 7, net: 100, tax: 7, gross: 107 },
      { name: null, percentage: 0, net: 10, tax: 0, gross: 10 },
    ])
    const params = { invoiceId: invoice.id }
    const discounted = await till.api.addInvoiceDiscount({
      params,
      body: { kind: 'percentage', value: 50, reason: 'Sale' },
    })
    expect(discounted.body).toMatchObject({ total: 118, subtotal: 236 })
    expect(discounted.body.taxes.map(({ gross }) => gross)).toEqual([59.5, 53.5, 5])
    const untaxed = await till.api.updateInvoiceItem({
      params: { ...params, itemId: invoice.items[0]!.id },
      body: { taxRateId: null },
    })
    expect(untaxed.body.taxes.map(({ name, gross }) => [name, gross])).toEqual([
      [null, 64.5],
      ['Reduced', 53.5],
    ])
  })

  it("keeps the rate at the time of the sale, and uses the service's rate unless the item has its own", async () => {
    const { till, owner, vat, reduced } = await newTaxedTill()
    const service = await newAtScheduling(till, 'service', { name: 'Cut', price: 119, taxRateId: vat })
    const cut = { name: 'Cut', quantity: 1, unitPrice: 119, serviceId: service.id }
    const invoice = await newFinalizedInvoice(till, {
      items: [cut, { ...cut, taxRateId: reduced }, { ...cut, taxRateId: null }],
    })
    await owner.updateWorkspace({ taxRates: [{ id: vat, name: 'New VAT', percentage: 25 }] })
    const { body } = await till.api.getInvoice({ params: { invoiceId: invoice.id } })
    expect(body.invoice.taxes.map(({ name, percentage }) => [name, percentage])).toEqual([
      ['VAT', 19],
      ['Reduced', 7],
      [null, 0],
    ])
    await eventually(async () => {
      const refused = await till.api.createInvoice({
        sessionId: till.sessionId,
        items: [{ ...cut, taxRateId: reduced }],
      })
      expect(refused).toFailWith(422, 'VALIDATION_FAILED', { path: 'items.0.taxRateId' })
    })
  })

  it("uses the product's rate", async () => {
    const { till, vat } = await newTaxedTill()
    const shop = till.use(storefront)
    await shop.putStore({ slug: uniqueName('shop'), name: 'Shop', isPublished: true })
    const product = await eventually(async () => {
      const { status, body } = await shop.createProduct({ name: 'Vase', price: 119, taxRateId: vat })
      expect(status).toBe(201)
      return body.product
    })
    const invoice = await newInvoice(till, {
      items: [{ name: 'Vase', quantity: 1, unitPrice: 119, productId: product.id }],
    })
    expect(invoice.taxes).toEqual([{ name: 'VAT', percentage: 19, net: 100, tax: 19, gross: 119 }])
  })

  it("uses the variant's rate, and the product's for variants without one", async () => {
    const { till, vat, reduced } = await newTaxedTill()
    const shop = till.use(storefront)
    await shop.putStore({ slug: uniqueName('shop'), name: 'Shop', isPublished: true })
    const variants = [{ name: 'Printed', taxRateId: reduced }, { name: 'Download' }]
    const { id, variants: created } = await eventually(async () => {
      const { status, body } = await shop.createProduct({
        name: 'Book',
        price: 107,
        taxRateId: vat,
        variants,
      })
      expect(status).toBe(201)
      return body.product
    })
    const items = created.map((variant) => ({
      name: variant.name,
      quantity: 1,
      unitPrice: 107,
      productId: id,
      variantId: variant.id,
    }))
    const invoice = await newInvoice(till, { items })
    expect(invoice.items.map(({ taxRateId }) => taxRateId)).toEqual([reduced, vat])
  })

  it('prints the taxes on the receipt, and letters when items have different rates', async () => {
    const { till, vat } = await newTaxedTill()
    const taxed = { name: 'Vase', quantity: 1, unitPrice: 119, taxRateId: vat }
    const receiptOf = async (items: object[]) => {
      const { id } = await newFinalizedInvoice(till, { items: items as (typeof taxed)[] })
      const params = { invoiceId: id }
      const page = async (paper: '80mm' | 'a4') => {
        const query = { language: 'de', paper }
        const reply = await till.api.getReceipt({ params, query, headers: { accept: 'text/html' } })
        return textOf(reply)
          .replaceAll(/<[^>]*>/g, ' ')
          .replaceAll(/\s+/g, ' ')
      }
      return {
        body: (await till.api.getReceipt({ params })).body,
        slip: await page('80mm'),
        sheet: await page('a4'),
      }
    }
    const one = await receiptOf([taxed])
    expect(one.body).toMatchObject({
      receipt: {
        items: [{ tax: { name: 'VAT', percentage: 19 } }],
        taxes: [{ name: 'VAT', net: 100, tax: 19, gross: 119 }],
      },
    })
    expect(one.slip).toContain('VAT 19 % auf 100,00 19,00')
    expect(one.sheet).toContain('Steuersatz Netto Steuer Brutto VAT 19 % 100,00 19,00 119,00')
    const two = await receiptOf([taxed, { name: 'Stamp', quantity: 1, unitPrice: 10 }])
    expect(two.slip).toContain('Vase A 119,00 Stamp B 10,00')
    expect(two.slip).toContain('VAT 19 % auf 100,00 A 19,00 Ohne Steuer: 10,00 B 0,00')
    expect(two.sheet).toContain('Vase 1 119,00 19 % 119,00 Stamp 1 10,00 – 10,00')
    const none = await receiptOf([{ name: 'Stamp', quantity: 1, unitPrice: 10 }])
    expect(none.slip).not.toMatch(/Ohne Steuer|Netto/)
    expect(none.sheet).not.toMatch(/Steuersatz|Ohne Steuer|Netto/)
  })

  it('rejects an unknown rate', async () => {
    const till = await newTill()
    const item = { name: 'Vase', quantity: 1, unitPrice: 1, taxRateId: unknownId }
    expect(await till.api.createInvoice({ sessionId: till.sessionId, items: [item] })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'items.0.taxRateId' },
    )
    const { id } = await newInvoice(till)
    expect(await till.api.addInvoiceItem({ params: { invoiceId: id }, body: item })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'taxRateId' },
    )
  })
})

describe('GET /workspace/:workspaceId/pos/taxes', () => {
  it('sums finalized invoices minus refunds and voids, as JSON and CSV', async () => {
    const { till, vat, reduced } = await newTaxedTill()
    const items = [
      { name: 'Vase', quantity: 1, unitPrice: 119, taxRateId: vat },
      { name: 'Book', quantity: 1, unitPrice: 107, taxRateId: reduced },
      { name: 'Stamp', quantity: 1, unitPrice: 10 },
    ]
    expect((await till.api.listTaxes()).body).toEqual({ taxes: [] })
    const [first, second] = [
      await newFinalizedInvoice(till, { items }),
      await newFinalizedInvoice(till, { items }),
    ]
    await newInvoice(till, { items }) // a draft does not count
    await till.api.voidInvoice({ params: { invoiceId: second.id } })
    const params = { invoiceId: first.id }
    const whole = [
      { name: 'VAT', percentage: 19, net: 100, tax: 19, gross: 119, currencyCode: 'USD' },
      { name: 'Reduced', percentage: 7, net: 100, tax: 7, gross: 107, currencyCode: 'USD' },
      { name: null, percentage: 0, net: 10, tax: 0, gross: 10, currencyCode: 'USD' },
    ]
    expect((await till.api.listTaxes()).body).toEqual({ taxes: whole })
    await till.api.payInvoice({ params, body: { method: 'card', amount: 236 } })
    await till.api.refundInvoice({ params, body: { method: 'card', amount: 118, reason: 'Half' } })
    const half = await till.api.listTaxes()
    expect(half.body).toMatchObject({ taxes: [{ gross: 59.5, tax: 9.5 }, { gross: 53.5 }, { gross: 5 }] })
    const text = textOf(await till.api.listTaxes({ headers: csv }))
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'name,percentage,currencyCode,net,tax,gross',
      'VAT,19,USD,50,9.5,59.5',
    ])
    await till.api.refundInvoice({ params, body: { method: 'card', amount: 118, reason: 'Rest' } })
    const none = await till.api.listTaxes()
    expect(
      (none.body as { taxes: { gross: number; tax: number }[] }).taxes.map(({ gross, tax }) => [gross, tax]),
    ).toEqual([
      [0, 0],
      [0, 0],
      [0, 0],
    ])
  })

  it('adds fulfilled orders of the shop, once', async () => {
    const { till, vat } = await newTaxedTill()
    const shop = till.use(storefront)
    const slug = uniqueName('shop')
    await shop.putStore({ slug, name: 'Shop', isPublished: true })
    const product = async (price: number, taxRateId: string | null) =>
      eventually(async () => {
        const { status, body } = await shop.createProduct({
          name: 'Vase',
          price,
          taxRateId,
          status: 'active',
        })
        expect(status).toBe(201)
        return body.product.id
      })
    const items = [
      { productId: await product(119, vat), quantity: 2 },
      { productId: await product(10, null), quantity: 1 },
    ]
    const customer = { name: 'Amira', email: 'amira@example.com' }
    const { order } = (await shop.createOrder({ params: { slug }, body: { customer, items } })).body
    const params = { orderId: order.id }
    await shop.setOrderStatus({ params, body: { status: 'confirmed' } })
    expect((await till.api.listTaxes()).body).toEqual({ taxes: [] })
    await shop.setOrderStatus({ params, body: { status: 'fulfilled' } })
    await newFinalizedInvoice(till)
    await expect
      .poll(async () => (await till.api.listTaxes()).body)
      .toEqual({
        taxes: [
          { name: 'VAT', percentage: 19, net: 200, tax: 38, gross: 238, currencyCode: 'USD' },
          { name: null, percentage: 0, net: 35, tax: 0, gross: 35, currencyCode: 'USD' },
        ],
      })
  })

  it("reads days in the workspace's time zone and rejects an inverted or malformed range", async () => {
    const { till } = await newTaxedTill()
    await newFinalizedInvoice(till)
    const gross = async (query: { from?: string; to?: string }) =>
      ((await till.api.listTaxes({ query })).body as { taxes: { gross: number }[] }).taxes.map(
        (row) => row.gross,
      )
    expect(await gross({ from: '2020-01-01', to: '2099-12-31' })).toEqual([25])
    expect(await gross({ to: '2020-01-01' })).toEqual([])
    expect(await till.api.listTaxes({ query: { from: '2027-01-02', to: '2027-01-01' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await till.api.listTaxes({ query: { from: 'soon' } })).toFailWith(400, 'INVALID_REQUEST')
  })

  it('does not show the taxes of another workspace', async () => {
    const [one, other] = [await newTill(), await newTill()]
    await newFinalizedInvoice(one)
    expect((await other.api.listTaxes()).body).toEqual({ taxes: [] })
  })
})
