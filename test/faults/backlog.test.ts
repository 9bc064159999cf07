import { consumerBacklog, storedMessages } from '@wp/bus/test/consumer-backlog'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { eventually } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isFull, report, startScene } from './scene.ts'
import type { Scene } from './scene.ts'

const outageMs = Number(process.env['OUTAGE_MS'] ?? 60_000)
const writers = 6
const goalMs = 30_000
const publishers = ['identity', 'admin-billing', 'scheduling']

const countWaiting = async (scene: Scene): Promise<number> => {
  const counts = await Promise.all(
    publishers.map((service) => scene.collection(service, 'outbox').countDocuments({ waits: true })),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}

/** Measures how long publishing the backlog and handling it in all consumers take. */
const measureDrain = async (scene: Scene) => {
  const since = performance.now()
  let publishedMs = 0
  await eventually(
    async () => {
      const waiting = await countWaiting(scene)
      if (waiting === 0) publishedMs ||= performance.now() - since
      const backlog = [...(await consumerBacklog(scene.nats.url()))].filter(([, count]) => count > 0)
      expect({ waiting, backlog }).toEqual({ waiting: 0, backlog: [] })
    },
    { withinMs: 240_000, everyMs: 250 },
  )
  return { publishedMs: Math.round(publishedMs), drainedMs: Math.round(performance.now() - since) }
}

describe('NATS outage under load', () => {
  it.runIf(isFull)(
    'R3: accepts every write while NATS is down for a minute under load, and drains the backlog in order within 30 s',
    { timeout: 420_000 },
    async () => {
      const scene = await startScene()
      onTestFinished(scene.stop)
      let writes = 0
      let isOver = false
      const write = async (): Promise<number> => {
        const shop = await scene.signUp()
        const [owner, desk] = [scene.as(identity, shop), scene.as(scheduling, shop)]
        const { client } = (await desk.createClient({ name: '0' })).body
        let step = 0
        for (; !isOver; step += 1) {
          const renamed = await owner.updateWorkspace({ name: `Shop ${step + 1}` })
          expect(renamed.status).toBe(200)
          const changed = await desk.updateClient({
            params: { clientId: client.id },
            body: { name: `${step + 1}` },
          })
          expect(changed.status).toBe(200)
          writes += 2
        }
        return step
      }
      const running = Promise.all(Array.from({ length: writers }, write))
      await eventually(() => expect(writes).toBeGreaterThan(20))
      await scene.nats.kill()
      const before = writes
      const ended = setTimeout(() => (isOver = true), outageMs)
      await running
      clearTimeout(ended)
      const waited = await countWaiting(scene)
      await scene.nats.start()
      const drain = await measureDrain(scene)
      report('R3', { writes: writes - before, events: waited, outageMs, ...drain })

      const seen = new Map<string, number>()
      for (const text of await storedMessages(scene.nats.url(), 'wp-scheduling')) {
        const { type, data } = JSON.parse(text) as {
          type: string
          data: { record?: { id: string; name: string } }
        }
        if (type !== scheduling.ClientPublished.type || !data.record) continue
        expect(Number(data.record.name)).toBeGreaterThanOrEqual(seen.get(data.record.id) ?? 0)
        seen.set(data.record.id, Number(data.record.name))
      }
      expect([...seen.values()].reduce((sum, step) => sum + step, 0)).toBe(writes / 2)
      expect(drain.drainedMs).toBeLessThan(goalMs)
    },
  )
})
