import { AppError, newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { createDeliveryHandler } from '../src/delivery.ts'
import type { Consumer } from '../src/index.ts'
import { handledSteps, publishStep, recordingConsumer, StepTaken, useServers } from './servers.ts'
import { envelope, listener, numbered, outcomesOf } from './steps.ts'

const { start } = useServers()

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
        [
          {
            text,
            subject: StepTaken.type,
            count,
            sequence: 1,
            ack: () => undefined,
            keep: () => undefined,
            nak: () => undefined,
          },
        ],
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

describe('a message that is not an event', () => {
  it.each(['not an event', 'null', '{"id":"a"}', '{"id":1,"type":"wp.shop.order.stepped.v1"}', ''])(
    'becomes a dead letter with its text: %j',
    async (text) => {
      const { bus, jetStream } = await start()
      const metrics = createMetrics('test')
      const only = await bus({ metrics })
      const { consumer, seen } = listener()
      await only.consume(consumer)
      const { manager, publish } = await jetStream()
      const { seq } = await publish(StepTaken.type, text)
      await publish(StepTaken.type, JSON.stringify({ ...envelope(), data: { orderId: 'a', step: 1 } }))
      await expect.poll(() => seen).toEqual([{ orderId: 'a', step: 1 }])
      expect(await only.deadLetters.list({ limit: 10 })).toMatchObject([
        {
          service: 'shop',
          consumer: 'listener',
          subject: StepTaken.type,
          text,
          reason: 'the message is not an event',
          tries: 1,
          event: { id: `${StepTaken.type}:${seq}`, type: StepTaken.type, workspaceId: null },
        },
      ])
      await expect.poll(() => outcomesOf(metrics)).toMatchObject({ malformed: 1, done: 1 })
      const unacknowledged = async () => (await manager.consumers.list('wp-shop').next())[0]?.num_ack_pending
      await expect.poll(unacknowledged).toBe(0)
    },
  )

  it('is sent again unchanged by a redrive', async () => {
    const { bus, jetStream } = await start()
    const only = await bus()
    await only.consume(listener().consumer)
    const { manager, publish } = await jetStream()
    await publish(StepTaken.type, 'not an event')
    await expect.poll(() => only.deadLetters.list({ limit: 10 })).toHaveLength(1)
    const [letter] = await only.deadLetters.list({ limit: 10 })
    await only.deadLetters.redrive(letter!.id)
    const again = await manager.streams.getMessage('wp-shop', { last_by_subj: StepTaken.type })
    expect([again.seq, again.string()]).toEqual([2, 'not an event'])
    await expect
      .poll(async () => (await only.deadLetters.list({ limit: 10 })).map(({ id }) => id))
      .toEqual([String(Number(letter!.id) + 1)])
  })

  it('is redelivered until its dead letter is stored', async () => {
    const { db } = await start()
    const calls: string[] = []
    let isStored = false
    const deliver = createDeliveryHandler(recordingConsumer(db, 'recorder'), {
      service: 'shop',
      db,
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
      now: () => new Date(),
      writeDeadLetter: () =>
        isStored ? Promise.resolve() : Promise.reject(new Error('NATS is unavailable')),
    })
    const message = {
      text: 'not an event',
      subject: StepTaken.type,
      count: 1,
      sequence: 1,
      ack: () => void calls.push('ack'),
      keep: () => undefined,
      nak: () => void calls.push('nak'),
    }
    await deliver([message], 'shop')
    isStored = true
    await deliver([message], 'shop')
    expect(calls).toEqual(['nak', 'ack'])
  })

  it('is cut to 100,000 characters in its dead letter', async () => {
    const { bus, jetStream } = await start()
    const only = await bus()
    await only.consume(listener().consumer)
    const { publish } = await jetStream()
    await publish(StepTaken.type, '\u0001'.repeat(900_000))
    await expect.poll(() => only.deadLetters.list({ limit: 10 })).toHaveLength(1)
    const [letter] = await only.deadLetters.list({ limit: 10 })
    expect(letter?.text).toHaveLength(100_000)
  })
})
