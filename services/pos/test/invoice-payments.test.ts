import { InvoiceFinalized, InvoiceRefunded, InvoiceVoided } from '../src/contract.ts'
import { listEvents } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { newFinalizedInvoice, newInvoice, newTill, unknownId, vase } from './till.ts'

const reason = 'Broken'
const gift = { ...vase, unitPrice: 0 }

describe('POST /workspace/:workspaceId/pos/invoices/:invoiceId/finalize', () => {
  it('assigns consecutive numbers per workspace, marks an invoice with a total of 0 as paid, and rejects an invoice that is already finalized', async () => {
    const till = await newTill()
    const first = await newFinalizedInvoice(till)
    expect(first).toMatchObject({ number: 1, status: 'finalized', total: 25 })
    expect(first.finalizedAt).not.toBeNull()
    expect(await newFinalizedInvoice(till, { items: [gift] })).toMatchObject({
      number: 2,
      status: 'paid',
      total: 0,
    })
    const again = await till.api.finalizeInvoice({ params: { invoiceId: first.id } })
    expect(again).toFailWith(422, 'INVOICE_NOT_DRAFT', { path: 'status' })
    expect((await newFinalizedInvoice(await newTill())).number).toBe(1)
  })

  it('rejects an invoice without items, which stays a draft without a number', async () => {
    const till = await newTill()
    const { id } = await newInvoice(till, { items: [] })
    const params = { invoiceId: id }
    expect(await till.api.finalizeInvoice({ params })).toFailWith(422, 'VALIDATION_FAILED', { path: 'items' })
    await till.api.addInvoiceItem({ params, body: vase })
    expect((await till.api.finalizeInvoice({ params })).body.invoice).toMatchObject({
      status: 'finalized',
      number: 1,
    })
  })

  it('returns the original reply for a repeated Idempotency-Key, or 409 while the first request is running', async () => {
    const till = await newTill()
    const { id } = await newInvoice(till)
    const call = { params: { invoiceId: id }, headers: { 'idempotency-key': 'f1' } }
    const [first, again] = [await till.api.finalizeInvoice(call), await till.api.finalizeInvoice(call)]
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const other = await newInvoice(till)
    const concurrent = await Promise.all(
      Array.from({ length: 4 }, () =>
        till.api.finalizeInvoice({ params: { invoiceId: other.id }, headers: { 'idempotency-key': 'f2' } }),
      ),
    )
    expect(concurrent.map(({ status }) => status)).toContain(200)
    for (const early of concurrent.filter(({ status }) => status !== 200))
      expect(early).toFailWith(409, 'IDEMPOTENCY_IN_PROGRESS')
  })
})

