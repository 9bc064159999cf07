import { connect } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { RunningInstance } from '@wp/local-platform'
import { eventually } from '@wp/testing'
import { expect, it } from 'vitest'
import { recordFigures } from './figures.ts'
import { isFull, randomOf, report, seed, signal } from './scene.ts'
import type { Scene } from './scene.ts'
import { startWrites } from './writes.ts'

const isLinux = process.platform === 'linux'
const writers = 48
const exhaustedMs = 10_000
const smallHeapMs = 30_000
const spareHeapMb = 2
const pauseMs = isFull ? 3000 : 1000
const pauseCount = isFull ? 20 : 3

/** Opens connections to a server that send nothing; returns a function that closes them. */
const occupy = (url: string, count: number): (() => void) => {
  const { hostname, port } = new URL(url)
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(Number(port), hostname)
    return socket.on('error', () => socket.destroy())
  })
  return () => {
    for (const socket of sockets) socket.destroy()
  }
}

const warningsOf = async ({ ops }: RunningInstance): Promise<string[]> =>
  ((await (await fetch(`${ops}/ready`)).json()) as { warnings: string[] }).warnings

/** Checks that every rejected request has a Retry-After header, and that no request failed in another way. */
const expectClearRefusals = (refusals: { status: number | string; retryAfter: number; body: string }[]) => {
  const isClear = ({ status, retryAfter, body }: (typeof refusals)[number]) =>
    retryAfter > 0 && (status === 503 || status === 504 || body.includes('IDEMPOTENCY_IN_PROGRESS'))
  expect(refusals.filter((refusal) => !isClear(refusal))).toEqual([])
}

const summaryOf = (refusals: { body: string }[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { body } of refusals) counts[body] = (counts[body] ?? 0) + 1
  return counts
}

/** Restarts scheduling with slightly more than the minimum heap it needs to start; returns the size. */
const restartWithSmallHeap = async (scene: Scene): Promise<number> => {
  const restart = (heapMb: number) =>
    scene.restart('scheduling', { NODE_OPTIONS: `${scene.nodeOptions} --max-old-space-size=${heapMb}` })
  for (let heapMb = 40; heapMb < 100; heapMb += 2) {
    const hasStarted = await restart(heapMb).then(
      () => true,
      () => false,
    )
    if (!hasStarted) continue
    await restart(heapMb + spareHeapMb)
    return heapMb + spareHeapMb
  }
  throw new Error('scheduling does not start with a heap of less than 100 MB')
}

export const resourceRows = (scene: () => Scene): void => {
  it.runIf(isFull && isLinux)(
    'loses no write of a service that runs out of file descriptors, and recovers without a restart',
    { timeout: 300_000 },
    async () => {
      const shop = await scene().signUp()
      let isOver = false
      const occupied: (() => void)[] = []
      try {
        await scene().restart('scheduling', {
          NODE_OPTIONS: `${scene().nodeOptions} --import=${import.meta.resolve('./few-descriptors.mjs')}`,
        })
        await scene().whenWhole()
        scene().crashes.length = 0
        const instances = scene().services['scheduling']!
        const warnings = () => Promise.all(instances.map(warningsOf)).then((all) => all.flat())
        expect(await warnings()).toEqual([])
        const writes = startWrites(scene(), { shop, writers, isOver: () => isOver })
        await eventually(() => expect(writes.sent()).toBeGreaterThanOrEqual(writers))
        for (const { http } of instances) occupied.push(occupy(http, 200))
        await eventually(() => expect(writes.refusals.length).toBeGreaterThan(0))
        await eventually(async () =>
          expect(await warnings()).toEqual(
            instances.map(() => expect.stringContaining('connections were refused')),
          ),
        )
        await delay(exhaustedMs)
        expect((await scene().get('/public/plans')).status).toBe(200)
        for (const release of occupied) release()
        const since = performance.now()
        await scene().whenWhole()
        const recoveredMs = Math.round(performance.now() - since)
        isOver = true
        await writes.done
        recordFigures('descriptors', 'few file descriptors', {
          ...(await writes.tally()),
          kills: 0,
          slowestMs: recoveredMs,
        })
        report('descriptors', { writes: writes.sent(), refused: summaryOf(writes.refusals), recoveredMs })
        expectClearRefusals(writes.refusals)
        await writes.expectEachOnce()
        expect(scene().crashes).toEqual([])
      } finally {
        isOver = true
        for (const release of occupied) release()
        await scene().restart('scheduling')
        await scene().whenWhole()
      }
    },
  )

  it.runIf(isFull)(
    'loses no write of a service whose heap is too small for its load, and recovers when the load ends',
    { timeout: 600_000 },
    async () => {
      const shop = await scene().signUp()
      try {
        const heapMb = await restartWithSmallHeap(scene())
        await scene().whenWhole()
        scene().crashes.length = 0
        const end = Date.now() + smallHeapMs
        const writes = startWrites(scene(), {
          shop,
          writers,
          isOver: () => Date.now() > end,
          withinMs: 120_000,
        })
        await writes.done
        const since = performance.now()
        await scene().whenWhole()
        const recoveredMs = Math.round(performance.now() - since)
        recordFigures('heap', 'a small heap', { ...(await writes.tally()), kills: 0, slowestMs: recoveredMs })
        report('heap', {
          heapMb,
          writes: writes.sent(),
          refused: summaryOf(writes.refusals),
          crashes: scene().crashes.length,
          recoveredMs,
        })
        expectClearRefusals(writes.refusals)
        await writes.expectEachOnce()
      } finally {
        await scene().restart('scheduling')
        await scene().whenWhole()
      }
    },
  )

  it(
    'loses no write while services, the database and NATS pause for seconds again and again',
    { timeout: 300_000 },
    async () => {
      const { services, database, nats, crashes } = scene()
      const shop = await scene().signUp()
      crashes.length = 0
      let isOver = false
      const writes = startWrites(scene(), { shop, writers: 8, isOver: () => isOver, withinMs: 120_000 })
      const paused = await pauseAtRandom([
        ...Object.values(services)
          .flat()
          .map((each) => ({
            name: each.name,
            stop: async () => void signal(each, 'SIGSTOP'),
            go: () => void signal(each, 'SIGCONT'),
          })),
        { name: 'database', stop: database.freeze, go: database.thaw },
        { name: 'nats', stop: nats.freeze, go: nats.thaw },
      ])
      isOver = true
      await writes.done
      const since = performance.now()
      await scene().whenWhole()
      const recoveredMs = Math.round(performance.now() - since)
      recordFigures('pauses', 'services, database and NATS paused', {
        ...(await writes.tally()),
        kills: 0,
        slowestMs: recoveredMs,
      })
      report('pauses', {
        writes: writes.sent(),
        paused,
        refused: summaryOf(writes.refusals),
        recoveredMs,
      })
      expectClearRefusals(writes.refusals)
      expect(writes.sent()).toBeGreaterThanOrEqual(8)
      await writes.expectEachOnce()
      expect(crashes).toEqual([])
    },
  )
}

type Pausable = { name: string; stop: () => unknown; go: () => void }

/** Pauses one process after another; half of the time is between the pauses. */
const pauseAtRandom = async (processes: Pausable[]): Promise<string[]> => {
  const random = randomOf(seed)
  const paused: string[] = []
  while (paused.length < pauseCount) {
    const { name, stop, go } = processes[Math.floor(random() * processes.length)]!
    await stop()
    await delay(pauseMs)
    go()
    paused.push(name)
    await delay(pauseMs / 2)
  }
  return paused
}
