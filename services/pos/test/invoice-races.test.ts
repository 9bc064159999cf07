import { describe, expect, it } from 'vitest'
import { newFinalizedInvoice, newInvoice, newTill } from './till.ts'

/** With 50 concurrent requests for one record, some may return 503. */
const isFull = process.env['FULL'] === '1'
const concurrency = isFull ? 50 : 10
const expectDoneOrUnavailable = (statuses: number[], done: number) => {
  expect(statuses.filter((status) => status !== done && status !== 503)).toEqual([])
  if (!isFull) expect(statuses).not.toContain(503)
  expect(statuses).toContain(done)
}

const hundred = { items: [{ name: 'Vase', quantity: 1, unitPrice: 100 }] }
const five = { kind: 'fixed' as const, value: 5, reason: 'Concurrent' }

describe('/workspace/:workspaceId/pos/invoices/:invoiceId', () => {
  it('applies all discounts that are added concurrently', async () => {
    const till = await newTill()
    const { id } = await newInvoice(till, hundred)
    const params = { invoiceId: id }
    const replies = await Promise.all(
      Array.from({ length: concurrency }, (_, index) =>
        till.api.addInvoiceDiscount({ params, body: { ...five, value: 1, reason: `Number ${index}` } }),
      ),
    )
    expectDoneOrUnavailable(
      replies.map(({ status }) => status),
      200,
    )
    const kept = replies.filter(({ status }) => status === 200).length
    const { invoice } = (await till.api.getInvoice({ params })).body
    expect(new Set(invoice.discounts.map(({ reason }) => reason)).size).toBe(kept)
    expect(invoice.discounts).toHaveLength(kept)
    expect(invoice.total).toBe(100 - kept)
  })

  it('applies a discount before a concurrent finalize or rejects it with INVOICE_NOT_DRAFT', async () => {
    const till = await newTill()
    const drafts = await Promise.all(Array.from({ length: 5 }, () => newInvoice(till, hundred)))
    await Promise.all(
      drafts.map(async ({ id }) => {
        const params = { invoiceId: id }
        const [finalized, ...discounts] = await Promise.all([
          till.api.finalizeInvoice({ params }),
          till.api.addInvoiceDiscount({ params, body: five }),
          till.api.addInvoiceDiscount({ params, body: five }),
        ])
        expect(finalized.status).toBe(200)
        const kept = discounts.filter(({ status }) => status === 200).length
        for (const late of discounts.filter(({ status }) => status !== 200))
          expect(late).toFailWith(422, 'INVOICE_NOT_DRAFT')
        expect(finalized.body.invoice.total).toBe(100 - 5 * kept)
        expect((await till.api.getInvoice({ params })).body.invoice).toEqual(finalized.body.invoice)
      }),
    )
  })

  it('accepts one of several concurrent payments of a finalized invoice and rejects concurrent discounts', async () => {
    const till = await newTill()
    const { id } = await newFinalizedInvoice(till, hundred)
    const params = { invoiceId: id }
    const [payments, discounts] = await Promise.all([
      Promise.all(
        Array.from({ length: concurrency / 2 }, () =>
          till.api.payInvoice({ params, body: { method: 'card', amount: 100 } }),
        ),
      ),
      Promise.all(
        Array.from({ length: concurrency / 2 }, () => till.api.addInvoiceDiscount({ params, body: five })),
      ),
    ])
    expect(payments.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const late of payments.filter(({ status }) => status !== 201))
      expect(late).toFailWith(422, 'VALIDATION_FAILED')
    for (const late of discounts) expect(late).toFailWith(422, 'INVOICE_NOT_DRAFT')
    const { invoice } = (await till.api.getInvoice({ params })).body
    expect(invoice).toMatchObject({ status: 'paid', total: 100, paidAmount: 100, discounts: [] })
  })
})

describe('POST /workspace/:workspaceId/pos/invoices/:invoiceId/finalize', () => {
  it('assigns numbers without gaps to concurrent requests, even when each invoice is finalized twice', async () => {
    const till = await newTill()
    const drafts = await Promise.all(Array.from({ length: 12 }, () => newInvoice(till, hundred)))
    const replies = await Promise.all(
      drafts.flatMap(({ id }) =>
        Array.from({ length: 2 }, () => till.api.finalizeInvoice({ params: { invoiceId: id } })),
      ),
    )
    for (const second of replies.filter(({ status }) => status !== 200))
      expect(second).toFailWith(422, 'INVOICE_NOT_DRAFT')
    const numbers = replies.flatMap(({ status, body }) => (status === 200 ? body.invoice.number! : []))
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1))
  })
})

describe('/workspace/:workspaceId/pos/invoices/:invoiceId/refunds and /payments', () => {
  it('never refunds more than was paid, even for concurrent requests', async () => {
    const till = await newTill()
    const { id } = await newFinalizedInvoice(till, hundred)
    const params = { invoiceId: id }
    await till.api.payInvoice({ params, body: { method: 'cash', amount: 100 } })
    const refund = { method: 'cash' as const, amount: 30, reason: 'Concurrent' }
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => till.api.refundInvoice({ params, body: refund })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
    expect((await till.api.getInvoice({ params })).body.invoice.refundedAmount).toBe(90)
  })

  it('rejects a payment or includes it in the expected cash when the till closes concurrently', async () => {
    const till = await newTill({ openingFloat: 0 })
    const invoices = await Promise.all(Array.from({ length: 4 }, () => newFinalizedInvoice(till, hundred)))
    // Makes one payment in advance, so that the expected cash cannot be 0.
    const early = await newFinalizedInvoice(till, hundred)
    await till.api.payInvoice({ params: { invoiceId: early.id }, body: { method: 'cash', amount: 100 } })
    const [closed, ...payments] = await Promise.all([
      till.api.closeTillSession({ params: { sessionId: till.sessionId }, body: { closingCount: 0 } }),
      ...invoices.map(({ id }) =>
        till.api.payInvoice({ params: { invoiceId: id }, body: { method: 'cash', amount: 100 } }),
      ),
    ])
    const taken = payments.filter(({ status }) => status === 201).length
    for (const late of payments.filter(({ status }) => status !== 201))
      expect(late).toFailWith(422, 'SESSION_CLOSED')
    expect(closed.status).toBe(200)
    expect(closed.body.session.expected).toBe(100 + taken * 100)
  })
})
