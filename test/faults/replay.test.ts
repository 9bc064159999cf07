import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { consumerBacklog, streamSizes } from '@wp/bus/test/consumer-backlog'
import { newId } from '@wp/kernel'
import { repositoryRoot } from '@wp/local-platform'
import * as scheduling from '@wp/scheduling/contract'
import { eventually } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { isFull, report, startScene } from './scene.ts'
import type { Scene, Shop } from './scene.ts'
import { writeFigures } from './write-figures.ts'

const eventCount = Number(process.env['REPLAYED_EVENTS'] ?? 100_000)
/** In memory, the events take several times their 60 MiB: a process that holds all of them fails. */
const commandHeapMb = 64
const serviceHeapMb = 96
const batch = 1000

type StoredEvent = { _id: string; type: string; aggregate: string; envelope: string; publishedAt?: Date }

const outboxOf = (scene: Scene) => scene.collection<StoredEvent>('scheduling', 'outbox')

/** Stores copies of a published rename, which NATS does not contain. */
const storePublishedEvents = async (scene: Scene, shop: Shop): Promise<string[]> => {
  const desk = scene.as(scheduling, shop)
  const created = await desk.createClient({ name: 'Ali' })
  expect(created.status).toBe(201)
  const renamed = await desk.updateClient({
    params: { clientId: created.body.client.id },
    body: { name: 'Ali Hassan' },
  })
  expect(renamed.status).toBe(200)
  const published = await eventually(async () => {
    const found = await outboxOf(scene).findOne({
      type: scheduling.ClientChanged.type,
      envelope: /Ali Hassan/,
      publishedAt: { $exists: true },
    })
    expect(found).not.toBeNull()
    return found!
  })
  const [, clientId = ''] = published.aggregate.split(':')
  const start = Date.now() - eventCount
  const ids: string[] = []
  while (ids.length < eventCount) {
    const copies = Array.from({ length: batch }, (_, at): StoredEvent => {
      const id = (start + ids.length + at).toString(16).padStart(12, '0') + newId().slice(12)
      const otherClient = newId()
      const envelope = published.envelope.replaceAll(published._id, id).replaceAll(clientId, otherClient)
      return { ...published, _id: id, aggregate: `client:${otherClient}`, envelope }
    })
    await outboxOf(scene).insertMany(copies)
    ids.push(...copies.map(({ _id }) => _id))
  }
  return ids
}

/** Waits until every event is published and handled by its consumers; returns the seconds that each took. */
const measureDrain = async (scene: Scene) => {
  const since = performance.now()
  let publishedSeconds = 0
  await eventually(
    async () => {
      expect(await outboxOf(scene).countDocuments({ waits: true })).toBe(0)
      publishedSeconds ||= (performance.now() - since) / 1000
      const backlog = [...(await consumerBacklog(scene.nats.url()))].filter(([, count]) => count > 0)
      expect(backlog).toEqual([])
    },
    { withinMs: 900_000, everyMs: 250 },
  )
  return { publishedSeconds, handledSeconds: (performance.now() - since) / 1000 }
}

/** Checks that the inbox contains each event once. */
const expectHandledOnce = async (scene: Scene, ids: readonly string[]): Promise<void> => {
  const inbox = scene.collection('scheduling', 'inbox')
  for (let at = 0; at < ids.length; at += batch) {
    const wanted = ids.slice(at, at + batch).map((id) => `session-names:${id}`)
    expect(await inbox.countDocuments({ _id: { $in: wanted } })).toBe(wanted.length)
  }
}

const runReplay = async (scene: Scene): Promise<string> => {
  const keys = join(scene.dataDir, 'keys')
  const program = join(repositoryRoot, 'services/identity/src/operations/main.ts')
  const args = [`--max-old-space-size=${commandHeapMb}`, program, 'replay', 'scheduling']
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      MONGODB_URL: scene.mongoUrl,
      SIGNING_KEYS_FILE: join(keys, 'signing-keys.json'),
      ENCRYPTION_KEYS_FILE: join(keys, 'encryption-keys.json'),
      HMAC_KEY_FILE: join(keys, 'hmac-key'),
    },
  })
  return stdout
}

describe('replay', () => {
  it.runIf(isFull)(
    `publishes ${eventCount.toLocaleString('en')} stored events again in batches with a small heap, and consumers handle each once`,
    { timeout: 2_400_000 },
    async () => {
      const scene = await startScene({ services: ['identity', 'admin-billing', 'scheduling', 'gateway'] })
      onTestFinished(scene.stop, 60_000)
      const shop = await scene.signUp()
      const ids = await storePublishedEvents(scene, shop)
      await scene.restart('scheduling', {
        NODE_OPTIONS: `${scene.nodeOptions} --max-old-space-size=${serviceHeapMb}`,
      })
      scene.crashes.length = 0

      await scene.nats.kill()
      await scene.nats.wipe()
      await scene.nats.start()
      await eventually(
        async () =>
          expect((await streamSizes(scene.nats.url())).get('wp-scheduling')?.messages ?? 0).toBeGreaterThan(
            0,
          ),
        { withinMs: 300_000, everyMs: 100 },
      )
      const first = await measureDrain(scene)
      await expectHandledOnce(scene, ids)
      const stored = (await streamSizes(scene.nats.url())).get('wp-scheduling')!
      expect(stored.messages).toBeGreaterThanOrEqual(eventCount)

      const since = performance.now()
      const output = await runReplay(scene)
      const commandSeconds = (performance.now() - since) / 1000
      expect(Number(/Queued (\d+) events/.exec(output)?.[1])).toBeGreaterThanOrEqual(eventCount)
      const second = await measureDrain(scene)
      await expectHandledOnce(scene, ids)
      expect(await scene.collection('scheduling', 'inbox').countDocuments({})).toBeLessThan(2 * eventCount)

      expect(scene.crashes).toEqual([])
      const figures = { bytes: stored.bytes, first, commandSeconds, second }
      report('replay', { events: eventCount, ...figures })
      if (eventCount >= 100_000) writeFigures('replay', toText(figures))
    },
  )
})

type Drain = { publishedSeconds: number; handledSeconds: number }

const toText = (figures: { bytes: number; first: Drain; commandSeconds: number; second: Drain }): string => {
  const { bytes, first, commandSeconds, second } = figures
  const rows = [
    ['NATS wiped: published again', first.publishedSeconds],
    ['NATS wiped: handled by all consumers', first.handledSeconds],
    [`\`admin replay\` with a heap of ${commandHeapMb} MB: queued`, commandSeconds],
    ['after `admin replay`: published again', second.publishedSeconds],
    ['after `admin replay`: skipped by all consumers', second.handledSeconds],
  ] as const
  return [
    `\`npm run wp -- test faults test/faults/replay\` on ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores: ${eventCount.toLocaleString('en')} events, ${Math.round(bytes / 1024 / 1024)} MiB in the stream. The service ran with a heap of ${serviceHeapMb} MB.`,
    ['| Step | Seconds | Events per second |', '| --- | --- | --- |']
      .concat(
        rows.map(
          ([step, seconds]) =>
            `| ${step} | ${Math.round(seconds)} | ${Math.round(eventCount / seconds).toLocaleString('en')} |`,
        ),
      )
      .join('\n'),
  ].join('\n\n')
}
