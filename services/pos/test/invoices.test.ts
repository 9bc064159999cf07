import { newStaff, newWorkspace } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newAtScheduling, newFinalizedInvoice, newInvoice, newTill, unknownId, vase } from './till.ts'

/** A till shared by tests whose requests change nothing. */
let shared: ReturnType<typeof newTill> | null = null

describe('/workspace/:workspaceId/pos/invoices', () => {
  it("creates a draft in an open till's currency and computes the totals", async () => {
    const till = await newTill({ settings: { currencyCode: 'KWD' } })
    const { status, body } = await till.api.createInvoice.raw({
      body: {
        sessionId: till.sessionId,
        items: [
          { name: 'Cloth', quantity: 1.2345, unitPrice: 0.3333 },
          { name: 'Vase', quantity: 2, unitPrice: 12.5 },
        ],
        total: 1,
        status: 'paid',
        number: 7,
      },
    })
    expect(status).toBe(201)
    expect(body.invoice).toMatchObject({
      workspaceId: till.workspaceId,
      sessionId: till.sessionId,
      clientId: null,
      clientName: null,
      reference: null,
      number: null,
      status: 'draft',
      currencyCode: 'KWD',
      items: [
        {
          name: 'Cloth',
          quantity: 1.2345,
          unitPrice: 0.3333,
          total: 0.411,
          productId: null,
          serviceId: null,
        },
        { name: 'Vase', total: 25 },
      ],
      discounts: [],
      subtotal: 25.411,
      total: 25.411,
      payments: [],
      refunds: [],
      paidAmount: 0,
      refundedAmount: 0,
      createdBy: till.ownerAccountId,
      finalizedAt: null,
      voidedAt: null,
    })
    const params = { invoiceId: body.invoice.id }
    expect((await till.api.getInvoice({ params })).body.invoice).toEqual(body.invoice)
  })

  it('lists invoices newest first and filters by status, till, client, number, date and amount', async () => {
    const till = await newTill()
    const { api, sessionId } = till
    const final = await newFinalizedInvoice(till)
    const draft = await newInvoice(till, { items: [{ ...vase, quantity: 4 }] })
    const ids = async (query: object) =>
      (await api.listInvoices.raw({ query: query as Record<string, string> })).body.invoices.map(
        ({ id }) => id,
      )
    expect(await ids({})).toEqual([draft.id, final.id])
    expect(await ids({ status: 'draft' })).toEqual([draft.id])
    expect(await ids({ sessionId })).toEqual([draft.id, final.id])
    expect(await ids({ sessionId: unknownId })).toEqual([])
    expect(await ids({ clientId: unknownId })).toEqual([])
    expect(await ids({ number: '1' })).toEqual([final.id])
    expect(await ids({ minTotal: '25', maxTotal: '25' })).toEqual([final.id])
    expect(await ids({ minTotal: '25.01' })).toEqual([draft.id])
    expect(await ids({ maxTotal: '24.99' })).toEqual([])
    expect(await ids({ to: final.createdAt })).toEqual([final.id])
    expect(await ids({ from: '2020-01-01', to: '2020-01-31' })).toEqual([])
    expect(await ids({ from: draft.createdAt.slice(0, 10), limit: '1', page: '2' })).toEqual([final.id])
  })

  it('rejects a reversed range of dates or amounts with 422 and an unknown status with 400', async () => {
    const { api } = await newTill()
    expect(await api.listInvoices({ query: { from: '2020-02-01', to: '2020-01-31' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'from' },
    )
    for (const query of [{ minTotal: '2', maxTotal: '1' }, { minTotal: '1.234' }] as Record<string, string>[])
      expect(await api.listInvoices.raw({ query })).toFailWith(422, 'VALIDATION_FAILED', { path: 'minTotal' })
    expect(await api.listInvoices.raw({ query: { status: 'odd' } })).toFailWith(400, 'INVALID_REQUEST')
  })

  it("adds the client's discount as a line if requested, which requires a client", async () => {
    const till = await newTill()
    const discount = { kind: 'percentage', value: 12.5 }
    const client = await newAtScheduling(till, 'client', { name: 'Ali', discount })
    const plain = await newAtScheduling(till, 'client', { name: 'Sara' })
    const create = (clientId: string | null, applyClientDiscount: boolean) =>
      till.api.createInvoice({ sessionId: till.sessionId, clientId, items: [vase], applyClientDiscount })
    const { invoice } = (await create(client.id, true)).body
    expect(invoice).toMatchObject({
      clientId: client.id,
      clientName: 'Ali',
      subtotal: 25,
      total: 21.87,
      discounts: [{ kind: 'percentage', value: 12.5, amount: 3.13, source: 'client' }],
    })
    const changed = await till.api.addInvoiceItem({ params: { invoiceId: invoice.id }, body: vase })
    expect(changed.body).toMatchObject({ subtotal: 50, total: 43.75 })
    expect((await create(client.id, false)).body.invoice.discounts).toEqual([])
    expect((await create(plain.id, true)).body.invoice.discounts).toEqual([])
    expect(await create(null, true)).toFailWith(422, 'VALIDATION_FAILED', { path: 'clientId' })
    const listed = await till.api.listInvoices({ query: { clientId: client.id } })
    expect(listed.body.invoices).toHaveLength(2)
  })

  it("rejects other workspaces' clients, services and tills with 404", async () => {
    const [till, other] = [await newTill(), await newTill()]
    const client = await newAtScheduling(other, 'client', { name: 'Ali' })
    const service = await newAtScheduling(other, 'service', { name: 'Haircut' })
    const own = await newAtScheduling(till, 'service', { name: 'Shave' })
    const { api, sessionId } = till
    expect(await api.createInvoice({ sessionId, clientId: client.id })).toFailWith(404, 'NOT_FOUND')
    expect(await api.createInvoice({ sessionId: other.sessionId })).toFailWith(404, 'NOT_FOUND')
    const items = [{ ...vase, serviceId: service.id }]
    expect(await api.createInvoice({ sessionId, items })).toFailWith(404, 'NOT_FOUND')
    const { invoice } = (await api.createInvoice({ sessionId, items: [{ ...vase, serviceId: own.id }] })).body
    expect(invoice.items).toMatchObject([{ serviceId: own.id }])
    const foreign = { params: { invoiceId: invoice.id }, body: items[0]! }
    expect(await api.addInvoiceItem(foreign)).toFailWith(404, 'NOT_FOUND')
    expect((await api.listInvoices()).body.invoices).toHaveLength(1)
    expect(await other.api.getInvoice({ params: { invoiceId: invoice.id } })).toFailWith(404, 'NOT_FOUND')
  })

  it.each([
    [{}, 400],
    [{ sessionId: 'x' }, 400],
    [{ sessionId: unknownId }, 404],
    [{ items: [{ name: 'Vase', quantity: 1 }] }, 400],
    [{ items: [{ ...vase, quantity: '1' }] }, 400],
    [{ items: [{ ...vase, quantity: 0 }] }, 422],
    [{ items: [{ ...vase, quantity: -1 }] }, 422],
    [{ items: [{ ...vase, quantity: 1.23456 }] }, 422],
    [{ items: [{ ...vase, unitPrice: -0.01 }] }, 422],
    [{ items: [{ ...vase, unitPrice: 1e300 }] }, 422],
    [{ items: [{ ...vase, name: ' ' }] }, 422],
    [{ items: [{ ...vase, productId: unknownId, quantity: 1.5 }] }, 422],
    [{ items: [{ ...vase, productId: unknownId, serviceId: unknownId }] }, 422],
    [{ items: Array.from({ length: 201 }, () => vase) }, 422],
  ])('rejects the invoice %j with %d', async (fields, status) => {
    const till = await (shared ??= newTill())
    const body = 'items' in fields ? { sessionId: till.sessionId, ...fields } : fields
    expect((await till.api.createInvoice.raw({ body })).status).toBe(status)
    expect((await till.api.listInvoices()).body.invoices).toEqual([])
  })

  it('returns 404 for an unknown invoice and 400 for a malformed id', async () => {
    const { api } = await newTill()
    const [unknown, bad] = [{ invoiceId: unknownId }, { invoiceId: 'x' }]
    for (const params of [unknown, bad]) {
      const status = params === bad ? 400 : 404
      const code = params === bad ? 'INVALID_ID' : 'NOT_FOUND'
      expect(await api.getInvoice({ params })).toFailWith(status, code)
      expect(await api.finalizeInvoice({ params })).toFailWith(status, code)
      expect(await api.voidInvoice({ params })).toFailWith(status, code)
      expect(await api.addInvoiceItem({ params, body: vase })).toFailWith(status, code)
    }
  })

  it('creates one invoice per Idempotency-Key', async () => {
    const till = await newTill()
    const call = { body: { sessionId: till.sessionId, items: [vase] }, headers: { 'idempotency-key': 'i1' } }
    const [first, again] = [await till.api.createInvoice(call), await till.api.createInvoice(call)]
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    const replies = await Promise.all(
      Array.from({ length: 5 }, () =>
        till.api.createInvoice({ ...call, headers: { 'idempotency-key': 'i2' } }),
      ),
    )
    for (const early of replies.filter(({ status }) => status !== 201))
      expect(early).toFailWith(409, 'IDEMPOTENCY_IN_PROGRESS')
    expect((await till.api.listInvoices()).body.invoices).toHaveLength(2)
  })

  it('requires store.orders.view to read, store.orders.manage to change and pos.sessions.manage for tills', async () => {
    const till = await newTill()
    const { id } = await newInvoice(till)
    const params = { invoiceId: id }
    const viewer = await newStaff(till, ['store.orders.view'], contract)
    expect((await viewer.api.getInvoice({ params })).status).toBe(200)
    expect(await viewer.api.finalizeInvoice({ params })).toFailWith(403, 'FORBIDDEN')
    expect(await viewer.api.listTillSessions()).toFailWith(403, 'FORBIDDEN')
    const manager = await newStaff(till, ['store.orders.manage'], contract)
    expect((await manager.api.finalizeInvoice({ params })).status).toBe(200)
    const neighbour = await newWorkspace(contract)
    expect(
      await neighbour.api.getInvoice({ params: { ...params, workspaceId: till.workspaceId } }),
    ).toFailWith(403, 'WRONG_WORKSPACE')
  })
})

describe('/workspace/:workspaceId/pos/invoices/:invoiceId/items', () => {
  it('adds, updates and removes items and returns the invoice', async () => {
    const till = await newTill()
    const { id, items } = await newInvoice(till)
    const params = { invoiceId: id }
    const added = await till.api.addInvoiceItem({
      params,
      body: { name: 'Lamp', quantity: 1, unitPrice: 10 },
    })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({ id, subtotal: 35, total: 35 })
    const lamp = added.body.items[1]!.id
    const changed = await till.api.updateInvoiceItem({
      params: { ...params, itemId: lamp },
      body: { quantity: 3 },
    })
    expect(changed.body).toMatchObject({
      items: [{}, { name: 'Lamp', quantity: 3, unitPrice: 10, total: 30 }],
      total: 55,
    })
    const same = await till.api.updateInvoiceItem({ params: { ...params, itemId: lamp }, body: {} })
    expect(same.body.items).toEqual(changed.body.items)
    const removed = await till.api.removeInvoiceItem({ params: { ...params, itemId: items[0]!.id } })
    expect(removed.body).toMatchObject({ items: [{ id: lamp }], total: 30 })
    expect((await till.api.getInvoice({ params })).body.invoice).toEqual(removed.body)
  })

  it('adds one item per Idempotency-Key', async () => {
    const till = await newTill()
    const params = { invoiceId: (await newInvoice(till)).id }
    const call = { params, body: vase, headers: { 'idempotency-key': 'a1' } }
    const crowd = await Promise.all(Array.from({ length: 5 }, () => till.api.addInvoiceItem(call)))
    for (const early of crowd.filter(({ status }) => status !== 201))
      expect(early).toFailWith(409, 'IDEMPOTENCY_IN_PROGRESS')
    expect((await till.api.getInvoice({ params })).body.invoice.items).toHaveLength(2)
  })

  it('rejects unknown items with 404 and invalid values with 400 or 422', async () => {
    const till = await newTill()
    const { id, items } = await newInvoice(till)
    const unknown = { invoiceId: id, itemId: unknownId }
    expect(await till.api.updateInvoiceItem({ params: unknown, body: {} })).toFailWith(404, 'NOT_FOUND')
    expect(await till.api.removeInvoiceItem({ params: unknown })).toFailWith(404, 'NOT_FOUND')
    const params = { invoiceId: id, itemId: items[0]!.id }
    expect(await till.api.updateInvoiceItem({ params, body: { quantity: 0 } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await till.api.updateInvoiceItem.raw({ params, body: { quantity: 'x' } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    expect(await till.api.removeInvoiceItem({ params: { ...params, itemId: 'x' } })).toFailWith(
      400,
      'INVALID_ID',
    )
    const body = { ...vase, quantity: 0 }
    expect(await till.api.addInvoiceItem({ params, body })).toFailWith(422, 'VALIDATION_FAILED')
  })

  it('rejects item changes on a finalized invoice and after the till is closed', async () => {
    const till = await newTill()
    const final = await newFinalizedInvoice(till)
    const draft = await newInvoice(till)
    await till.api.closeTillSession({ params: { sessionId: till.sessionId }, body: { closingCount: 100 } })
    for (const [invoice, code] of [
      [final, 'INVOICE_NOT_DRAFT'],
      [draft, 'SESSION_CLOSED'],
    ] as const) {
      const params = { invoiceId: invoice.id, itemId: invoice.items[0]!.id }
      expect(await till.api.addInvoiceItem({ params, body: vase })).toFailWith(422, code)
      expect(await till.api.updateInvoiceItem({ params, body: { quantity: 3 } })).toFailWith(422, code)
      expect(await till.api.removeInvoiceItem({ params })).toFailWith(422, code)
      expect(await till.api.finalizeInvoice({ params })).toFailWith(422, code)
    }
    expect(await till.api.createInvoice({ sessionId: till.sessionId })).toFailWith(422, 'SESSION_CLOSED')
    expect((await till.api.voidInvoice({ params: { invoiceId: draft.id } })).body.invoice.status).toBe('void')
  })
})
