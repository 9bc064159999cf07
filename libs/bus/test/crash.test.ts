import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { newId } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { handledSteps, recordingConsumer, useServers } from './servers.ts'

const rounds = process.env['FULL'] === '1' ? 20 : 2
// A process killed in a transaction leaves its locks until the transaction expires after a minute. The next attempt at
// such an event may be half a minute later.
const recoveredWithinMs = 120_000
const { start, databaseUrl } = useServers()

const runChild = async (...given: string[]): Promise<string | null> => {
  const child = spawn(process.execPath, [`${import.meta.dirname}/crash.child.ts`, ...given], {
    stdio: 'inherit',
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  return signal
}

describe('relay and consumer after a crash', () => {
  it.each(['after publish, before the outbox mark', 'after the effect, before the ack'])(
    'publishes an event and applies it once after a process was killed %s',
    { timeout: 300_000 },
    async (point) => {
      const { nats, db, bus, jetStream } = await start()
      const workspaceId = newId()
      for (let round = 1; round <= rounds; round += 1)
        expect(await runChild(databaseUrl(), db.name, nats.url(), workspaceId, point)).toBe('SIGKILL')

      const survivor = await bus()
      await survivor.consume(recordingConsumer(db, 'recorder', { ackWaitMs: 1000 }))
      const { manager } = await jetStream()
      const progress = async () => {
        const [consumer] = await manager.consumers.list('wp-shop').next()
        return {
          waiting: (await db.outbox.pending(10)).length,
          unread: consumer?.num_pending,
          unacknowledged: consumer?.num_ack_pending,
        }
      }
      await expect
        .poll(progress, { timeout: recoveredWithinMs })
        .toEqual({ waiting: 0, unread: 0, unacknowledged: 0 })
      expect(await handledSteps(db, workspaceId, 'recorder')).toEqual(Array(rounds).fill('a1'))
      expect((await manager.streams.info('wp-shop')).state.messages).toBe(rounds)
    },
  )
})
