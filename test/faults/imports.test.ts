import { setTimeout as delay } from 'node:timers/promises'
import { readFileSync } from 'node:fs'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { eventually, textForm } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isFull, report, signal, startScene } from './scene.ts'
import type { Scene, Shop } from './scene.ts'

const services = ['identity', 'admin-billing', 'scheduling', 'storefront', 'gateway']
const rowCount = isFull ? 5000 : 600
const killCount = isFull ? 8 : 1

/** Every tenth row is rejected. */
const isRefused = (index: number): boolean => index % 10 === 9
const csvOf = (count: number): string =>
  [
    'name,externalId',
    ...Array.from({ length: count }, (_, index) => `${isRefused(index) ? '' : `N${index}`},X${index}`),
  ].join('\n')

/** Repeats a request until it succeeds; one with a key has one effect. */
const insist = <T extends { status: number }>(send: () => Promise<T>): Promise<T> =>
  eventually(
    async () => {
      const reply = await send()
      expect(reply.status).toBeLessThan(300)
      return reply
    },
    { withinMs: 120_000, everyMs: 200 },
  )

const startImport = async (scene: Scene, shop: Shop, count: number) => {
  const api = scene.as(scheduling, shop)
  const headers = { 'idempotency-key': 'import' }
  const { job } = (await insist(() => api.importClients({ headers, body: textForm(csvOf(count)) }))).body
  return job.id
}

const getJob = async (scene: Scene, shop: Shop, jobId: string) =>
  (await insist(() => scene.as(storefront, shop).getJob({ params: { jobId } }))).body.job

/** Waits for the result and compares it with the stored data. */
const checkResult = async (scene: Scene, shop: Shop, jobId: string, count: number): Promise<void> => {
  const job = await eventually(
    async () => {
      const found = await getJob(scene, shop, jobId)
      expect(found.status).toBe('done')
      return found
    },
    { withinMs: 300_000, everyMs: 500 },
  )
  const refused = Math.floor(count / 10)
  expect(job.meta).toMatchObject({ created: count - refused, updated: 0, refused })
  const { workspaceId } = shop
  const clients = scene.collection<{ _id: string; externalId: string }>('scheduling', 'clients')
  const stored = await clients
    .find({ workspaceId })
    .project<{ externalId: string }>({ externalId: 1 })
    .toArray()
  expect(stored).toHaveLength(count - refused)
  expect(new Set(stored.map(({ externalId }) => externalId)).size).toBe(count - refused)
  const params = { importId: String(job.meta!['reportUrl']).split('/').at(-2)! }
  const lines = String(
    (await insist(() => scene.as(scheduling, shop).getClientImportReport({ params }))).body,
  )
  const rows = lines
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(',')[0]))
  const expected = Array.from({ length: count }, (_, index) => index).filter(isRefused)
  expect(rows).toEqual(expected.map((index) => index + 2))
  expect(await scene.collection('scheduling', 'import_batches').countDocuments({})).toBe(0)
}

describe('imports', () => {
  it(
    'applies every row once and reports every refused row while services are killed',
    { timeout: 600_000 },
    async () => {
      const scene = await startScene({ services })
      onTestFinished(scene.stop)
      const shop = await scene.signUp()
      const jobId = await startImport(scene, shop, rowCount)
      let kills = 0
      while (kills < killCount) {
        const before = (await getJob(scene, shop, jobId)).progress
        await eventually(
          async () => {
            const { progress } = await getJob(scene, shop, jobId)
            expect(progress > before || progress === 100).toBe(true)
          },
          { withinMs: 120_000, everyMs: 20 },
        )
        const victim = kills % 3 === 2 ? 'storefront' : 'scheduling'
        if (signal(scene.services[victim]![0]!, 'SIGKILL')) kills += 1
        await delay(isFull ? 1000 : 100)
      }
      await checkResult(scene, shop, jobId, rowCount)
      report('imports', { rows: rowCount, kills })
    },
  )

  it.runIf(isFull)(
    'imports 50,000 rows in bounded memory while another workspace gets answers',
    { timeout: 900_000 },
    async () => {
      const scene = await startScene({ services })
      onTestFinished(scene.stop)
      const [shop, other] = [await scene.signUp(), await scene.signUp()]
      const api = scene.as(scheduling, other)
      const residentMb = () => {
        const { pid } = scene.services['scheduling']![0]!
        const [, kb] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))!
        return Math.round(Number(kb) / 1024)
      }
      const createClient = async () => {
        const started = performance.now()
        expect((await api.createClient({ name: 'Mona' })).status).toBe(201)
        return performance.now() - started
      }
      for (let warm = 0; warm < 50; warm += 1) await createClient()
      const before = residentMb()
      const startedAt = performance.now()
      const jobId = await startImport(scene, shop, 50_000)
      const acceptedMs = Math.round(performance.now() - startedAt)
      let largest = before
      const times: number[] = []
      while ((await getJob(scene, shop, jobId)).status !== 'done') {
        times.push(await createClient())
        largest = Math.max(largest, residentMb())
        await delay(100)
      }
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      await checkResult(scene, shop, jobId, 50_000)
      const sorted = times.toSorted((one, others) => one - others)
      const p99Ms = Math.round(sorted[Math.floor(sorted.length * 0.99)]!)
      report('large import', { acceptedMs, seconds, beforeMb: before, largestMb: largest, p99Ms })
      expect(times.length).toBeGreaterThan(10)
      expect(largest - before).toBeLessThan(200)
      expect(p99Ms).toBeLessThan(1000)
    },
  )
})
