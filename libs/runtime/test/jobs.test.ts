import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { systemClock } from '@wp/kernel'
import { collection, openDatabase } from '@wp/mongo'
import { createLogger, createMetrics, requestContext } from '@wp/telemetry'
import { MongoClient } from 'mongodb'
import { describe, expect, it, vi } from 'vitest'
import { startJobs } from '../src/jobs.ts'
import { forEachRecord } from '../src/index.ts'
import type { Job } from '../src/index.ts'
import { atEnd, eventually, sharedServers } from './servers.ts'

const { database } = await sharedServers()
const logger = createLogger({ service: 'jobs', level: 'silent' })

const tasks = collection<{ title: string }>('tasks', 'Task', { title: String }, [], { unsharded: 'A test.' })

const open = async () => {
  const db = await openDatabase({
    url: database.url,
    name: `jobs_${process.pid}_${Math.random().toString(36).slice(2, 8)}`,
    clock: systemClock,
    logger,
    metrics: createMetrics('jobs'),
    collections: [tasks],
  })
  atEnd(() => db.close())
  return db
}

const leasesOf = async ({ name }: Awaited<ReturnType<typeof open>>) => {
  const client = await MongoClient.connect(database.url)
  atEnd(() => client.close())
  return client.db(name).collection<{ _id: string; holder: string; until: Date }>('leases')
}

const run = async (
  jobs: readonly Job[],
  db: Awaited<ReturnType<typeof open>> | null = null,
  idle = { afterMs: 30_000, everyMs: 5000 },
) => {
  const metrics = createMetrics('jobs')
  const running = await startJobs({ jobs, db, logger, metrics, idle })
  atEnd(() => running.close())
  return { ...running, metrics }
}

