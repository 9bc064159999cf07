import { openTestDatabase } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { invoiceCollection } from '../src/invoices/invoice.store.ts'
import { newFinalizedInvoice, newInvoice, newTill, unknownId } from './till.ts'

const hundred = { items: [{ name: 'Vase', quantity: 1, unitPrice: 100 }] }
const tenPercent = { kind: 'percentage' as const, value: 10, reason: 'Loyal' }

/** A draft shared by tests that change nothing. */
let shared: Promise<{ till: Awaited<ReturnType<typeof newTill>>; params: { invoiceId: string } }> | null =
  null
const sharedDraft = () =>
  (shared ??= (async () => {
    const till = await newTill()
    return { till, params: { invoiceId: (await newInvoice(till, hundred)).id } }
  })())

describe('/workspace/:workspaceId/pos/invoices/:invoiceId/discount', () => {
  it('adds and removes discounts, recomputes all lines and returns the invoice', async () => {
    const till = await newTill()
    const { id, items } = await newInvoice(till, hundred)
    const params = { invoiceId: id }
    const first = await till.api.addInvoiceDiscount({ params, body: { ...tenPercent, value: 60 } })
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({
      id,
      subtotal: 100,
      total: 40,
      discounts: [{ kind: 'percentage', value: 60, amount: 60, reason: 'Loyal', source: 'manual' }],
    })
    const second = await till.api.addInvoiceDiscount({
      params,
      body: { ...tenPercent, value: 60, source: 'client' },
    })
    expect(second.body).toMatchObject({
      total: 0,
      discounts: [{ amount: 60 }, { amount: 40, source: 'client' }],
    })
    const cheaper = await till.api.updateInvoiceItem({
      params: { ...params, itemId: items[0]!.id },
      body: { unitPrice: 10 },
    })
    expect(cheaper.body).toMatchObject({ total: 0, discounts: [{ amount: 6 }, { amount: 4 }] })
    const removed = await till.api.removeInvoiceDiscount({
      params: { ...params, discountId: first.body.discounts[0]!.id },
    })
    expect(removed.body).toMatchObject({ total: 4, discounts: [{ value: 60, amount: 6 }] })
  })

  it('accepts the deprecated amount field as a fixed discount', async () => {
    const till = await newTill()
    const { id } = await newInvoice(till, hundred)
    const { body } = await till.api.addInvoiceDiscount({
      params: { invoiceId: id },
      body: { amount: 25.5, reason: 'Damaged' },
    })
    expect(body).toMatchObject({
      total: 74.5,
      discounts: [{ kind: 'fixed', value: 25.5, amount: 25.5, reason: 'Damaged', source: 'manual' }],
    })
  })

  it('treats a stored discount without a kind as a fixed amount', async () => {
    const till = await newTill()
    const { id } = await newInvoice(till, hundred)
    const db = await openTestDatabase('wp_pos', { collections: [invoiceCollection] })
    try {
      const line = { id: unknownId, amountMinor: 3000, reason: 'Old' }
      await db
        .tenant(invoiceCollection)(till.workspaceId)
        .update({ id }, { discounts: [line], totalMinor: 7000 })
    } finally {
      await db.close()
    }
    const params = { invoiceId: id }
    const old = { id: unknownId, kind: 'fixed', value: 30, amount: 30, reason: 'Old', source: 'manual' }
    expect((await till.api.getInvoice({ params })).body.invoice).toMatchObject({
      total: 70,
      discounts: [old],
    })
    const { body } = await till.api.addInvoiceDiscount({ params, body: { ...tenPercent, value: 90 } })
    expect(body).toMatchObject({ total: 0, discounts: [old, { value: 90, amount: 70 }] })
    const removed = await till.api.removeInvoiceDiscount({ params: { ...params, discountId: unknownId } })
    expect(removed.body).toMatchObject({ total: 10, discounts: [{ amount: 90 }] })
  })

  it.each([
    { ...tenPercent, value: 100.01 },
    { ...tenPercent, value: -1 },
    { ...tenPercent, value: 33.33333 },
    { ...tenPercent, value: '10' },
    { ...tenPercent, value: null },
    { ...tenPercent, kind: 'half' },
    { ...tenPercent, reason: '' },
    { ...tenPercent, reason: 'x'.repeat(2001) },
    { ...tenPercent, source: 'unknown' },
    { kind: 'percentage', value: 10 },
    { value: 10, reason: 'r' },
    { kind: 'fixed', value: 1.005, reason: 'r' },
    { ...tenPercent, amount: 5 },
    { amount: 5 },
    { amount: -5, reason: 'r' },
    { amount: 1.005, reason: 'r' },
    { amount: 5, reason: 'r', kind: 'fixed' },
    {},
    { ...tenPercent, value: { $gt: 0 } },
  ])('rejects the discount %j with 422', async (body) => {
    const { till, params } = await sharedDraft()
    expect(await till.api.addInvoiceDiscount.raw({ params, body })).toFailWith(422, 'VALIDATION_FAILED')
    expect((await till.api.getInvoice({ params })).body.invoice.discounts).toEqual([])
  })

  it.each(['{"kind":"percentage","value":NaN,"reason":"r"}', '{"kind":'])(
    'rejects invalid JSON with 400: %s',
    async (body) => {
      const { till, params } = await sharedDraft()
      const headers = { 'content-type': 'application/json' }
      const reply = await till.api.addInvoiceDiscount.raw({ params, body, headers })
      expect(reply.status).toBe(400)
    },
  )

  it('rejects a discount that is too large, such as 1e309, and treats -0 as 0', async () => {
    const till = await newTill()
    const { id } = await newInvoice(till, hundred)
    const params = { invoiceId: id }
    const headers = { 'content-type': 'application/json' }
    const send = (value: string) =>
      till.api.addInvoiceDiscount.raw({
        params,
        headers,
        body: `{"kind":"fixed","value":${value},"reason":"r"}`,
      })
    expect(await send('1e309')).toFailWith(422, 'VALIDATION_FAILED')
    expect(await send('1e20')).toFailWith(422, 'VALIDATION_FAILED')
    expect((await send('-0')).body).toMatchObject({ total: 100, discounts: [{ value: 0, amount: 0 }] })
  })

  it('rejects discounts on a finalized or unknown invoice, at a closed till, and for a malformed id', async () => {
    const till = await newTill()
    const final = await newFinalizedInvoice(till)
    const add = (invoiceId: string) =>
      till.api.addInvoiceDiscount({ params: { invoiceId }, body: tenPercent })
    expect(await add(final.id)).toFailWith(422, 'INVOICE_NOT_DRAFT')
    expect(await add(unknownId)).toFailWith(404, 'NOT_FOUND')
    expect(await add('x')).toFailWith(400, 'INVALID_ID')
    const draft = await newInvoice(till)
    const lost = { invoiceId: draft.id, discountId: unknownId }
    expect(await till.api.removeInvoiceDiscount({ params: lost })).toFailWith(404, 'NOT_FOUND')
    expect(await till.api.removeInvoiceDiscount({ params: { ...lost, discountId: 'x' } })).toFailWith(
      400,
      'INVALID_ID',
    )
    await till.api.closeTillSession({ params: { sessionId: till.sessionId }, body: { closingCount: 0 } })
    expect(await add(draft.id)).toFailWith(422, 'SESSION_CLOSED')
    expect(await till.api.removeInvoiceDiscount({ params: lost })).toFailWith(422, 'SESSION_CLOSED')
  })

  it('adds one discount per Idempotency-Key, even for concurrent requests, and rejects the key with another discount', async () => {
    const till = await newTill()
    const { id } = await newInvoice(till, hundred)
    const call = { params: { invoiceId: id }, body: tenPercent, headers: { 'idempotency-key': 'd1' } }
    const [first, again] = [await till.api.addInvoiceDiscount(call), await till.api.addInvoiceDiscount(call)]
    expect(again.body).toEqual(first.body)
    expect(again.body.discounts).toHaveLength(1)
    const other = { ...call, body: { ...tenPercent, value: 20 } }
    expect(await till.api.addInvoiceDiscount(other)).toFailWith(422, 'IDEMPOTENCY_KEY_REUSED')
    const crowd = await Promise.all(
      Array.from({ length: 5 }, () =>
        till.api.addInvoiceDiscount({ ...call, headers: { 'idempotency-key': 'd2' } }),
      ),
    )
    for (const early of crowd.filter(({ status }) => status !== 200))
      expect(early).toFailWith(409, 'IDEMPOTENCY_IN_PROGRESS')
    const { invoice } = (await till.api.getInvoice({ params: { invoiceId: id } })).body
    expect(invoice.discounts).toHaveLength(2)
  })
})
