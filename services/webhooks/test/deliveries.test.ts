import { addDays, localDay } from '@wp/kernel'
import { eventually, newStaff, newWorkspace, visitorApi } from '@wp/testing'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { startReceiver, verify } from './receiver.ts'

let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

/** Returns a workspace with an endpoint at its own path of the receiver. */
const newScene = async (events: string[]) => {
  const workspace = await newWorkspace(contract)
  const path = `/${workspace.workspaceId}`
  const made = await workspace.api.createWebhookEndpoint({ url: `${receiver.url}${path}`, events })
  const { webhookEndpoint, secret } = made.body
  const params = { endpointId: webhookEndpoint.id }
  return {
    ...workspace,
    params,
    secret,
    scheduling: workspace.use(scheduling),
    received: () => receiver.at(path),
    list: async (query = {}) => (await workspace.api.listDeliveries({ params, query })).body.deliveries,
  }
}

describe('deliveries', () => {
  it('sends the changes of a record in order, as the API returns it, with a valid signature', async () => {
    const scene = await newScene(['client.*'])
    const { client } = (await scene.scheduling.createClient({ name: 'Ali' })).body
    const params = { clientId: client.id }
    const updated = (await scene.scheduling.updateClient({ params, body: { name: 'Mona' } })).body.client
    await scene.scheduling.deleteClient({ params })
    await eventually(() => expect(scene.received()).toHaveLength(3))
    const bodies = scene.received().map((one) => verify(scene.secret, one))
    expect(bodies).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        type: 'client.created',
        apiVersion: 'v1',
        workspaceId: scene.workspaceId,
        createdAt: expect.any(String),
        data: { client },
      },
      expect.objectContaining({ type: 'client.updated', data: { client: updated } }),
      expect.objectContaining({ type: 'client.removed' }),
    ])
    expect(scene.received()[0]!.headers['webhook-id']).toBe(scene.received()[0]!.body.id)
  })

  it('sends only the selected types, and only events of the same workspace', async () => {
    const scene = await newScene(['client.created', 'session.*'])
    const other = await newWorkspace(scheduling)
    await other.api.createClient({ name: 'Other' })
    await scene.scheduling.createService({ name: 'Cut' })
    const { client } = (await scene.scheduling.createClient({ name: 'Ali' })).body
    await scene.scheduling.updateClient({ params: { clientId: client.id }, body: { name: 'Mona' } })
    const { client: last } = (await scene.scheduling.createClient({ name: 'Last' })).body
    const ids = () => scene.received().map(({ body }) => body.data['client']!.id)
    await eventually(() => expect(ids()).toEqual(expect.arrayContaining([client.id, last.id])))
    expect(scene.received().map(({ body }) => body.type)).toEqual(['client.created', 'client.created'])
  })

  it('sends bookings with notes and the change of the status', async () => {
    const scene = await newScene(['session.*'])
    const { client } = (await scene.scheduling.createClient({ name: 'Ali' })).body
    const { service } = (await scene.scheduling.createService({ name: 'Cut' })).body
    const { session } = (
      await scene.scheduling.createSession({
        name: 'Visit',
        clientId: client.id,
        serviceIds: [service.id],
        date: '2027-03-10',
        startTime: '09:00',
      })
    ).body
    const params = { sessionId: session.id }
    await scene.scheduling.createSessionNote({ params, body: { body: 'Late' } })
    await scene.scheduling.setSessionStatus({ params, body: { status: 'in-progress' } })
    await scene.scheduling.deleteSession({ params })
    await eventually(() => expect(scene.received()).toHaveLength(4))
    expect(scene.received().map(({ body }) => body.type)).toEqual([
      'session.created',
      'session.updated',
      'session.status_changed',
      'session.removed',
    ])
    const noted = scene.received()[1]!.body.data['session'] as unknown as { notes: object[] }
    expect(noted.notes).toEqual([expect.objectContaining({ body: 'Late' })])
    expect(scene.received()[0]!.body.data['session']).toEqual(session)
  })

  it('signs with both secrets after a rotation', async () => {
    const scene = await newScene(['task.*'])
    const { secret } = (await scene.api.rotateWebhookSecret({ params: scene.params })).body
    await scene.scheduling.createTask({ title: 'Sweep' })
    await eventually(() => expect(scene.received()).toHaveLength(1))
    const [one] = scene.received()
    verify(scene.secret, one!)
    verify(secret, one!)
  })

  it('sends nothing while the endpoint is inactive', async () => {
    const scene = await newScene(['holiday.*'])
    await scene.api.updateWebhookEndpoint({ params: scene.params, body: { isActive: false } })
    await scene.scheduling.createHoliday({ name: 'Eid', date: '2027-03-10' })
    expect(await scene.api.testWebhookEndpoint({ params: scene.params })).toFailWith(409, 'CONFLICT')
    await scene.api.updateWebhookEndpoint({ params: scene.params, body: { isActive: true } })
    const { holiday } = (await scene.scheduling.createHoliday({ name: 'New year', date: '2028-01-01' })).body
    await eventually(() => expect(scene.received()).toHaveLength(1))
    expect(scene.received()[0]!.body.data['holiday']!.id).toBe(holiday.id)
  })
})

