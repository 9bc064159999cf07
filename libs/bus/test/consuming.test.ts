import { AppError, newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { createLogger, createMetrics, requestContext } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { createDeliveryHandler } from '../src/delivery.ts'
import { defineConsumer, defineEvent } from '../src/index.ts'
import type { Consumer } from '../src/index.ts'
import { handledSteps, recordingConsumer, useServers, publishStep, StepTaken } from './servers.ts'

const { start } = useServers()

const numbered = (order: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${order}${index + 1}`)

const envelope = () => ({
  id: newId(),
  type: StepTaken.type,
  time: '',
  workspaceId: null,
  requestId: null,
  traceparent: null,
})

/** Returns a consumer that collects its events' data. */
const listener = () => {
  const seen: unknown[] = []
  const consumer = defineConsumer({
    name: 'listener',
    events: [StepTaken],
    handle: async ({ data }) => void seen.push(data),
  })
  return { consumer, seen }
}

/** Returns a consumer that fails for the order `bad` until `repair` is called. */
const pickyConsumer = (db: Database) => {
  let isBroken = true
  let tries = 0
  const inner = recordingConsumer(db, 'picky')
  const consumer: Consumer = {
    ...inner,
    retryDelaysMs: [10],
    handle: async (event, tx) => {
      await inner.handle(event, tx)
      const { orderId } = event.data as { orderId: string }
      if (orderId !== 'bad' || !isBroken) return
      tries += 1
      throw new Error('cannot handle this')
    },
  }
  return { consumer, tries: () => tries, repair: () => (isBroken = false) }
}

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

  it('acknowledges and skips messages that are not events', async () => {
    const { bus, jetStream } = await start()
    const { consumer, seen } = listener()
    await (await bus()).consume(consumer)
    const { manager, publish } = await jetStream()
    await publish(StepTaken.type, 'not an event')
    await publish(StepTaken.type, JSON.stringify({ ...envelope(), data: { orderId: 'a', step: 1 } }))
    await expect.poll(() => seen).toEqual([{ orderId: 'a', step: 1 }])
    const unacknowledged = async () => (await manager.consumers.list('wp-shop').next())[0]?.num_ack_pending
    await expect.poll(unacknowledged).toBe(0)
  })
})

describe('a dead letter', () => {
  it('is stored with the error after five failed attempts, while other events are handled', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const { consumer, tries } = pickyConsumer(db)
    await only.consume(consumer)
    const workspaceId = newId()
    await publishStep(db, workspaceId, 'bad', 1)
    for (const number of [1, 2, 3]) await publishStep(db, workspaceId, 'good', number)
    await expect.poll(() => handledSteps(db, workspaceId, 'picky')).toEqual(numbered('good', 3))
    await expect.poll(() => only.deadLetters.list({ limit: 10 })).toHaveLength(1)
    expect(await only.deadLetters.list({ limit: 10 })).toMatchObject([
      {
        service: 'shop',
        consumer: 'picky',
        reason: 'Error: cannot handle this',
        tries: 5,
        event: { workspaceId, data: { orderId: 'bad', step: 1 } },
      },
    ])
    expect(tries()).toBe(5)
  })

  it('is listed by service and can be paged by id', async () => {
    const { db, bus } = await start()
    const only = await bus()
    await only.consume(pickyConsumer(db).consumer)
    await publishStep(db, newId(), 'bad', 1)
    const list = () => only.deadLetters.list({ service: 'shop', limit: 10 })
    await expect.poll(list).toHaveLength(1)
    const [letter] = await list()
    expect(await only.deadLetters.list({ service: 'other', limit: 10 })).toEqual([])
    expect(await only.deadLetters.list({ limit: 10, after: letter!.id })).toEqual([])
  })

  it('is removed and its event handled after a redrive, and cannot be redriven again', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const { consumer, repair } = pickyConsumer(db)
    await only.consume(consumer)
    const workspaceId = newId()
    await publishStep(db, workspaceId, 'bad', 1)
    await expect.poll(() => only.deadLetters.list({ limit: 10 })).toHaveLength(1)
    const [letter] = await only.deadLetters.list({ limit: 10 })
    repair()
    await only.deadLetters.redrive(letter!.id)
    await expect.poll(() => handledSteps(db, workspaceId, 'picky')).toEqual(['bad1'])
    expect(await only.deadLetters.list({ limit: 10 })).toEqual([])
    await expect(only.deadLetters.redrive(letter!.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('is redriven only to the failed consumer', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const { consumer, repair } = pickyConsumer(db)
    const followed: unknown[] = []
    await only.consume(consumer)
    const { consumer: other, seen } = listener()
    await only.consume(other)
    const workspaceId = newId()
    await publishStep(db, workspaceId, 'bad', 1)
    await expect.poll(() => only.deadLetters.list({ limit: 10 })).toHaveLength(1)
    await expect.poll(() => seen).toHaveLength(1)
    const [letter] = await only.deadLetters.list({ limit: 10 })
    repair()
    // A new follower has no record of already handled events.
    await only.follow({ events: [StepTaken], handle: ({ data }) => void followed.push(data.orderId) })
    await only.deadLetters.redrive(letter!.id)
    await expect.poll(() => handledSteps(db, workspaceId, 'picky')).toEqual(['bad1'])
    await publishStep(db, workspaceId, 'good', 1)
    await expect.poll(() => followed).toEqual(['good'])
    await expect.poll(() => seen).toHaveLength(2)
  })

  it('is stored again when the event fails after a redrive', async () => {
    const { db, bus } = await start()
    const only = await bus()
    await only.consume({
      ...recordingConsumer(db, 'stubborn'),
      retryDelaysMs: [1],
      handle: () => Promise.reject(new Error('never')),
    })
    await publishStep(db, newId(), 'bad', 1)
    await expect.poll(() => only.deadLetters.list({ limit: 10 })).toHaveLength(1)
    const [first] = await only.deadLetters.list({ limit: 10 })
    await only.deadLetters.redrive(first!.id)
    await expect
      .poll(async () => (await only.deadLetters.list({ limit: 10 })).map(({ id }) => id))
      .toEqual([String(Number(first!.id) + 1)])
  })

  it('is stored after 16 deliveries of an event whose handler never finishes', async () => {
    const { db } = await start()
    const letters: unknown[] = []
    const deliver = createDeliveryHandler(recordingConsumer(db, 'deadly'), {
      service: 'shop',
      db: { ...db, inbox: { ...db.inbox, once: () => new Promise<never>(() => undefined) } },
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
      now: () => new Date(),
      writeDeadLetter: (letter) => Promise.resolve(letters.push(letter)).then(() => undefined),
    })
    const text = JSON.stringify({ id: newId(), type: StepTaken.type, data: { orderId: 'a', step: 1 } })
    for (let count = 1; count <= 16; count += 1)
      void deliver(
        [{ text, subject: StepTaken.type, count, sequence: 1, ack: () => undefined, nak: () => undefined }],
        'shop',
      )
    await expect
      .poll(() => letters)
      .toMatchObject([{ consumer: 'deadly', reason: 'the handler never finished', subject: StepTaken.type }])
  })

  it('is not stored for an event that waits for an unavailable service', async () => {
    const { db, bus } = await start()
    const only = await bus()
    let tries = 0
    const inner = recordingConsumer(db, 'patient', { retryDelaysMs: [1] })
    await only.consume({
      ...inner,
      handle: async (event, tx) => {
        tries += 1
        if (tries <= 8) throw new AppError('UNAVAILABLE', 'identity is unavailable')
        await inner.handle(event, tx)
      },
    })
    const workspaceId = newId()
    await publishStep(db, workspaceId, 'a', 1)
    await expect.poll(() => handledSteps(db, workspaceId, 'patient')).toEqual(['a1'])
    expect(await only.deadLetters.list({ limit: 10 })).toEqual([])
  })
})

describe('consume: stopping a replica', () => {
  it('returns unstarted events to NATS when a replica stops', async () => {
    const { db, bus } = await start()
    const [leaving, staying] = [await bus(), await bus()]
    const { promise: began, resolve: begin } = Promise.withResolvers<void>()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    // Long enough that events which were not returned would never arrive in this test.
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
