import { newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { createLogger, createMetrics, requestContext } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { createDeliveryHandler } from '../src/delivery.ts'
import { defineConsumer, defineEvent } from '../src/index.ts'
import { handledSteps, recordingConsumer, useServers, publishStep, StepTaken } from './servers.ts'
import { envelope, listener, numbered, outcomesOf } from './steps.ts'

const { start } = useServers()

describe('consume', () => {
  it('acknowledges an event that the consumer ignores without a database operation', async () => {
    const { db } = await start()
    let [operations, acknowledged] = [0, 0]
    const counted: Database['inbox'] = {
      ...db.inbox,
      once: (...given) => {
        operations += 1
        return db.inbox.once(...given)
      },
      onceEach: (...given) => {
        operations += 1
        return db.inbox.onceEach(...given)
      },
    }
    const workspaceId = newId()
    const consumer = {
      ...recordingConsumer(db, 'recorder'),
      inBatches: true as const,
      ignores: ({ data }: { data: unknown }) => (data as { orderId: string }).orderId === 'old',
    }
    const deliver = createDeliveryHandler(consumer, {
      service: 'shop',
      db: { ...db, inbox: counted },
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
      now: () => new Date(),
      writeDeadLetter: () => Promise.reject(new Error('must not happen')),
    })
    const message = (data: object) => ({
      text: JSON.stringify({ ...envelope(), workspaceId, data }),
      subject: StepTaken.type,
      count: 1,
      sequence: 1,
      ack: () => void (acknowledged += 1),
      keep: () => undefined,
      nak: () => undefined,
    })
    const old = [1, 2, 3].map((number) => message({ orderId: 'old', step: number }))
    await deliver(old.slice(0, 1), 'shop')
    await deliver(old, 'shop')
    expect([operations, acknowledged]).toEqual([0, 4])
    await deliver([...old, message({ orderId: 'new', step: 1 })], 'shop')
    expect([operations, acknowledged]).toEqual([1, 8])
    expect(await handledSteps(db, workspaceId, 'recorder')).toEqual(['new1'])
  })

  it('delivers an event once to every consumer, even with several replicas', async () => {
    const { db, bus } = await start()
    const [one, two] = [await bus(), await bus()]
    for (const replica of [one, two]) await replica.consume(recordingConsumer(db, 'recorder'))
    await one.consume(recordingConsumer(db, 'other'))
    const workspaceId = newId()
    for (let number = 1; number <= 9; number += 1) await publishStep(db, workspaceId, 'a', number)
    for (const consumer of ['recorder', 'other'])
      await expect.poll(() => handledSteps(db, workspaceId, consumer)).toEqual(numbered('a', 9))
    await expect.poll(() => db.outbox.pending(10)).toEqual([])
  })

  it("handles events in the order they were written, with the writer's request context", async () => {
    const { db, bus } = await start()
    const requests: string[] = []
    const consumer = defineConsumer({
      name: 'listener',
      events: [StepTaken],
      handle: async () => void requests.push(requestContext.current()!.requestId),
    })
    await (await bus()).consume(consumer)
    const workspaceId = newId()
    for (let number = 1; number <= 9; number += 1)
      await requestContext.run({ requestId: `r${number}` }, () => publishStep(db, workspaceId, 'a', number))
    await expect.poll(() => requests).toEqual(numbered('r', 9))
  })

  it('delivers events that were published before the consumer started', async () => {
    const { db, bus } = await start()
    const workspaceId = newId()
    await publishStep(db, workspaceId, 'a', 1)
    const only = await bus()
    expect(await only.relay.flush(60_000)).toBe(true)
    await only.consume(recordingConsumer(db, 'late'))
    await expect.poll(() => handledSteps(db, workspaceId, 'late')).toEqual(['a1'])
  })

  it('ignores unknown fields in an event', async () => {
    const { bus, jetStream } = await start()
    const { consumer, seen } = listener()
    await (await bus()).consume(consumer)
    const { publish } = await jetStream()
    const data = { orderId: 'a', step: 1, invented: 'later' }
    await publish(StepTaken.type, JSON.stringify({ ...envelope(), data, alsoNew: true }))
    await expect.poll(() => seen).toEqual([{ orderId: 'a', step: 1 }])
  })

  it('counts an event of unknown type and continues', async () => {
    const { bus, jetStream } = await start()
    const metrics = createMetrics('test')
    const { consumer, seen } = listener()
    await (await bus({ metrics })).consume(consumer)
    const { publish } = await jetStream()
    const data = { orderId: 'a', step: 1 }
    await publish(StepTaken.type, JSON.stringify({ ...envelope(), type: 'wp.shop.order.stepped.v2', data }))
    await publish(StepTaken.type, JSON.stringify({ ...envelope(), data }))
    await expect.poll(() => outcomesOf(metrics)).toMatchObject({ unknown: 1, done: 1, malformed: 0 })
    expect(seen).toEqual([data])
  })
})

describe('consume: stopping a replica', () => {
  it('returns unstarted events to NATS when a replica stops', async () => {
    const { db, bus } = await start()
    const [leaving, staying] = [await bus(), await bus()]
    const { promise: began, resolve: begin } = Promise.withResolvers<void>()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    // Long enough that events that were not returned would never arrive in this test.
    const inner = recordingConsumer(db, 'recorder', { ackWaitMs: 600_000 })
    const running = await leaving.consume({
      ...inner,
      handle: async (event, tx) => {
        begin()
        await held
        await inner.handle(event, tx)
      },
    })
    const workspaceId = newId()
    for (let number = 1; number <= 30; number += 1) await publishStep(db, workspaceId, 'a', number)
    await began
    expect(await leaving.relay.flush(60_000)).toBe(true)
    const stopped = running.stop()
    release()
    await stopped
    const { length: handledByLeaving } = await handledSteps(db, workspaceId, 'recorder')
    expect(handledByLeaving).toBeGreaterThan(0)
    expect(handledByLeaving).toBeLessThan(30)
    await staying.consume(inner)
    await expect.poll(() => handledSteps(db, workspaceId, 'recorder')).toHaveLength(30)
  })
})

describe('consume and follow', () => {
  it("skips events published in another service's stream and messages that are not events", async () => {
    const { bus, jetStream } = await start()
    const only = await bus()
    const PaidByBank = defineEvent({ ...StepTaken, type: 'wp.bank.order.paid.v1' })
    const events = [StepTaken, PaidByBank]
    const received: string[] = []
    await only.consume(
      defineConsumer({
        name: 'receiver',
        events,
        handle: async ({ type }) => void received.push(`consumer ${type}`),
      }),
    )
    await only.follow({
      events,
      startTime: new Date(0),
      handle: ({ type }) => void received.push(`follower ${type}`),
    })
    const { publish } = await jetStream()
    const toText = (type: string) =>
      JSON.stringify({ ...envelope(), id: newId(), type, data: { orderId: 'a', step: 1 } })
    await publish(StepTaken.type, toText(PaidByBank.type))
    await publish(StepTaken.type, 'not JSON')
    await publish(StepTaken.type, toText(StepTaken.type))
    await expect
      .poll(() => received.toSorted())
      .toEqual([`consumer ${StepTaken.type}`, `follower ${StepTaken.type}`])
  })
})