describe('an endpoint that answers 410', () => {
  it('is disabled, and the owner gets an email', async () => {
    const scene = await newScene(['client.*'])
    receiver.answer(({ path }, response) => {
      response.writeHead(path === `/${scene.workspaceId}` ? 410 : 204).end()
    })
    try {
      await scene.scheduling.createClient({ name: 'Ali' })
      await eventually(async () => {
        const { webhookEndpoint } = (await scene.api.getWebhookEndpoint({ params: scene.params })).body
        expect(webhookEndpoint).toMatchObject({
          isActive: false,
          disabledReason: 'gone',
          disabledAt: expect.any(String),
        })
      })
    } finally {
      receiver.acceptAll()
    }
    await eventually(async () => {
      const { messages } = (await visitorApi(identity).listOutbox({ query: { to: scene.email } })).body
      expect(messages.map(({ subject }) => subject)).toContain('A webhook endpoint was disabled')
    })
    await eventually(async () => {
      const { entries } = (await scene.use(identity).listWorkspaceAudit()).body
      expect(entries.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['webhook-endpoint.created', 'webhook-endpoint.disabled']),
      )
    })
    const body = { isActive: true }
    const { webhookEndpoint } = (await scene.api.updateWebhookEndpoint({ params: scene.params, body })).body
    expect(webhookEndpoint).toMatchObject({ isActive: true, disabledReason: null, disabledAt: null })
  })
})

describe('POST …/test', () => {
  it('sends a test event', async () => {
    const scene = await newScene(['client.*'])
    const sent = await scene.api.testWebhookEndpoint({ params: scene.params })
    expect(sent.status).toBe(202)
    expect(sent.body.delivery).toMatchObject({ eventType: 'endpoint.test', attempts: [] })
    await eventually(() => expect(scene.received()).toHaveLength(1))
    expect(scene.received()[0]!.body).toMatchObject({
      id: sent.body.delivery.eventId,
      type: 'endpoint.test',
      data: { webhookEndpoint: { id: scene.params.endpointId } },
    })
  })

  it('does not repeat a test event that fails', async () => {
    const scene = await newScene(['client.*'])
    receiver.answer((_, response) => void response.writeHead(500).end('broken'))
    try {
      await scene.api.testWebhookEndpoint({ params: scene.params })
      await eventually(async () => expect((await scene.list())[0]?.status).toBe('failed'))
    } finally {
      receiver.acceptAll()
    }
    expect((await scene.list())[0]).toMatchObject({
      nextAttemptAt: null,
      requestBody: expect.stringContaining('endpoint.test'),
      attempts: [{ responseStatus: 500, responseBody: 'broken', error: null }],
    })
  })
})

