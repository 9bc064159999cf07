import { AppError, newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { createLogger, createMetrics, requestContext } from '@wp/telemetry'
import { describe, expect, test } from 'vitest'
import { createDeliveryHandler } from '../src/delivery.ts'
import { defineConsumer, defineEvent } from '../src/index.ts'
import type { Consumer } from '../src/index.ts'
import { handledSteps, recordingConsumer, useServers, publishStep, StepTaken } from './servers.ts'

const { start } = useServers()
const patience = { timeout: 20_000 }

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

/** A consumer that only notes the data it is given. */
const listener = () => {
  const seen: unknown[] = []
  const consumer = defineConsumer({
    name: 'listener',
    events: [StepTaken],
    handle: async ({ data }) => void seen.push(data),
  })
  return { consumer, seen }
}

/** A consumer that fails on the order `bad` until it is repaired. */
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
      throw new Error('cannot digest this')
    },
  }
  return { consumer, tries: () => tries, repair: () => (isBroken = false) }
}

describe('an event', () => {
  test('reaches every consumer once, whichever replica takes it', { timeout: 30_000 }, async () => {
    const { db, bus } = await start()
    const [one, two] = [await bus(), await bus()]
    for (const replica of [one, two]) await replica.consume(recordingConsumer(db, 'recorder'))
    await one.consume(recordingConsumer(db, 'other'))
    const workspaceId = newId()
    for (let number = 1; number <= 9; number += 1) await publishStep(db, workspaceId, 'a', number)
    for (const consumer of ['recorder', 'other'])
      await expect.poll(() => handledSteps(db, workspaceId, consumer), patience).toEqual(numbered('a', 9))
    await expect.poll(() => db.outbox.pending(10), patience).toEqual([])
  })

  test('is handled in the context of the request that wrote it, in the order of the writes', async () => {
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
    await expect.poll(() => requests, patience).toEqual(numbered('r', 9))
  })

  test('that was written before anybody listened reaches a consumer that comes later', async () => {
    const { db, bus } = await start()
    const workspaceId = newId()
    await publishStep(db, workspaceId, 'a', 1)
    const only = await bus()
    expect(await only.relay.flush(10_000)).toBe(true)
    await only.consume(recordingConsumer(db, 'late'))
    await expect.poll(() => handledSteps(db, workspaceId, 'late'), patience).toEqual(['a1'])
  })

  test('with fields that this build does not know is handled without them', async () => {
    const { bus, jetStream } = await start()
    const { consumer, seen } = listener()
    await (await bus()).consume(consumer)
    const { publish } = await jetStream()
    const data = { orderId: 'a', step: 1, invented: 'later' }
    await publish(StepTaken.type, JSON.stringify({ ...envelope(), data, alsoNew: true }))
    await expect.poll(() => seen, patience).toEqual([{ orderId: 'a', step: 1 }])
  })

  test('is handled also after something that is no event, which is acknowledged and passed over', async () => {
    const { bus, jetStream } = await start()
    const { consumer, seen } = listener()
    await (await bus()).consume(consumer)
    const { manager, publish } = await jetStream()
    await publish(StepTaken.type, 'no event at all')
    await publish(StepTaken.type, JSON.stringify({ ...envelope(), data: { orderId: 'a', step: 1 } }))
    await expect.poll(() => seen, patience).toEqual([{ orderId: 'a', step: 1 }])
    const unacknowledged = async () => (await manager.consumers.list('wp-shop').next())[0]?.num_ack_pending
    await expect.poll(unacknowledged, patience).toBe(0)
  })
})