describe('POST /workspace/:workspaceId/pos/invoices/:invoiceId/payments', () => {
  it('accepts payments until the total is reached and returns change for cash', async () => {
    const till = await newTill()
    const { id } = await newFinalizedInvoice(till)
    const params = { invoiceId: id }
    const card = await till.api.payInvoice({ params, body: { method: 'card', amount: 5.25 } })
    expect(card.status).toBe(201)
    expect(card.body.payment).toMatchObject({
      method: 'card',
      amount: 5.25,
      change: 0,
      sessionId: till.sessionId,
      createdBy: till.ownerAccountId,
    })
    expect(card.body.invoice).toMatchObject({ status: 'finalized', paidAmount: 5.25 })
    const tooMuch = await till.api.payInvoice({ params, body: { method: 'transfer', amount: 19.76 } })
    expect(tooMuch).toFailWith(422, 'VALIDATION_FAILED', { path: 'amount' })
    const cash = await till.api.payInvoice({ params, body: { method: 'cash', amount: 50 } })
    expect(cash.body.payment).toMatchObject({ amount: 50, change: 30.25 })
    expect(cash.body.invoice).toMatchObject({
      status: 'paid',
      paidAmount: 25,
      payments: [card.body.payment, cash.body.payment],
    })
    const more = await till.api.payInvoice({ params, body: { method: 'cash', amount: 1 } })
    expect(more).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
  })

  it('requires a finalized invoice, an open till and a valid amount', async () => {
    const till = await newTill()
    const { api } = till
    const draft = await newInvoice(till)
    const final = await newFinalizedInvoice(till)
    const pay = (invoiceId: string, body: object) => api.payInvoice.raw({ params: { invoiceId }, body })
    const cash = { method: 'cash', amount: 1 }
    expect(await pay(draft.id, cash)).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
    expect(await pay(unknownId, cash)).toFailWith(404, 'NOT_FOUND')
    expect(await pay('x', cash)).toFailWith(400, 'INVALID_ID')
    expect(await pay(final.id, { method: 'cash', amount: 0 })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await pay(final.id, { method: 'cash', amount: -1 })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await pay(final.id, { method: 'cash', amount: 1.005 })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await pay(final.id, { method: 'gold', amount: 1 })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await pay(final.id, { method: 'cash' })).toFailWith(400, 'INVALID_REQUEST')
    expect(await pay(final.id, { ...cash, sessionId: unknownId })).toFailWith(404, 'NOT_FOUND')
    const second = (await api.openTillSession({ register: 'second' })).body.session
    await api.closeTillSession({ params: { sessionId: till.sessionId }, body: { closingCount: 100 } })
    expect(await pay(final.id, cash)).toFailWith(422, 'SESSION_CLOSED')
    const paid = await pay(final.id, { ...cash, sessionId: second.id })
    expect(paid.body.payment).toMatchObject({ sessionId: second.id })
    const refund = { params: { invoiceId: final.id }, body: { ...cash, method: 'cash' as const, reason } }
    expect(await api.refundInvoice(refund)).toFailWith(422, 'SESSION_CLOSED')
  })

  it('records one payment per Idempotency-Key', async () => {
    const till = await newTill()
    const { id } = await newFinalizedInvoice(till)
    const call = {
      params: { invoiceId: id },
      body: { method: 'cash' as const, amount: 5 },
      headers: { 'idempotency-key': 'p1' },
    }
    const replies = await Promise.all(Array.from({ length: 5 }, () => till.api.payInvoice(call)))
    for (const early of replies.filter(({ status }) => status !== 201))
      expect(early).toFailWith(409, 'IDEMPOTENCY_IN_PROGRESS')
    expect((await till.api.getInvoice({ params: call.params })).body.invoice.paidAmount).toBe(5)
  })
})

describe('POST /workspace/:workspaceId/pos/invoices/:invoiceId/refunds', () => {
  it('refunds in parts up to the paid amount and marks the invoice as refunded, which then cannot be refunded or voided', async () => {
    const till = await newTill()
    const { id } = await newFinalizedInvoice(till)
    const params = { invoiceId: id }
    const refund = (amount: number) =>
      till.api.refundInvoice({ params, body: { method: 'cash', amount, reason } })
    expect(await refund(1)).toFailWith(422, 'VALIDATION_FAILED', { path: 'amount' })
    await till.api.payInvoice({ params, body: { method: 'cash', amount: 30 } })
    const part = await refund(10.5)
    expect(part.status).toBe(201)
    expect(part.body).toMatchObject({
      refund: { method: 'cash', amount: 10.5, reason, sessionId: till.sessionId },
      invoice: { status: 'paid', refundedAmount: 10.5 },
    })
    expect(await refund(14.51)).toFailWith(422, 'VALIDATION_FAILED', { path: 'amount' })
    expect((await refund(14.5)).body.invoice).toMatchObject({ status: 'refunded', refundedAmount: 25 })
    expect(await refund(0.01)).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
    expect(await till.api.voidInvoice({ params })).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
  })

  it('returns 400 for a refund without a reason and 404 for an unknown invoice', async () => {
    const till = await newTill()
    const params = { invoiceId: (await newFinalizedInvoice(till)).id }
    const nothing = { method: 'cash', amount: 1 }
    expect(await till.api.refundInvoice.raw({ params, body: nothing })).toFailWith(400, 'INVALID_REQUEST')
    const lost = { params: { invoiceId: unknownId }, body: { method: 'cash' as const, amount: 1, reason } }
    expect(await till.api.refundInvoice(lost)).toFailWith(404, 'NOT_FOUND')
  })

  it('does not increase the amount due of a finalized invoice', async () => {
    const till = await newTill()
    const { id } = await newFinalizedInvoice(till)
    const params = { invoiceId: id }
    await till.api.payInvoice({ params, body: { method: 'cash', amount: 10 } })
    await till.api.refundInvoice({ params, body: { method: 'cash', amount: 10, reason } })
    const { body } = await till.api.payInvoice({ params, body: { method: 'cash', amount: 25 } })
    expect(body).toMatchObject({ payment: { change: 10 }, invoice: { status: 'paid', refundedAmount: 10 } })
  })

  it('records one refund per Idempotency-Key', async () => {
    const till = await newTill()
    const { id } = await newFinalizedInvoice(till)
    const params = { invoiceId: id }
    await till.api.payInvoice({ params, body: { method: 'card', amount: 25 } })
    const body = { method: 'cash' as const, amount: 5, reason }
    const call = { params, body, headers: { 'idempotency-key': 'r1' } }
    const replies = await Promise.all(Array.from({ length: 5 }, () => till.api.refundInvoice(call)))
    for (const early of replies.filter(({ status }) => status !== 201))
      expect(early).toFailWith(409, 'IDEMPOTENCY_IN_PROGRESS')
    expect((await till.api.getInvoice({ params })).body.invoice.refundedAmount).toBe(5)
  })
})