describe('startJobs', () => {
  it('runs a job repeatedly and gives each run its own request id', async () => {
    const ids: (string | undefined)[] = []
    await run([{ name: 'tick', everyMs: 5, run: () => void ids.push(requestContext.current()?.requestId) }])
    await eventually(async () => (ids.length >= 3 ? true : undefined))
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids[0]).toMatch(/^job-tick-[0-9a-f]{24}$/)
  })

  it('runs an idle job rarely, and at its interval after a change of a watched collection', async () => {
    const db = await open()
    const seen: number[] = []
    let runs = 0
    const origin = new AsyncLocalStorage<string>()
    const origins: unknown[] = []
    const count: Job['run'] = async () => {
      runs += 1
      origins.push(origin.getStore())
      seen.push(await db.global(tasks)().count())
      // Finds nothing to change, like most runs of a job that waits for work.
      await db.global(tasks)().updateMany({ title: 'missing' }, { title: 'found' })
    }
    const job: Job = { name: 'watcher', everyMs: 5, watches: [tasks], everyReplica: true, run: count }
    await run([job], db, { afterMs: 50, everyMs: 3_600_000 })
    const runsStay = async (): Promise<number> => {
      const before = runs
      await delay(300)
      return runs === before && runs > 0 ? runs : Promise.reject(new Error('still running'))
    }
    const quiet = await vi.waitUntil(() => runsStay().catch(() => undefined))
    await origin.run('a request', () => db.global(tasks)().insert({ title: 'work' }))
    await eventually(async () => (seen.at(-1) === 1 ? true : undefined))
    expect(new Set(origins)).toEqual(new Set([undefined]))
    expect(runs).toBeGreaterThan(quiet)
    await vi.waitUntil(() => runsStay().catch(() => undefined))
    await expect(
      db.transaction(async () => {
        await db.global(tasks)().insert({ title: 'undone' })
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    const before = runs
    await delay(100)
    expect(runs).toBe(before)
    await db.transaction(() => db.global(tasks)().insert({ title: 'more work' }))
    await eventually(async () => (seen.at(-1) === 2 ? true : undefined))
  })

  it('runs a job on a cron schedule', async () => {
    let runs = 0
    await run([{ name: 'each-second', cron: '* * * * * *', run: () => void runs++ }])
    await eventually(async () => (runs >= 1 ? true : undefined))
    expect(runs).toBeGreaterThanOrEqual(1)
  })

  it('throws for an invalid cron pattern', async () => {
    await expect(run([{ name: 'bad', cron: 'sometimes', run: () => {} }])).rejects.toThrow('sometimes')
  })

  it('counts a failed run and runs the job again', async () => {
    let runs = 0
    const fail = (): void => {
      runs++
      throw new Error('failed')
    }
    const { metrics } = await run([{ name: 'failing', everyMs: 5, run: fail }])
    await eventually(async () => (runs >= 2 ? true : undefined))
    expect(await metrics.registry.metrics()).toMatch(
      /wp_job_runs_total\{job="failing",outcome="failed",service="jobs"\} [2-9]/,
    )
  })

  it('counts a run that reports a failed record as failed, and still passes it the other records', async () => {
    const handled: string[] = []
    const { metrics, runNow } = await run([
      {
        name: 'partly',
        cron: '0 0 1 1 *',
        run: (context) =>
          forEachRecord(context, [{ id: 'a' }, { id: 'b' }], async ({ id }) => {
            if (id === 'a') throw new Error('failed')
            handled.push(id)
          }),
      },
    ])
    await runNow('partly')
    expect(handled).toEqual(['b'])
    expect(await metrics.registry.metrics()).toContain(
      'wp_job_runs_total{job="partly",outcome="failed",service="jobs"} 1',
    )
  })

  it('starts each scheduled run in one replica only, or in all replicas with everyReplica', async () => {
    const db = await open()
    const turns = { alone: 0, everywhere: 0 }
    const jobs: Job[] = [
      { name: 'alone', everyMs: 2000, run: () => void turns.alone++ },
      { name: 'everywhere', everyMs: 2000, everyReplica: true, run: () => void turns.everywhere++ },
    ]
    await Promise.all(Array.from({ length: 4 }, () => run(jobs, db)))
    await eventually(async () => (turns.everywhere >= 4 && turns.alone >= 1 ? true : undefined))
    expect(turns.alone).toBeLessThanOrEqual(Math.ceil(turns.everywhere / 4))
  })

  it('renews the lease of a long-running job, so that no other replica runs it at the same time', async () => {
    const db = await open()
    const end = Promise.withResolvers<void>()
    let [runs, maxConcurrent, concurrent] = [0, 0, 0]
    const long: Job = {
      name: 'long',
      everyMs: 10,
      run: async () => {
        runs++
        maxConcurrent = Math.max(maxConcurrent, ++concurrent)
        await end.promise
        concurrent--
      },
    }
    const leases = await leasesOf(db)
    const leaseEnd = async () => (await leases.findOne({ _id: 'job:long' }))?.until.getTime()
    await Promise.all([run([long], db), run([long], db), run([long], db)])
    await expect.poll(() => runs).toBe(1)
    const firstEnd = (await leaseEnd())!
    await expect.poll(leaseEnd).toBeGreaterThan(firstEnd)
    end.resolve()
    await eventually(async () => (runs >= 2 ? true : undefined))
    expect(maxConcurrent).toBe(1)
  })

  it('aborts a running job when another replica has taken over its lease', async () => {
    const db = await open()
    let outcome = 'never started'
    const long: Job = {
      name: 'overtaken',
      everyMs: 10,
      run: ({ signal }) =>
        new Promise((resolve) => {
          outcome = 'running'
          signal.addEventListener('abort', () => {
            outcome = 'stopped'
            resolve()
          })
        }),
    }
    await run([long], db)
    await eventually(async () => (outcome === 'running' ? true : undefined))
    const leases = await leasesOf(db)
    await leases.updateOne({ _id: 'job:overtaken' }, { $set: { holder: 'another replica' } })
    await expect.poll(() => outcome).toBe('stopped')
  })

  it('aborts a running job on close and waits for it', async () => {
    let outcome = 'never started'
    const patient: Job = {
      name: 'patient',
      everyMs: 1,
      run: ({ signal }) =>
        new Promise((resolve) => {
          outcome = 'running'
          signal.addEventListener('abort', () => {
            outcome = 'stopped'
            resolve()
          })
        }),
    }
    const { close } = await run([patient])
    await eventually(async () => (outcome === 'running' ? true : undefined))
    await close()
    expect(outcome).toBe('stopped')
  })

  it('runs a job immediately with runNow and throws an error that lists the known jobs for an unknown name', async () => {
    let runs = 0
    const { runNow } = await run([{ name: 'yearly', cron: '0 0 1 1 *', run: () => void runs++ }])
    await runNow('yearly')
    expect(runs).toBe(1)
    await expect(runNow('monthly')).rejects.toThrow('Unknown job "monthly"; known jobs: yearly')
  })
})