describe('a poison event', () => {
  test('becomes a dead letter with its reason after five tries, while others flow', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const { consumer, tries } = pickyConsumer(db)
    await only.consume(consumer)
    const workspaceId = newId()
    await publishStep(db, workspaceId, 'bad', 1)
    for (const number of [1, 2, 3]) await publishStep(db, workspaceId, 'good', number)
    await expect.poll(() => handledSteps(db, workspaceId, 'picky'), patience).toEqual(numbered('good', 3))
    await expect.poll(() => only.deadLetters.list({ limit: 10 }), patience).toHaveLength(1)
    expect(await only.deadLetters.list({ limit: 10 })).toMatchObject([
      {
        service: 'shop',
        consumer: 'picky',
        reason: 'Error: cannot digest this',
        tries: 5,
        event: { workspaceId, data: { orderId: 'bad', step: 1 } },
      },
    ])
    expect(tries()).toBe(5)
  })

  test('is listed for its own service only, and not after itself', async () => {
    const { db, bus } = await start()
    const only = await bus()
    await only.consume(pickyConsumer(db).consumer)
    await publishStep(db, newId(), 'bad', 1)
    const list = () => only.deadLetters.list({ service: 'shop', limit: 10 })
    await expect.poll(list, patience).toHaveLength(1)
    const [letter] = await list()
    expect(await only.deadLetters.list({ service: 'other', limit: 10 })).toEqual([])
    expect(await only.deadLetters.list({ limit: 10, after: letter!.id })).toEqual([])
  })

  test('is handled when it is driven again, and no dead letter from then on', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const { consumer, repair } = pickyConsumer(db)
    await only.consume(consumer)
    const workspaceId = newId()
    await publishStep(db, workspaceId, 'bad', 1)
    await expect.poll(() => only.deadLetters.list({ limit: 10 }), patience).toHaveLength(1)
    const [letter] = await only.deadLetters.list({ limit: 10 })
    repair()
    await only.deadLetters.redrive(letter!.id)
    await expect.poll(() => handledSteps(db, workspaceId, 'picky'), patience).toEqual(['bad1'])
    expect(await only.deadLetters.list({ limit: 10 })).toEqual([])
    await expect(only.deadLetters.redrive(letter!.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is driven again only for the consumer that failed, not for those who keep no record of it', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const { consumer, repair } = pickyConsumer(db)
    const followed: unknown[] = []
    await only.consume(consumer)
    const { consumer: other, seen } = listener()
    await only.consume(other)
    const workspaceId = newId()
    await publishStep(db, workspaceId, 'bad', 1)
    await expect.poll(() => only.deadLetters.list({ limit: 10 }), patience).toHaveLength(1)
    await expect.poll(() => seen, patience).toHaveLength(1)
    const [letter] = await only.deadLetters.list({ limit: 10 })
    repair()
    // A follower that starts now keeps no record of what was handled before.
    await only.follow({ events: [StepTaken], handle: ({ data }) => void followed.push(data.orderId) })
    await only.deadLetters.redrive(letter!.id)
    await expect.poll(() => handledSteps(db, workspaceId, 'picky'), patience).toEqual(['bad1'])
    await publishStep(db, workspaceId, 'good', 1)
    await expect.poll(() => followed, patience).toEqual(['good'])
    await expect.poll(() => seen, patience).toHaveLength(2)
  })

  test('that fails again after it was driven again is a dead letter again', async () => {
    const { db, bus } = await start()
    const only = await bus()
    await only.consume({
      ...recordingConsumer(db, 'stubborn'),
      retryDelaysMs: [1],
      handle: () => Promise.reject(new Error('never')),
    })
    await publishStep(db, newId(), 'bad', 1)
    await expect.poll(() => only.deadLetters.list({ limit: 10 }), patience).toHaveLength(1)
    const [first] = await only.deadLetters.list({ limit: 10 })
    await only.deadLetters.redrive(first!.id)
    await expect
      .poll(async () => (await only.deadLetters.list({ limit: 10 })).map(({ id }) => id), patience)
      .toEqual([String(Number(first!.id) + 1)])
  })

  test('that takes its process down again and again becomes a dead letter too', async () => {
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
      void deliver([{ text, count, sequence: 1, ack: () => undefined, nak: () => undefined }], 'shop')
    await expect
      .poll(() => letters, patience)
      .toMatchObject([{ consumer: 'deadly', reason: 'its handling did not come to an end' }])
  })

  test('is not one whose consumer lacks another service for a while: it waits, however many tries that takes', async () => {
    const { db, bus } = await start()
    const only = await bus()
    let tries = 0
    const inner = recordingConsumer(db, 'patient', { retryDelaysMs: [1] })
    await only.consume({
      ...inner,
      handle: async (event, tx) => {
        tries += 1
        if (tries <= 8) throw new AppError('UNAVAILABLE', 'identity is away')
        await inner.handle(event, tx)
      },
    })
    const workspaceId = newId()
    await publishStep(db, workspaceId, 'a', 1)
    await expect.poll(() => handledSteps(db, workspaceId, 'patient'), patience).toEqual(['a1'])
    expect(await only.deadLetters.list({ limit: 10 })).toEqual([])
  })
})

test('a replica that stops hands on at once what it had not begun', async () => {
  const { db, bus } = await start()
  const [leaving, staying] = [await bus(), await bus()]
  const { promise: began, resolve: begin } = Promise.withResolvers<void>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const inner = recordingConsumer(db, 'recorder')
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
  expect(await leaving.relay.flush(5000)).toBe(true)
  const stopped = running.stop()
  release()
  await stopped
  expect((await handledSteps(db, workspaceId, 'recorder')).length).toBeLessThan(30)
  await staying.consume(recordingConsumer(db, 'recorder'))
  await expect.poll(() => handledSteps(db, workspaceId, 'recorder'), { timeout: 10_000 }).toHaveLength(30)
})

test('what a service publishes in the name of another, or what is no event at all, is passed over by consumers and followers', async () => {
  const { bus, jetStream } = await start()
  const only = await bus()
  const PaidByBank = defineEvent({ ...StepTaken, type: 'wp.bank.order.paid.v1' })
  const events = [StepTaken, PaidByBank]
  const heard: string[] = []
  await only.consume(
    defineConsumer({ name: 'ears', events, handle: async ({ type }) => void heard.push(`consumer ${type}`) }),
  )
  await only.follow({
    events,
    startTime: new Date(0),
    handle: ({ type }) => void heard.push(`follower ${type}`),
  })
  const { publish } = await jetStream()
  const toText = (type: string) =>
    JSON.stringify({ ...envelope(), id: newId(), type, data: { orderId: 'a', step: 1 } })
  await publish(StepTaken.type, toText(PaidByBank.type))
  await publish(StepTaken.type, 'no JSON')
  await publish(StepTaken.type, toText(StepTaken.type))
  await expect
    .poll(() => heard.toSorted(), patience)
    .toEqual([`consumer ${StepTaken.type}`, `follower ${StepTaken.type}`])
})
