import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { newId } from '@wp/kernel'
import { createLogger, requestContext } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { mongoIdempotency } from '../src/index.ts'
import { makeOrder, orders } from './orders.ts'
import { scratchServer } from './scratch-database.ts'

const rounds = process.env['FULL'] === '1' ? 20 : 2
const server = scratchServer({ transactionLifetimeLimitSeconds: 3 })

/** Resolves when the child process has ended, with the signal that ended it. */
const runChild = async (name: string, ...given: string[]): Promise<string | null> => {
  const child = spawn(process.execPath, [`${import.meta.dirname}/${name}.child.ts`, ...given], {
    stdio: 'inherit',
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}

describe('mongoIdempotency', () => {
  it.each([
    { point: 'before the transaction', isMade: false },
    { point: 'inside the transaction', isMade: false },
    { point: 'after the transaction, before the reply', isMade: true },
  ])(
    'keeps all or nothing of a write when the process is killed $point, and applies it once when repeated',
    { timeout: 300_000 },
    async ({ point, isMade }) => {
      const db = await server.open({ collections: [orders] })
      const scope = newId()
      const counts = async () => [
        await db.tenant(orders)(scope).count(),
        (await db.outbox.pending(1000)).length,
      ]
      for (let round = 1; round <= rounds; round += 1) {
        const key = `key-${round}`
        expect(await runChild('crash', server.uri(), db.name, scope, key, point)).toBe('SIGKILL')
        const left = round - 1 + (isMade ? 1 : 0)
        expect(await counts()).toEqual([left, left])

        const again = () =>
          mongoIdempotency(db).run(
            {
              scope,
              workspaceId: null,
              key,
              bodyHash: 'h',
              routeId: 'createOrder',
              mode: 'transaction',
              isSecret: false,
            },
            () => makeOrder(db, scope),
          )
        // The server keeps the locks of the killed process for some seconds; clients retry in the meantime.
        await expect.poll(again).toMatchObject({ reply: { status: 201 } })
        expect(await again()).toMatchObject({ isReplay: true })
        expect(await counts()).toEqual([round, round])
      }
    },
  )
})

describe('a record that a killed process has locked', () => {
  const slow = scratchServer({ transactionLifetimeLimitSeconds: 60 })

  it('allows reads and throws UNAVAILABLE with the time to retry for changes, in and outside a transaction', async () => {
    const db = await slow.open({ collections: [orders] })
    const workspaceId = newId()
    const store = db.tenant(orders)(workspaceId)
    const { id } = await store.insert({ label: 'before' })
    expect(await runChild('lock', slow.uri(), db.name, workspaceId, id)).toBe('SIGKILL')
    const change = () => store.update({ id }, { label: 'after' })
    const inTime = (work: () => Promise<unknown>) =>
      requestContext.run({ requestId: 'r', deadline: performance.now() + 1500 }, work)
    const busy = { status: 'rejected', reason: { code: 'UNAVAILABLE', retryAfterSeconds: 1 } }
    expect(await Promise.allSettled([inTime(() => db.transaction(change))])).toMatchObject([busy])
    // More writes than there are connections; the server ends them, so that other operations find a free
    // connection.
    const writes = Array.from({ length: 60 }, () => inTime(change))
    expect(await Promise.allSettled(writes)).toMatchObject(writes.map(() => busy))
    expect(await store.get({ id: (await store.insert({ label: 'other' })).id })).toMatchObject({
      label: 'other',
    })
    expect(await store.get({ id })).toMatchObject({ label: 'before' })
  })

  it("causes a warning when the server's lock lifetime is too long", async () => {
    const warning =
      'The database keeps the locks of a dead process for 60 s or longer; set transactionLifetimeLimitSeconds to 10'
    const logged: string[] = []
    const logger = createLogger({
      service: 'test',
      level: 'warn',
      destination: { write: (line) => void logged.push(line) },
    })
    const db = await slow.open({ logger, operationMs: 4000 })
    expect(db.warnings()).toEqual([warning])
    expect(logged.join('')).toContain(warning)
    expect((await server.open()).warnings()).toEqual([])
    expect((await slow.open()).warnings()).toEqual([])
  })
})
