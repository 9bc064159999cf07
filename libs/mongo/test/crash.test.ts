import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { newId } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { mongoIdempotency } from '../src/index.ts'
import { makeOrder, orders } from './orders.ts'
import { scratchServer } from './scratch-database.ts'

const rounds = process.env['FULL'] === '1' ? 20 : 2
const server = scratchServer()

/** Resolves when the child process has ended, with the signal that ended it. */
const runChild = async (...given: string[]): Promise<string | null> => {
  const child = spawn(process.execPath, [`${import.meta.dirname}/crash.child.ts`, ...given], {
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
        expect(await runChild(server.uri(), db.name, scope, key, point)).toBe('SIGKILL')
        const left = round - 1 + (isMade ? 1 : 0)
        expect(await counts()).toEqual([left, left])

        const again = () =>
          mongoIdempotency(db).run(
            { scope, key, bodyHash: 'h', routeId: 'createOrder', mode: 'transaction', isSecret: false },
            () => makeOrder(db, scope),
          )
        // The server may need a moment to notice the crash; clients retry until then.
        await expect.poll(again, { timeout: 10_000 }).toMatchObject({ reply: { status: 201 } })
        expect(await again()).toMatchObject({ isReplay: true })
        expect(await counts()).toEqual([round, round])
      }
    },
  )
})
