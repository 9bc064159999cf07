import { AppError, newId } from '@wp/kernel'
import { createLogger, createMetrics, requestContext } from '@wp/telemetry'
import { connect } from 'nats'
import { describe, expect, test } from 'vitest'
import { createDeliveryHandler } from '../src/delivery.ts'
import { defineConsumer } from '../src/index.ts'
import { done, recorder, scene, step, StepTaken } from './scene.ts'

const { start } = scene()
const patience = { timeout: 20_000 }

const numbered = (order: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${order}${index + 1}`)

describe('an event', () => {
  test(
    'reaches every consumer once, with its request, whichever replica takes it',
    { timeout: 30_000 },
    async () => {
      const { db, bus } = await start()
      const [one, two] = [await bus(), await bus()]
      const requests: string[] = []
      const listener = defineConsumer({
        name: 'listener',
        events: [StepTaken],
        handle: () => {
          requests.push(requestContext.current()!.requestId)
          return Promise.resolve()
        },
      })
      for (const replica of [one, two]) await replica.consume(recorder(db, 'recorder'))
      await one.consume(listener)
      const workspaceId = newId()
      for (const number of [1, 2, 3, 4, 5, 6, 7, 8, 9])
        await requestContext.run({ requestId: `r${number}` }, () => step(db, workspaceId, 'a', number))
      await expect.poll(() => done(db, workspaceId, 'recorder'), patience).toEqual(numbered('a', 9))
      await expect.poll(() => requests, patience).toEqual(numbered('r', 9))
      await expect.poll(() => db.outbox.pending(10), patience).toEqual([])
    },
  )

  test('that was written before anybody listened reaches a consumer that comes later', async () => {
    const { db, bus } = await start()
    const workspaceId = newId()
    await step(db, workspaceId, 'a', 1)
    const only = await bus()
    expect(await only.relay.flush(10_000)).toBe(true)
    await only.consume(recorder(db, 'late'))
    await expect.poll(() => done(db, workspaceId, 'late'), patience).toEqual(['a1'])
  })

  test('with fields that this build does not know is handled without them', async () => {
    const { nats, bus } = await start()
    const only = await bus()
    const seen: unknown[] = []
    await only.consume(
      defineConsumer({
        name: 'tolerant',
        events: [StepTaken],
        handle: ({ data }) => {
          seen.push(data)
          return Promise.resolve()
        },
      }),
    )
    const raw = await connect({ servers: nats.url() })
    const envelope = {
      id: newId(),
      type: StepTaken.type,
      time: '',
      workspaceId: null,
      requestId: null,
      traceparent: null,
    }
    const data = { orderId: 'a', step: 1, invented: 'later' }
    await raw.jetstream().publish(StepTaken.type, JSON.stringify({ ...envelope, data, alsoNew: true }))
    await raw.jetstream().publish(StepTaken.type, 'no event at all')
    await raw.close()
    await expect.poll(() => seen, patience).toEqual([{ orderId: 'a', step: 1 }])
  })
})

describe('a poison event', () => {
  test('is set aside with its reason after five tries while others flow, and can be driven again', async () => {
    const { db, bus } = await start()
    const only = await bus()
    let isBroken = true
    let tries = 0
    const retryDelaysMs = [10]
    const inner = recorder(db, 'picky')
    await only.consume({
      ...inner,
      retryDelaysMs,
      handle: async (event, tx) => {
        await inner.handle(event, tx)
        const { orderId } = event.data as { orderId: string }
        if (orderId !== 'bad' || !isBroken) return
        tries += 1
        throw new Error('cannot digest this')
      },
    })
    const workspaceId = newId()
    await step(db, workspaceId, 'bad', 1)
    for (const number of [1, 2, 3]) await step(db, workspaceId, 'good', number)
    await expect.poll(() => done(db, workspaceId, 'picky'), patience).toEqual(numbered('good', 3))
    await expect.poll(() => only.deadLetters.list({ limit: 10 }), patience).toHaveLength(1)
    const [letter] = await only.deadLetters.list({ service: 'shop', limit: 10 })
    expect(letter).toMatchObject({
      service: 'shop',
      consumer: 'picky',
      reason: 'Error: cannot digest this',
      tries: 5,
      event: { workspaceId, data: { orderId: 'bad', step: 1 } },
    })
    expect(tries).toBe(5)
    expect(await only.deadLetters.list({ service: 'other', limit: 10 })).toEqual([])
    expect(await only.deadLetters.list({ limit: 10, after: letter!.id })).toEqual([])

    isBroken = false
    await only.deadLetters.redrive(letter!.id)
    await expect
      .poll(() => done(db, workspaceId, 'picky'), patience)
      .toEqual(['bad1', ...numbered('good', 3)])
    expect(await only.deadLetters.list({ limit: 10 })).toEqual([])
    await expect(only.deadLetters.redrive(letter!.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('that fails again after it was driven again is set aside again', async () => {
    const { db, bus } = await start()
    const only = await bus()
    await only.consume({
      ...recorder(db, 'stubborn'),
      retryDelaysMs: [1],
      handle: () => Promise.reject(new Error('never')),
    })
    await step(db, newId(), 'bad', 1)
    await expect.poll(() => only.deadLetters.list({ limit: 10 }), patience).toHaveLength(1)
    const [first] = await only.deadLetters.list({ limit: 10 })
    await only.deadLetters.redrive(first!.id)
    await expect
      .poll(async () => (await only.deadLetters.list({ limit: 10 })).map(({ id }) => id), patience)
      .toEqual([String(Number(first!.id) + 1)])
  })

  test('that takes its process down again and again is set aside too', async () => {
    const { db } = await start()
    const letters: unknown[] = []
    const deliver = createDeliveryHandler(recorder(db, 'deadly'), {
      service: 'shop',
      db: { ...db, inbox: { ...db.inbox, once: () => new Promise<never>(() => undefined) } },
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
      now: () => new Date(),
      writeDeadLetter: (letter) => Promise.resolve(letters.push(letter)).then(() => undefined),
    })
    const text = JSON.stringify({ id: newId(), type: StepTaken.type, data: { orderId: 'a', step: 1 } })
    for (let count = 1; count <= 16; count += 1)
      void deliver({ text, count, sequence: 1, ack: () => undefined, nak: () => undefined })
    await expect
      .poll(() => letters, patience)
      .toMatchObject([{ consumer: 'deadly', reason: 'its handling did not come to an end' }])
  })

  test('is not what an event is whose consumer misses another service for a while', async () => {
    const { db, bus } = await start()
    const only = await bus()
    let tries = 0
    const inner = recorder(db, 'patient', { retryDelaysMs: [1] })
    await only.consume({
      ...inner,
      handle: async (event, tx) => {
        tries += 1
        if (tries <= 8) throw new AppError('UNAVAILABLE', 'identity is away')
        await inner.handle(event, tx)
      },
    })
    const workspaceId = newId()
    await step(db, workspaceId, 'a', 1)
    await expect.poll(() => done(db, workspaceId, 'patient'), patience).toEqual(['a1'])
    expect(await only.deadLetters.list({ limit: 10 })).toEqual([])
  })
})

test('a replica that stops hands on at once what it had not begun', async () => {
  const { db, bus } = await start()
  const [leaving, staying] = [await bus(), await bus()]
  const { promise: began, resolve: begin } = Promise.withResolvers<void>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const inner = recorder(db, 'recorder')
  const running = await leaving.consume({
    ...inner,
    handle: async (event, tx) => {
      begin()
      await held
      await inner.handle(event, tx)
    },
  })
  const workspaceId = newId()
  for (let number = 1; number <= 30; number += 1) await step(db, workspaceId, 'a', number)
  await began
  expect(await leaving.relay.flush(5000)).toBe(true)
  const stopped = running.stop()
  release()
  await stopped
  expect((await done(db, workspaceId, 'recorder')).length).toBeLessThan(30)
  await staying.consume(recorder(db, 'recorder'))
  await expect.poll(() => done(db, workspaceId, 'recorder'), { timeout: 10_000 }).toHaveLength(30)
})