describe('POST /workspace/:workspaceId/pos/invoices/:invoiceId/void', () => {
  it('voids drafts, unpaid invoices, a partly paid invoice after a refund and an invoice with a total of 0, and rejects paid ones', async () => {
    const till = await newTill()
    const [draft, final, partly, paid, free] = [
      await newInvoice(till),
      await newFinalizedInvoice(till),
      await newFinalizedInvoice(till),
      await newFinalizedInvoice(till),
      await newFinalizedInvoice(till, { items: [gift] }),
    ]
    const voidInvoice = (invoiceId: string, headers = {}) =>
      till.api.voidInvoice({ params: { invoiceId }, headers })
    const pay = (invoiceId: string, amount: number) =>
      till.api.payInvoice({ params: { invoiceId }, body: { method: 'card', amount } })
    expect((await voidInvoice(draft.id)).body.invoice).toMatchObject({ status: 'void', number: null })
    const { invoice } = (await voidInvoice(final.id)).body
    expect(invoice).toMatchObject({ status: 'void', number: 1 })
    expect(invoice.voidedAt).not.toBeNull()
    expect(await voidInvoice(final.id)).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
    await pay(partly.id, 5)
    expect(await voidInvoice(partly.id)).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
    const refund = { method: 'card' as const, amount: 5, reason }
    await till.api.refundInvoice({ params: { invoiceId: partly.id }, body: refund })
    const key = { 'idempotency-key': 'v1' }
    const [first, again] = [await voidInvoice(partly.id, key), await voidInvoice(partly.id, key)]
    expect(first.body.invoice.status).toBe('void')
    expect(again.body).toEqual(first.body)
    expect(await voidInvoice(paid.id, key)).toFailWith(422, 'IDEMPOTENCY_KEY_REUSED')
    await pay(paid.id, 25)
    expect(await voidInvoice(paid.id)).toFailWith(422, 'VALIDATION_FAILED', { path: 'status' })
    expect((await voidInvoice(free.id)).body.invoice.status).toBe('void')
    const other = await newInvoice(till)
    const concurrent = await Promise.all(
      Array.from({ length: 4 }, () => voidInvoice(other.id, { 'idempotency-key': 'v2' })),
    )
    expect(concurrent.map(({ status }) => status)).toContain(200)
    for (const early of concurrent.filter(({ status }) => status !== 200))
      expect(early).toFailWith(409, 'IDEMPOTENCY_IN_PROGRESS')
  })
})

