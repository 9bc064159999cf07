import { newId } from '@wp/kernel'
import { openBus } from '@wp/bus'
import { openDatabase } from '@wp/mongo'
import { InvoiceChanged } from '@wp/pos/contract'
import { posService } from '@wp/protos'
import { implement, rpcServer } from '@wp/rpc'
import { createLogger, createMetrics } from '@wp/telemetry'
import { systemClock } from '@wp/kernel'
import { eventually, inProcess, platform, uniqueName } from '@wp/testing'
import { describe, expect, test } from 'vitest'
import * as contract from '../src/contract.ts'
import { service } from '../src/service.ts'
import { newClient, newSalon, newService, unknownId } from './salon.ts'

const logger = createLogger({ service: 'test', level: 'silent' })

/** A till that speaks protos/pos/v1: one draft for each reference, numbered in the order they were asked for. */
const smallTill = async () => {
  const drafts = new Map<string, string>()
  const asked: unknown[] = []
  const server = rpcServer({
    host: '127.0.0.1',
    port: 0,
    logger,
    metrics: createMetrics('till'),
    development: false,
    services: [
      implement(posService, {
        createDraftInvoice: async (request) => {
          asked.push(request)
          const reference = request.reference!.id
          const created = !drafts.has(reference)
          if (created) drafts.set(reference, newId())
          const totalMinor = request.items.reduce(
            (sum, { quantity, unitPrice }) => sum + quantity * unitPrice * 100,
            0,
          )
          return {
            created,
            invoice: {
              id: drafts.get(reference)!,
              version: 1,
              number: null,
              status: 'draft',
              subtotalMinor: totalMinor,
              totalMinor,
              currencyCode: 'USD',
              createdAt: new Date().toISOString(),
            },
          }
        },
      }),
    ],
  })
  return { asked, address: await server.start(), close: () => server.close() }
}

describe('the invoice of a session', () => {
  test('is 503 while pos is away, and nothing changes', async () => {
    const salon = await newSalon()
    const running = await inProcess(service, { env: { POS_RPC: '127.0.0.1:1' } })
    try {
      const api = running.as(contract, salon)
      const [client, haircut] = [await newClient({ api }), await newService({ api })]
      const { session } = (
        await api.createSession({
          name: 'Visit',
          clientId: client.id,
          serviceIds: [haircut.id],
          date: '2027-03-10',
          startTime: '09:00',
        })
      ).body
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

  test('is a draft of its services and prices, made once, and follows what the till tells', async () => {
    const salon = await newSalon()
    const till = await smallTill()
    const running = await inProcess(service, { env: { POS_RPC: till.address } })
    // Events of pos, published as pos will publish them: from an outbox.
    const db = await openDatabase({
      url: platform().mongoUrl,
      name: uniqueName('pos'),
      clock: systemClock,
      logger,
      metrics: createMetrics('pos'),
      collections: [],
    })
    const bus = await openBus({
      url: running.natsUrl,
      service: 'pos',
      db,
      logger,
      metrics: createMetrics('bus'),
      clock: systemClock,
    })
    try {
      const api = running.as(contract, salon)
      const client = await newClient({ api })
      const haircut = await newService({ api })
      const gift = await newService({ api }, { name: 'Gift', price: null })
      const serviceIds = [haircut.id, gift.id, haircut.id]
      const booking = {
        name: 'Visit',
        clientId: client.id,
        serviceIds,
        date: '2027-03-10',
        startTime: '09:00',
      }
      const params = { sessionId: (await api.createSession(booking)).body.session.id }
      const [first, second] = await Promise.all([
        api.createSessionInvoice({ params }),
        api.createSessionInvoice({ params }),
      ])
      expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 201])
      const { invoice, session } = first.body
      expect(invoice).toMatchObject({ number: null, status: 'draft', total: 25 })
      expect(second.body.invoice).toEqual(invoice)
      expect(session.invoice).toEqual(invoice)
      expect(till.asked[0]).toMatchObject({
        workspaceId: salon.workspaceId,
        reference: { type: 'session', id: params.sessionId },
        clientId: client.id,
        items: [
          { name: 'Haircut', quantity: 2, unitPrice: 12.5, serviceId: haircut.id },
          { name: 'Gift', quantity: 1, unitPrice: 0, serviceId: gift.id },
        ],
        createdBy: salon.ownerAccountId,
      })
      const other = { sessionId: (await api.createSession(booking)).body.session.id }
      const headers = { 'idempotency-key': 'k1' }
      const crowd = await Promise.all(
        Array.from({ length: 6 }, () => api.createSessionInvoice({ params: other, headers })),
      )
      for (const early of crowd.filter(({ status }) => status !== 201))
        expect(early).toFailWith(409, 'IDEMPOTENCY_IN_PROGRESS')
      expect(await api.createSessionInvoice({ params, headers })).toFailWith(422, 'IDEMPOTENCY_KEY_REUSED')
      const again = await api.createSessionInvoice({ params })
      expect(again.status).toBe(200)
      expect(again.body.invoice).toEqual(invoice)

      const tell = (version: number, status: string, number: number | null) =>
        db.transaction(async (tx) =>
          tx.publish(InvoiceChanged, {
            workspaceId: salon.workspaceId,
            data: {
              invoice: {
                id: invoice.id,
                version,
                number,
                status,
                clientId: client.id,
                currencyCode: 'USD',
                subtotal: 25,
                total: 20,
                reference: { type: 'session', id: params.sessionId },
                createdAt: new Date().toISOString(),
              },
            },
          }),
        )
      await tell(3, 'finalized', 7)
      await tell(2, 'draft', null)
      await eventually(
        async () => {
          const { session: now } = (await api.getSession({ params })).body
          expect(now.invoice).toEqual({ id: invoice.id, number: 7, status: 'finalized', total: 20 })
        },
        { withinMs: 15_000 },
      )
      await tell(4, 'paid', 7)
      await eventually(
        async () => {
          expect((await api.getSession({ params })).body.session.invoice).toMatchObject({ status: 'paid' })
        },
        { withinMs: 15_000 },
      )
    } finally {
      await bus.close()
      await db.close()
      await running.stop()
      await till.close()
    }
  })
})
