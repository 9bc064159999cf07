import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServiceDefinition } from '@wp/runtime'
import { onTestFinished } from 'vitest'
import { clockOf } from './clock.ts'
import { databaseProxy } from './database-proxy.ts'
import { inProcess } from './in-process.ts'
import { uniqueName } from './people.ts'
import { startReplica } from './replica.ts'

/**
 * Starts two replicas of a service that share a database and files until the test ends. One can be killed in the middle
 * of a commit; the other one runs in this process, with a clock that the test can move.
 */
export const startReplicaPair = async (definition: ServiceDefinition, main: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wp-replica-pair-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  let aheadMs = 0
  const clock = clockOf(() => new Date(Date.now() + aheadMs))
  const env = { DATABASE_PREFIX: `${uniqueName('t')}_`, DATA_DIR: dataDir }
  const survivor = await inProcess(definition, { clock, env })
  onTestFinished(() => survivor.stop())
  const way = await databaseProxy()
  onTestFinished(() => way.close())
  const replica = await startReplica(main, { ...env, MONGODB_URL: way.url, NATS_URL: survivor.natsUrl })
  onTestFinished(() => replica.kill())
  return {
    survivor,
    mortalUrl: replica.url,
    database: `${env.DATABASE_PREFIX}${definition.name}`,
    loseCommit: way.loseCommit,
    kill: async () => {
      await replica.kill()
      way.disconnect()
    },
    advance: (ms: number) => void (aheadMs += ms),
  }
}
