import { AppError, systemClock } from '@wp/kernel'
import type { ErrorCode } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { requestContext } from '@wp/telemetry'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { throttleCollection, throttleStore } from '../src/throttling/throttle.store.ts'
import type { Limit } from '../src/throttling/throttle.store.ts'

let db: Database

beforeAll(async () => {
  db = await openTestDatabase(uniqueName('throttles'), { collections: [throttleCollection] })
})

afterAll(() => db.close())

const newLimits = () => [
  { key: uniqueName('a'), max: 1, windowMs: 60_000 },
  { key: uniqueName('b'), max: 1, windowMs: 60_000 },
]

const store = () => throttleStore(db, systemClock)

describe('reserve', () => {
  const failWith = async (limits: Limit[], code: ErrorCode) => {
    const reservation = await store().reserve(limits)
    const attempt = () => Promise.reject(new AppError(code, 'The attempt failed'))
    await expect(reservation.run(attempt)).rejects.toMatchObject({ code })
  }

  it.each<ErrorCode>(['UNAVAILABLE', 'TIMEOUT'])('releases an attempt that fails with %s', async (code) => {
    const limits = newLimits()
    await failWith(limits, code)
    await expect(store().reserve(limits)).resolves.toBeDefined()
  })

  it('counts an attempt that fails with MFA_FAILED', async () => {
    const limits = newLimits()
    await failWith(limits, 'MFA_FAILED')
    await expect(store().reserve(limits)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })

  it("releases an attempt that ends after the request's deadline", async () => {
    const limits = newLimits()
    const context = { requestId: 'test', deadline: performance.now() + 60_000 }
    await requestContext.run(context, async () => {
      const reservation = await store().reserve(limits)
      const attempt = async () => {
        context.deadline = performance.now() - 1
        return true
      }
      expect(await reservation.run(attempt)).toBe(true)
    })
    await expect(store().reserve(limits)).resolves.toBeDefined()
  })

  it('releases the first limits when the deadline passes before the last one is reserved', async () => {
    const [first, second] = newLimits()
    const blocking = await store().reserve([second!])
    const context = { requestId: 'test', deadline: performance.now() + 60_000 }
    await requestContext.run(context, async () => {
      const waiting = store().reserve([first!, { ...second!, waits: true }])
      await expect.poll(() => pending(first!.key)).toBe(1)
      context.deadline = performance.now() - 1
      await expect(waiting).rejects.toThrow(AppError)
    })
    expect(await pending(first!.key)).toBe(0)
    expect(await pending(second!.key)).toBe(1)
    await blocking.run(async () => true)
  })
})

const pending = (key: string) =>
  requestContext.run({ requestId: 'test' }, async () => {
    const found = await db.global(throttleCollection)().findOne({ key })
    return found?.pending ?? 0
  })
