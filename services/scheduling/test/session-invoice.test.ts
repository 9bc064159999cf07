import * as pos from '@wp/pos/contract'
import { eventually, inProcess, newStaff } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { service } from '../src/service.ts'
import { bookable, newClient, newSalon, newService, unknownId } from './salon.ts'
import type { Salon } from './salon.ts'

/** Creates a session with two haircuts for 25 in total and a free gift. */
const newVisit = async (salon: Salon) => {
  const client = await newClient(salon)
  const haircut = await newService(salon)
  const gift = await newService(salon, { name: 'Gift', price: null })
  const { session } = (
    await salon.api.createSession({
      name: 'Visit',
      clientId: client.id,
      serviceIds: [haircut.id, gift.id, haircut.id],
      date: '2027-03-10',
      startTime: '09:00',
    })
  ).body
  return { client, haircut, gift, params: { sessionId: session.id } }
}

const untilInvoiceIs = ({ api }: Salon, sessionId: string, expected: object) =>
  eventually(async () => {
    const { session } = (await api.getSession({ params: { sessionId } })).body
    expect(session.invoice).toMatchObject(expected)
  })

describe('POST /workspace/:workspaceId/sessions/:sessionId/invoice', () => {
  it('returns 503 and changes nothing while pos is down, and 404 for an unknown session', async () => {
    const salon = await newSalon()
    const running = await inProcess(service, { env: { POS_RPC: '127.0.0.1:1' } })
    try {
      const api = running.as(contract, salon)
      const { booking } = await bookable({ ...salon, api })
      const { session } = (await api.createSession(booking)).body
      const params = { sessionId: session.id }
      expect(await api.createSessionInvoice({ params })).toFailWith(503, 'UNAVAILABLE')
      expect((await api.getSession({ params })).body.session).toEqual(session)
      expect(await api.createSessionInvoice({ params: { sessionId: unknownId } })).toFailWith(
        404,
        'NOT_FOUND',
      )
    } finally {
      await running.stop()
    }
  })

  it('returns field values and notes only to staff with sessions.view', async () => {
    const salon = await newSalon()
    const { api } = salon
    await api.createSessionField({ key: 'skin', label: 'Skin', type: 'text' })
    const { booking } = await bookable(salon)
    const fieldValues = [{ fieldKey: 'skin', value: 'dry' }]
    const { session } = (await api.createSession({ ...booking, fieldValues })).body
    const params = { sessionId: session.id }
    await api.createSessionNote({ params, body: { body: 'Allergic' } })
    const cashier = await newStaff(salon, ['store.orders.manage'], contract)
    const viewer = await newStaff(salon, ['store.orders.manage', 'sessions.view'], contract)
    const created = await cashier.api.createSessionInvoice({ params })
    expect(created.body.session).toMatchObject({
      id: session.id,
      clientName: session.clientName,
      fieldValues: [],
      notes: [],
      attachments: [],
    })
    expect((await cashier.api.createSessionInvoice({ params })).body.session.notes).toEqual([])
    const seen = (await viewer.api.createSessionInvoice({ params })).body.session
    expect(seen).toMatchObject({ fieldValues, notes: [{ body: 'Allergic' }] })
  })

  it('creates one draft with the services and prices, and returns 201 first and 200 afterward', async () => {
    const salon = await newSalon()
    const { api } = salon
    const { client, haircut, gift, params } = await newVisit(salon)
    const [first, second] = await Promise.all([
      api.createSessionInvoice({ params }),
      api.createSessionInvoice({ params }),
    ])
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 201])
    const { invoice, session } = first.body
    expect(invoice).toMatchObject({ number: null, status: 'draft', total: 25 })
    expect(second.body.invoice).toEqual(invoice)
    expect(session.invoice).toEqual(invoice)
    const again = await api.createSessionInvoice({ params })
    expect(again.status).toBe(200)
    expect(again.body.invoice).toEqual(invoice)
    const till = (await salon.use(pos).getInvoice({ params: { invoiceId: invoice.id } })).body.invoice
    expect(till).toMatchObject({
      sessionId: null,
      clientId: client.id,
      clientName: client.name,
      reference: { type: 'session', id: params.sessionId },
      createdBy: salon.ownerAccountId,
      items: [
        { name: 'Haircut', quantity: 2, unitPrice: 12.5, total: 25, serviceId: haircut.id },
        { name: 'Gift', quantity: 1, unitPrice: 0, serviceId: gift.id },
      ],
    })
  })

  it('creates one invoice per Idempotency-Key, even for concurrent requests', async () => {
    const salon = await newSalon()
    const [{ params }, { params: other }] = [await newVisit(salon), await newVisit(salon)]
    const headers = { 'idempotency-key': 'k1' }
    const crowd = await Promise.all(
      Array.from({ length: 6 }, () => salon.api.createSessionInvoice({ params, headers })),
    )
    expect(crowd.some(({ status }) => status === 201)).toBe(true)
    for (const early of crowd.filter(({ status }) => status !== 201))
      expect(early).toFailWith(409, 'IDEMPOTENCY_IN_PROGRESS')
    expect(await salon.api.createSessionInvoice({ params: other, headers })).toFailWith(
      422,
      'IDEMPOTENCY_KEY_REUSED',
    )
    expect((await salon.use(pos).listInvoices()).body.invoices).toHaveLength(1)
  })

  it('copies the invoice status from pos, and creates a new invoice after the first one was voided', async () => {
    const salon = await newSalon()
    const { params } = await newVisit(salon)
    const { sessionId } = params
    const till = salon.use(pos)
    const { id } = (await salon.api.createSessionInvoice({ params })).body.invoice
    const invoice = { params: { invoiceId: id } }
    await till.addInvoiceDiscount({ ...invoice, body: { kind: 'percentage', value: 20, reason: 'Loyal' } })
    await untilInvoiceIs(salon, sessionId, { id, status: 'draft', total: 20, number: null })
    await till.finalizeInvoice(invoice)
    await untilInvoiceIs(salon, sessionId, { id, status: 'finalized', total: 20, number: 1 })
    await till.voidInvoice(invoice)
    await untilInvoiceIs(salon, sessionId, { id, status: 'void' })

    const next = await salon.api.createSessionInvoice({ params })
    expect(next.status).toBe(201)
    expect(next.body.invoice).toMatchObject({ status: 'draft', total: 25, number: null })
    expect(next.body.invoice.id).not.toBe(id)
    const nextInvoice = { params: { invoiceId: next.body.invoice.id } }
    await till.finalizeInvoice(nextInvoice)
    const cash = { method: 'cash' as const, amount: 25 }
    expect(await till.payInvoice({ ...nextInvoice, body: cash })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'sessionId',
    })
    const { session } = (await till.openTillSession({})).body
    await till.payInvoice({ ...nextInvoice, body: { ...cash, sessionId: session.id } })
    await untilInvoiceIs(salon, sessionId, { id: next.body.invoice.id, status: 'paid', number: 2 })
  })

  it('returns 404 when the client was deleted', async () => {
    const salon = await newSalon()
    const { client, params } = await newVisit(salon)
    await salon.api.deleteClient({ params: { clientId: client.id } })
    expect(await salon.api.createSessionInvoice({ params })).toFailWith(404, 'NOT_FOUND')
  })
})
