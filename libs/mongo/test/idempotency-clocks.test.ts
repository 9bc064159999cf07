import { newId } from '@wp/kernel'
import type { IdempotentRequest, StoredReply } from '@wp/kernel'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { mongoIdempotency } from '../src/index.ts'
import { idempotencyCollection } from '../src/idempotency-records.ts'
import { scratchServer } from './scratch-database.ts'

const server = scratchServer()
const dayMs = 24 * 3600 * 1000

afterEach(() => void vi.useRealTimers())

/** The database runs in this process, so its time is right only until it is read again, after five seconds. */
const setAheadBy = (ms: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
}

const newRequest = (mode: IdempotentRequest['mode']): IdempotentRequest => {
  const workspaceId = newId()
  const scope = workspaceId
  return { scope, workspaceId, key: 'k', bodyHash: 'h', routeId: 'createOrder', mode, isSecret: false }
}

const answering = (status: number) => (): Promise<StoredReply> =>
  Promise.resolve({ status, body: { status }, headers: {} })

describe('mongoIdempotency in a process whose system time is wrong', () => {
  it.each(['transaction', 'saga'] as const)(
    'returns the stored reply to a request in %s mode when it is 31 days ahead',
    async (mode) => {
      const keys = mongoIdempotency(await server.open())
      const request = newRequest(mode)
      await keys.run(request, answering(201))
      setAheadBy(31 * dayMs)
      expect(await keys.run(request, answering(200))).toMatchObject({
        reply: { status: 201 },
        isReplay: true,
      })
    },
  )

  it.each([31, -31])('stores a reply for 24 hours when it is %i days ahead', async (days) => {
    const db = await server.open()
    const request = newRequest('transaction')
    setAheadBy(days * dayMs)
    await mongoIdempotency(db).run(request, answering(201))
    vi.useRealTimers()
    const [record] = await db.global(idempotencyCollection)().find({ workspaceId: request.workspaceId })
    const keptMs = record!.expiresAt.getTime() - Date.now()
    expect(keptMs).toBeGreaterThan(dayMs - 60_000)
    expect(keptMs).toBeLessThan(dayMs + 60_000)
  })

  it('does not rerun a saga that another process is running when it is an hour ahead', async () => {
    const db = await server.open()
    const request = newRequest('saga')
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const first = mongoIdempotency(db).run(request, async () => {
      start()
      await held
      return answering(201)()
    })
    await started
    setAheadBy(3_600_000)
    await expect(mongoIdempotency(db).run(request, answering(200))).rejects.toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
    })
    release()
    expect(await first).toMatchObject({ reply: { status: 201 }, isReplay: false })
  })
})
