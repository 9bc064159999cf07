import type { Platform } from '@wp/local-platform'
import { readMetrics } from '@wp/testing'
import { connect, StorageType } from 'nats'
import { toConnectionOptions } from '../../../libs/bus/src/nats-connection.ts'
import { bareTransactions, type DatabaseWork } from './bare-transactions.ts'
import { cpuMicrosOf } from './process-cpu.ts'

/** What a signup does in the database and on NATS. */
export type SignupWork = DatabaseWork & { events: number }

/** Returns how much of this work the services have done so far. */
export const signupWorkOf = async ({ services }: Platform): Promise<SignupWork> => {
  const work = { statements: 0, commits: 0, events: 0 }
  for (const service of ['identity', 'admin-billing']) {
    const read = await readMetrics(services[service]![0]!.ops)
    const commits = read('db_operation_seconds_count', 'operation="commit"')
    work.statements += read('db_operation_seconds_count') - commits
    work.commits += commits
    work.events += read('events_published_total')
  }
  return work
}

/** Returns the work between two counts, by signup. */
export const perSignup = (before: SignupWork, after: SignupWork, signups: number): SignupWork => ({
  statements: (after.statements - before.statements) / signups,
  commits: (after.commits - before.commits) / signups,
  events: (after.events - before.events) / signups,
})

/** Returns the number of all consumers of NATS. */
export const countConsumers = async (natsUrl: string): Promise<number> => {
  const nats = await connect(toConnectionOptions(natsUrl))
  const manager = await nats.jetstreamManager({ checkAPI: false })
  let count = 0
  for await (const { state } of manager.streams.list()) count += state.consumer_count
  await nats.close()
  return count
}

/**
 * Opens the bare drivers. `measure` does the same work with them and returns the CPU time of one signup in this
 * process, the database and NATS together, in milliseconds.
 */
export const openSignupFloor = async (platform: Platform) => {
  const database = await bareTransactions(platform.mongoUrl, 1)
  const nats = await connect(toConnectionOptions(platform.natsUrl))
  const manager = await nats.jetstreamManager({ checkAPI: false })
  await manager.streams.add({ name: 'bench', subjects: ['bench.>'], storage: StorageType.File })
  const text = 'x'.repeat(600)
  const servers = platform.processes().filter(({ name }) => name === 'nats' || name === 'mongodb')
  const cpuMs = (): number => {
    const { user, system } = process.cpuUsage()
    return (user + system + servers.reduce((sum, { pid }) => sum + cpuMicrosOf(pid!), 0)) / 1000
  }
  return {
    /** `idleShare` is the CPU time that the database and NATS use when idle, per time. */
    measure: async (work: SignupWork, signups: number, idleShare: number): Promise<number> => {
      const [since, before] = [performance.now(), cpuMs()]
      await database.run({ requests: signups, callers: 1, work })
      for (let event = 0; event < work.events * signups; event += 1)
        await nats.jetstream().publish('bench.event', text)
      return (cpuMs() - before - (performance.now() - since) * idleShare) / signups
    },
    close: async (): Promise<void> => {
      await database.close()
      await nats.close()
    },
  }
}