describe('POST /workspace/:workspaceId/pos/sessions/:sessionId/close', () => {
  it('computes the expected cash and the difference, closes a session only once and lets the register open again', async () => {
    const till = await newTill({ openingFloat: 100 })
    const { api, sessionId } = till
    const params = { sessionId }
    const [one, two] = [await newFinalizedInvoice(till), await newFinalizedInvoice(till)]
    await api.payInvoice({ params: { invoiceId: one.id }, body: { method: 'cash', amount: 40 } })
    await api.payInvoice({ params: { invoiceId: two.id }, body: { method: 'card', amount: 25 } })
    await api.refundInvoice({ params: { invoiceId: one.id }, body: { method: 'cash', amount: 5.5, reason } })
    await api.refundInvoice({ params: { invoiceId: two.id }, body: { method: 'card', amount: 5, reason } })
    expect((await api.getTillSession({ params })).body.session).toMatchObject({
      status: 'open',
      expected: null,
    })
    const { status, body } = await api.closeTillSession({ params, body: { closingCount: 119 } })
    expect(status).toBe(200)
    expect(body.session).toMatchObject({ status: 'closed', expected: 119.5, counted: 119, difference: -0.5 })
    expect(body.session.closedAt).not.toBeNull()
    expect((await api.getTillSession({ params })).body.session).toEqual(body.session)
    expect(await api.closeTillSession({ params, body: { closingCount: 1 } })).toFailWith(
      422,
      'SESSION_CLOSED',
    )
    expect((await api.openTillSession({})).status).toBe(201)
  })

  it('rejects an unknown till session and an invalid count', async () => {
    const { api, sessionId } = await newTill()
    const close = (id: string, body: object) => api.closeTillSession.raw({ params: { sessionId: id }, body })
    expect(await close(unknownId, { closingCount: 1 })).toFailWith(404, 'NOT_FOUND')
    expect(await close('x', { closingCount: 1 })).toFailWith(400, 'INVALID_ID')
    expect(await close(sessionId, {})).toFailWith(400, 'INVALID_REQUEST')
    expect(await close(sessionId, { closingCount: -1 })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await close(sessionId, { closingCount: 1.005 })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await api.getTillSession({ params: { sessionId: unknownId } })).toFailWith(404, 'NOT_FOUND')
    expect(await api.getTillSession({ params: { sessionId: 'x' } })).toFailWith(400, 'INVALID_ID')
  })
})

describe('events of finalize, refund and void requests', () => {
  it('publishes one event for each finalize, refund and void, in order', async () => {
    const till = await newTill()
    const refunded = await newFinalizedInvoice(till)
    const params = { invoiceId: refunded.id }
    await till.api.payInvoice({ params, body: { method: 'cash', amount: 25 } })
    const { refund } = (
      await till.api.refundInvoice({ params, body: { method: 'cash', amount: 10, reason } })
    ).body
    const voided = await newFinalizedInvoice(till)
    await till.api.voidInvoice({ params: { invoiceId: voided.id } })
    const draft = await newInvoice(till)
    await till.api.voidInvoice({ params: { invoiceId: draft.id } })
    const events = await listEvents('wp_pos', till.workspaceId)
    const ofInvoice = (id: string) =>
      events.filter(({ data }) => (data as { invoice?: { id: string } }).invoice?.id === id)
    expect(ofInvoice(refunded.id).map(({ type }) => type)).toEqual([
      InvoiceFinalized.type,
      InvoiceRefunded.type,
    ])
    expect(ofInvoice(refunded.id)[0]?.data).toMatchObject({
      invoice: { id: refunded.id, number: 1, total: 25, currencyCode: 'USD', reference: null },
    })
    expect(ofInvoice(refunded.id).at(-1)?.data).toMatchObject({ refund: { id: refund.id, amount: 10 } })
    const versions = ofInvoice(refunded.id).map(
      ({ data }) => (data as { invoice: { version: number } }).invoice.version,
    )
    expect(versions).toEqual([2, 4])
    expect(ofInvoice(voided.id).at(-1)).toMatchObject({ type: InvoiceVoided.type, data: { amount: 25 } })
    expect(ofInvoice(draft.id).at(-1)).toMatchObject({ type: InvoiceVoided.type, data: { amount: 0 } })
  })
})
