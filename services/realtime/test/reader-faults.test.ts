import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { newId } from '@wp/kernel'
import { eventually, newWorkspace, startReplica } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { connectReady, subscribe } from './clients.ts'
import { startIsolated } from './isolated.ts'
import { newJob, newShop, reportProgress } from './jobs.ts'

const isFull = process.env['FULL'] === '1'
/** Together, the updates exceed the kernel's buffers for a connection that is not read. */
const [updates, filler] = isFull ? [900, 'x'.repeat(20_000)] : [300, 'x'.repeat(60_000)]
const jobProgressed = 'wp.storefront.job.progressed.v1'

/** Starts a replica in a separate process. */
const startProcess = async (env: Record<string, string>) => {
  const { url, pid, kill } = await startReplica(join(import.meta.dirname, '../src/main.ts'), env)
  onTestFinished(kill)
  return { url, pid }
}

/** Starts a replica for which the test publishes the progress of jobs. */
const startWithJobs = async (start?: typeof startProcess) => {
  const isolated = await startIsolated(start)
  const publish = (workspaceId: string, jobId: string, progress: number, meta = {}) =>
    isolated.bus.publishCore(`${jobProgressed}-${workspaceId}`, {
      id: newId(),
      type: jobProgressed,
      time: new Date().toISOString(),
      workspaceId,
      requestId: null,
      traceparent: null,
      data: {
        jobId,
        status: 'processing',
        progress,
        step: '',
        message: '',
        meta,
        at: new Date().toISOString(),
      },
    })
  return { ...isolated, publish }
}

/** Returns a process's resident memory, on Linux. */
const residentMiB = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024

describe('slow readers and lost streams', () => {
  it(
    'R10: disconnects clients that do not read and delivers every event to the others',
    { timeout: 300_000 },
    async () => {
      const [count, paused] = isFull ? [500, 50] : [10, 2]
      const { token, workspaceId } = await newWorkspace()
      const { publish, url, pid } = await startWithJobs(startProcess)
      const clients = await Promise.all(Array.from({ length: count }, () => connectReady(token, { url })))
      for (const client of clients) await subscribe(client, 'jobs')
      const [slow, others] = [clients.slice(0, paused), clients.slice(paused)]
      for (const { socket } of slow) socket.pause()
      let heard = 0
      let since = performance.now()
      const latencies: number[] = []
      for (const { socket } of others)
        socket.removeAllListeners('message').on('message', () => {
          heard += 1
          latencies.push(performance.now() - since)
        })
      const before = isFull ? residentMiB(pid) : 0
      for (let published = 1; published <= updates; published += 1) {
        since = performance.now()
        publish(workspaceId, newId(), 1, { text: filler })
        await eventually(() => expect(heard).toBe(published * others.length), {
          everyMs: 2,
        })
      }
      const grownMiB = isFull ? residentMiB(pid) - before : 0
      for (const { socket } of slow) socket.resume()
      // Clients that did not read for another 5 seconds were terminated.
      for (const { closed } of slow) expect([4408, 1006]).toContain((await closed).code)
      expect(others.every(({ socket }) => socket.readyState === socket.OPEN)).toBe(true)
      if (!isFull) return
      const p99 = latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length * 0.99)]!
      process.stderr.write(`R10: p99 ${Math.round(p99)} ms, grown by ${Math.round(grownMiB)} MiB\n`)
      expect(p99).toBeLessThan(250)
      expect(grownMiB).toBeLessThan(100)
    },
  )

  it('sends subscribers a snapshot and then new events after NATS has lost its data', async () => {
    const shop = await newShop()
    const jobId = await newJob(shop)
    await reportProgress(jobId, 33)
    const { nats, bus, publish, url } = await startWithJobs()
    const client = await connectReady(shop.token, { url })
    await subscribe(client, 'jobs')
    for (const progress of [1, 2, 3]) publish(shop.workspaceId, jobId, progress)
    await client.take(3)
    await nats.kill()
    await nats.wipe()
    await nats.start()
    await eventually(() => expect(bus.isConnected()).toBe(true))
    const seen: unknown[] = []
    client.socket.on('message', (data) => seen.push(JSON.parse((data as Buffer).toString())))
    // Events are lost until the first client recreates the stream, so publish repeatedly.
    await eventually(() => {
      publish(shop.workspaceId, jobId, 50)
      expect(seen).toContainEqual(expect.objectContaining({ type: 'snapshot' }))
    })
    expect(seen[0]).toMatchObject({ type: 'subscribed', channel: 'jobs' })
    expect(seen[1]).toMatchObject({ type: 'snapshot', channel: 'jobs', data: { id: jobId, progress: 33 } })
    await eventually(() => {
      publish(shop.workspaceId, jobId, 51)
      expect(seen).toContainEqual(
        expect.objectContaining({ data: expect.objectContaining({ progress: 51 }) }),
      )
    })
  })
})