describe('GET …/deliveries', () => {
  it('lists deliveries, newest first, by status, type and time', async () => {
    const scene = await newScene(['client.*', 'task.*'])
    await scene.scheduling.createClient({ name: 'Ali' })
    await scene.scheduling.createTask({ title: 'Sweep' })
    await eventually(async () => expect(await scene.list({ status: 'succeeded' })).toHaveLength(2))
    const [newest] = await scene.list()
    expect(newest).toMatchObject({ status: 'succeeded', nextAttemptAt: null })
    const sent = scene.received().find(({ headers }) => headers['webhook-id'] === newest!.eventId)
    expect(newest!.requestBody).toBe(sent!.text)
    expect(newest!.attempts).toEqual([
      {
        at: expect.any(String),
        requestUrl: `${receiver.url}/${scene.workspaceId}`,
        requestHeaders: {
          'content-type': 'application/json',
          'user-agent': 'workspace-platform-webhooks/1',
          'webhook-id': newest!.eventId,
          'webhook-timestamp': sent!.headers['webhook-timestamp'],
        },
        responseStatus: 204,
        responseBody: '',
        durationMs: expect.any(Number),
        error: null,
      },
    ])
    expect((await scene.list({ eventType: 'client.created' })).map(({ eventType }) => eventType)).toEqual([
      'client.created',
    ])
    expect(await scene.list({ status: 'failed' })).toEqual([])
    expect(await scene.list({ to: '2020-01-01' })).toEqual([])
    expect(await scene.list({ from: '2020-01-01T00:00:00.000Z' })).toHaveLength(2)
  })

  it('shows bodies of at most 4,096 characters, and only to members who may view the records', async () => {
    const scene = await newScene(['client.*', 'task.*'])
    const notes = 'n'.repeat(5000)
    await scene.scheduling.createClient({ name: 'Ali', notes })
    await eventually(() => expect(scene.received()).toHaveLength(1))
    await scene.scheduling.createTask({ title: 'Sweep' })
    await eventually(async () => expect(await scene.list({ status: 'succeeded' })).toHaveLength(2))
    const [task, client] = await scene.list()
    expect(client!.requestBody).toHaveLength(4096)
    expect(client!.requestBody).toContain('"type":"client.created"')
    const viewer = await newStaff(scene, ['integrations.view', 'tasks.view'], contract)
    const seen = (await viewer.api.listDeliveries({ params: scene.params })).body.deliveries
    expect(seen.map(({ requestBody }) => requestBody)).toEqual([task!.requestBody, null])
  })

  it("interprets days in the workspace's time zone", async () => {
    const scene = await newScene(['client.*'])
    // A time zone in which the day differs from the UTC day.
    const zone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
    await scene.use(identity).updateWorkspace({ settings: { timeZone: zone } })
    await scene.scheduling.createClient({ name: 'Ali' })
    await eventually(async () => expect(await scene.list({ status: 'succeeded' })).toHaveLength(1))
    const [delivery] = await scene.list()
    const day = localDay(new Date(delivery!.createdAt), zone)
    // Waits until the workspace copy is updated.
    await eventually(async () => {
      expect(await scene.list({ from: day, to: day })).toHaveLength(1)
      expect(await scene.list({ to: addDays(day, -1) })).toEqual([])
      expect(await scene.list({ from: addDays(day, 1) })).toEqual([])
    })
  })

  it('rejects a status that does not exist, and a period that ends before it starts', async () => {
    const { api, params } = await newScene(['client.*'])
    expect(await api.listDeliveries.raw({ params, query: { status: 'lost' } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    for (const query of [
      { from: '2027-03-11', to: '2027-03-10' },
      { from: '2027-03-12', to: '2027-03-10T00:00:00.000Z' },
    ])
      expect(await api.listDeliveries({ params, query })).toFailWith(422, 'VALIDATION_FAILED', {
        path: 'from',
      })
  })
})

describe('POST …/redeliver', () => {
  it('repeats one delivery, or all of a period and type, with the same ids', async () => {
    const scene = await newScene(['client.*', 'task.*'])
    await scene.scheduling.createClient({ name: 'Ali' })
    // Events of different records may arrive in any order.
    await eventually(() => expect(scene.received()).toHaveLength(1))
    await scene.scheduling.createTask({ title: 'Sweep' })
    await eventually(async () => expect(await scene.list({ status: 'succeeded' })).toHaveLength(2))
    const [task, client] = await scene.list()
    const repeated = await scene.api.redeliver({ params: { ...scene.params, deliveryId: task!.id } })
    expect(repeated.status).toBe(202)
    expect(repeated.body.delivery).toMatchObject({ id: task!.id, status: 'pending' })
    await eventually(() => expect(scene.received()).toHaveLength(3))
    await eventually(async () => expect(await scene.list({ status: 'succeeded' })).toHaveLength(2))
    const period = { from: client!.createdAt, to: task!.createdAt }
    const range = await scene.api.redeliverRange({
      params: scene.params,
      body: { ...period, events: ['client.*'] },
    })
    expect(range).toMatchObject({ status: 202, body: { count: 1 } })
    await eventually(() => expect(scene.received()).toHaveLength(4))
    expect(scene.received().map(({ body }) => body.id)).toEqual([
      client!.eventId,
      task!.eventId,
      task!.eventId,
      client!.eventId,
    ])
    const none = { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' }
    expect((await scene.api.redeliverRange({ params: scene.params, body: none })).body).toEqual({ count: 0 })
  })

  it('rejects an unknown delivery, an inactive endpoint and an invalid period', async () => {
    const { api, params } = await newScene(['client.*'])
    const unknown = { ...params, deliveryId: 'a'.repeat(24) }
    expect(await api.redeliver({ params: unknown })).toFailWith(404, 'NOT_FOUND')
    const wrong = { from: '2027-03-11T00:00:00.000Z', to: '2027-03-10T00:00:00.000Z' }
    expect(await api.redeliverRange({ params, body: wrong })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'from',
    })
    await api.updateWebhookEndpoint({ params, body: { isActive: false } })
    expect(await api.redeliver({ params: unknown })).toFailWith(409, 'CONFLICT')
    const period = { from: wrong.to, to: wrong.from }
    expect(await api.redeliverRange({ params, body: period })).toFailWith(409, 'CONFLICT')
  })

  it('rejects an Idempotency-Key that was used for another request', async () => {
    const { api, params } = await newScene(['client.*'])
    const headers = { 'idempotency-key': 'order 7' }
    expect((await api.testWebhookEndpoint({ params, headers })).status).toBe(202)
    const [delivery] = (await api.listDeliveries({ params })).body.deliveries
    const reused = [422, 'IDEMPOTENCY_KEY_REUSED'] as const
    const again = { params: { ...params, deliveryId: delivery!.id }, headers }
    expect(await api.redeliver(again)).toFailWith(...reused)
    const other = { params: { endpointId: 'a'.repeat(24) }, headers }
    expect(await api.testWebhookEndpoint(other)).toFailWith(...reused)
    expect((await api.rotateWebhookSecret({ params, headers })).status).toBe(200)
    expect(await api.rotateWebhookSecret(other)).toFailWith(...reused)
  })
})
