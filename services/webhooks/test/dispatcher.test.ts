import { createSealer, newId } from '@wp/kernel'
import { clockOf, eventually } from '@wp/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { retryDelaysMs } from '../src/deliveries/delivery.rules.ts'
import { toSecretBinding } from '../src/webhook-endpoints/webhook-endpoint.actions.ts'
import { oldKeys, openScene, secret } from './dispatch-scene.ts'
import { startReceiver, verify } from './receiver.ts'
import type { Received } from './receiver.ts'

let aheadMs = 0
const clock = clockOf(() => new Date(Date.now() + aheadMs))
let receiver: Awaited<ReturnType<typeof startReceiver>>
let scene: Awaited<ReturnType<typeof openScene>>

beforeAll(async () => {
  receiver = await startReceiver()
  scene = await openScene(clock)
})
afterEach(() => {
  aheadMs = 0
  receiver.acceptAll()
})
afterAll(async () => {
  await scene.close()
  receiver.close()
})

const countOf = ({ body }: Received) => (body.data['client'] as unknown as { count: number }).count
const listAll = async (workspaceId: string, endpointId: string) =>
  (await scene.deliveries.list(workspaceId, endpointId, {}, { page: 1, limit: 100 })).items

describe('createDispatcher', () => {
  it('sends signed events of one record in order, even when two replicas wake up', async () => {
    const workspaceId = newId()
    const endpointId = await scene.newEndpoint(workspaceId, `${receiver.url}/order`)
    for (let i = 0; i < 20; i += 1) {
      await scene.happen(workspaceId, `client:${i % 2}`, scene.dispatchers[i % 3 === 0 ? 1 : 0].wake)
    }
    await eventually(async () => {
      await scene.dispatchers[1].wakeDue()
      const all = await listAll(workspaceId, endpointId)
      expect(all.map(({ status }) => status)).toEqual(Array(20).fill('succeeded'))
    })
    const received = receiver.at('/order')
    expect(received).toHaveLength(20)
    for (const one of received) verify(secret, one)
    for (const record of ['client:0', 'client:1']) {
      const counts = received.filter(({ body }) => body.data['client']!.id === record).map(countOf)
      expect(counts).toHaveLength(10)
      expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    }
  })

  it('retries on the schedule, holds back later events of the record, and sends other records', async () => {
    const workspaceId = newId()
    const endpointId = await scene.newEndpoint(workspaceId, `${receiver.url}/retry`)
    receiver.answer(({ body }, response) => {
      response.writeHead(body.data['client']!.id === 'client:bad' ? 503 : 200).end('x'.repeat(10_000))
    })
    await scene.happen(workspaceId, 'client:bad')
    await scene.happen(workspaceId, 'client:bad')
    await scene.happen(workspaceId, 'client:good')
    const statusOf = async () => (await listAll(workspaceId, endpointId)).map(({ status }) => status)
    await eventually(async () => expect(await statusOf()).toEqual(['succeeded', 'pending', 'pending']))
    for (const delayMs of retryDelaysMs.slice(0, 2)) {
      const before = receiver.at('/retry').length
      aheadMs += delayMs + 1000
      await eventually(async () => {
        await scene.dispatchers[0].wakeDue()
        expect(receiver.at('/retry').length).toBeGreaterThan(before)
      })
      await eventually(async () => {
        const [, , first] = await listAll(workspaceId, endpointId)
        expect(first!.nextAttemptAt!.getTime()).toBeGreaterThan(clock.now().getTime())
      })
    }
    const [, second, first] = await listAll(workspaceId, endpointId)
    expect(first!.attempts.map(({ responseStatus }) => responseStatus)).toEqual([503, 503, 503])
    expect(first!.attempts[0]!.responseBody).toHaveLength(4096)
    expect(second!.attempts).toEqual([])
    receiver.acceptAll()
    aheadMs += retryDelaysMs[2]! + 1000
    await eventually(async () => {
      await scene.dispatchers[0].wakeDue()
      expect(await statusOf()).toEqual(['succeeded', 'succeeded', 'succeeded'])
    })
    const counts = receiver.at('/retry').filter(({ body }) => body.data['client']!.id === 'client:bad')
    expect(counts.map(countOf)).toEqual(counts.map(countOf).toSorted((a, b) => a - b))
    expect((await scene.webhookEndpoints.get(workspaceId, endpointId)).failingSince).toBeNull()
  })

  it('retries immediately an attempt that a clock 31 days ahead has postponed', async () => {
    const workspaceId = newId()
    const endpointId = await scene.newEndpoint(workspaceId, `${receiver.url}/ahead`)
    receiver.answer((_, response) => void response.writeHead(503).end())
    aheadMs = 31 * 86_400_000
    await scene.happen(workspaceId, 'client:1')
    const queue = () => scene.queues.find(workspaceId, endpointId)
    await eventually(async () =>
      expect((await queue())!.dueAt!.getTime()).toBeGreaterThan(clock.now().getTime()),
    )
    receiver.acceptAll()
    aheadMs = 0
    await eventually(async () => {
      await scene.dispatchers[1].wakeDue()
      expect((await listAll(workspaceId, endpointId)).map(({ status }) => status)).toEqual(['succeeded'])
    })
  })

  it('disables an endpoint that answers 410 and ends its deliveries', async () => {
    const workspaceId = newId()
    const endpointId = await scene.newEndpoint(workspaceId, `${receiver.url}/gone`)
    receiver.answer((_, response) => void response.writeHead(410).end())
    await scene.happen(workspaceId, 'client:1')
    await eventually(async () => {
      const endpoint = await scene.webhookEndpoints.get(workspaceId, endpointId)
      expect(endpoint).toMatchObject({ isActive: false, disabledReason: 'gone' })
    })
    expect((await listAll(workspaceId, endpointId)).map(({ status }) => status)).toEqual(['failed'])
    await scene.happen(workspaceId, 'client:2')
    expect(await listAll(workspaceId, endpointId)).toHaveLength(1)
  })

  it('disables an endpoint after three days without success', async () => {
    const workspaceId = newId()
    const endpointId = await scene.newEndpoint(workspaceId, `${receiver.url}/down`)
    receiver.answer((_, response) => void response.writeHead(500).end())
    await scene.happen(workspaceId, 'client:1')
    await eventually(async () =>
      expect((await scene.webhookEndpoints.get(workspaceId, endpointId)).failingSince).not.toBeNull(),
    )
    aheadMs = 73 * 3_600_000
    await eventually(async () => {
      await scene.dispatchers[0].wakeDue()
      const endpoint = await scene.webhookEndpoints.get(workspaceId, endpointId)
      expect(endpoint).toMatchObject({ isActive: false, disabledReason: 'failing' })
    })
  })

  it('does not follow redirects', async () => {
    const workspaceId = newId()
    const endpointId = await scene.newEndpoint(workspaceId, `${receiver.url}/from`)
    receiver.answer((_, response) => void response.writeHead(302, { location: '/to' }).end())
    await scene.happen(workspaceId, 'client:1')
    await eventually(async () => {
      const [delivery] = await listAll(workspaceId, endpointId)
      expect(delivery!.attempts[0]?.responseStatus).toBe(302)
    })
    expect(receiver.at('/to')).toEqual([])
  })

  it('serves other endpoints and other workspaces while one hangs', async () => {
    const [slow, other] = [newId(), newId()]
    receiver.answer(({ path }, response) => {
      if (path !== '/hang') response.writeHead(200).end()
    })
    await scene.newEndpoint(slow, `${receiver.url}/hang`)
    await scene.newEndpoint(slow, `${receiver.url}/quick`)
    await scene.newEndpoint(other, `${receiver.url}/neighbour`)
    for (let i = 0; i < 10; i += 1) {
      await scene.happen(slow, `client:${i}`)
      await scene.happen(other, `client:${i}`)
    }
    await eventually(() => {
      expect(receiver.at('/quick')).toHaveLength(10)
      expect(receiver.at('/neighbour')).toHaveLength(10)
    })
    const hanging = receiver.at('/hang').length
    expect(hanging).toBeGreaterThan(0)
    expect(hanging).toBeLessThanOrEqual(4)
  })

  it('sends an event that another replica recorded while an earlier request hangs', async () => {
    const workspaceId = newId()
    await scene.newEndpoint(workspaceId, `${receiver.url}/busy`)
    receiver.answer(({ body }, response) => {
      if (body.data['client']!.id !== 'client:slow') response.writeHead(200).end()
    })
    await scene.happen(workspaceId, 'client:slow')
    await eventually(() => expect(receiver.at('/busy')).toHaveLength(1))
    await scene.happen(workspaceId, 'client:quick', scene.dispatchers[1].wake)
    await eventually(async () => {
      await scene.dispatchers[0].wakeDue()
      expect(receiver.at('/busy')).toHaveLength(2)
    })
  })

  it('ends a delivery that was recorded while its endpoint was deactivated', async () => {
    const workspaceId = newId()
    const endpointId = await scene.newEndpoint(workspaceId, `${receiver.url}/inactive`)
    await scene.webhookEndpoints.update(workspaceId, endpointId, { isActive: false })
    const event = {
      endpointId,
      eventId: newId(),
      eventType: 'a.b',
      recordKey: 'a:1',
      nextAttemptAt: new Date(),
    }
    await scene.deliveries.insertIf(workspaceId, event)
    await scene.queues.markDue(workspaceId, [endpointId], new Date())
    await eventually(async () => {
      await scene.dispatchers[0].wakeDue()
      expect((await listAll(workspaceId, endpointId)).map(({ status }) => status)).toEqual(['failed'])
    })
    expect(receiver.at('/inactive')).toEqual([])
  })

  it('remembers when the next delivery of an endpoint is due', async () => {
    const workspaceId = newId()
    const endpointId = await scene.newEndpoint(workspaceId, `${receiver.url}/queue`)
    const dueAt = async () => (await scene.queues.find(workspaceId, endpointId))?.dueAt
    receiver.answer((_, response) => void response.writeHead(500).end())
    await scene.happen(workspaceId, 'client:1')
    await eventually(async () => {
      const [delivery] = await listAll(workspaceId, endpointId)
      expect(delivery!.attempts).toHaveLength(1)
      expect(await dueAt()).toEqual(delivery!.nextAttemptAt)
    })
    receiver.acceptAll()
    aheadMs = retryDelaysMs[0]! + 1000
    await eventually(async () => {
      await scene.dispatchers[0].wakeDue()
      expect(await dueAt()).toBeUndefined()
    })
    expect((await listAll(workspaceId, endpointId)).map(({ status }) => status)).toEqual(['succeeded'])
  })

  it('re-encrypts a secret that was encrypted with an older key, and signs with it', async () => {
    const workspaceId = newId()
    const endpointId = await scene.newEndpoint(workspaceId, `${receiver.url}/reseal`)
    const sealedByOldKey = createSealer(oldKeys).seal(secret, toSecretBinding(endpointId))
    await scene.webhookEndpoints.update(workspaceId, endpointId, {
      secrets: [{ sealed: sealedByOldKey, expiresAt: null }],
    })
    const before = await scene.webhookEndpoints.get(workspaceId, endpointId)
    await scene.happen(workspaceId, 'client:1')
    await eventually(() => expect(receiver.at('/reseal')).toHaveLength(1))
    verify(secret, receiver.at('/reseal')[0]!)
    const { secrets, updatedAt } = await scene.webhookEndpoints.get(workspaceId, endpointId)
    expect(secrets[0]!.sealed).toMatch(/^k1\./)
    expect(updatedAt).toEqual(before.updatedAt)
    expect(scene.sealer.open(secrets[0]!.sealed, toSecretBinding(endpointId)).text).toBe(secret)
  })

  it('stores one delivery for a repeated event', async () => {
    const workspaceId = newId()
    const endpointId = await scene.newEndpoint(workspaceId, `${receiver.url}/once`)
    const { deliveries } = scene
    const event = {
      endpointId,
      eventId: newId(),
      eventType: 'a.b',
      recordKey: 'a:1',
      nextAttemptAt: new Date(),
    }
    const [one, two] = await Promise.all([
      deliveries.insertIf(workspaceId, event),
      deliveries.insertIf(workspaceId, event),
    ])
    expect([one, two].filter((each) => each !== null)).toHaveLength(1)
  })
})
