import { availableParallelism } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { allServices } from '@wp/local-platform'
import { expect, it, onTestFinished } from 'vitest'
import { quantile } from '../faults/overload.ts'
import { randomOf, report, seed, signal, startScene } from '../faults/scene.ts'
import { writeFigures } from '../faults/write-figures.ts'
import {
  collectGarbage,
  evaluate,
  p99ByOperation,
  readProcesses,
  readPublishingTimes,
  readStores,
  toTables,
  watchProcessor,
} from './figures.ts'
import type { Minute } from './figures.ts'
import { prepareLoad } from './load.ts'
import { shortestMinutes, warmUpMinutes } from './rules.ts'

const minuteCount = Number(process.env['SOAK_MINUTES'] ?? 30)
const minuteMs = 60_000

/** Yields all names in random order, again and again, so that no service is killed much more often than others. */
function* inRandomOrder(names: readonly string[]): Generator<string, never> {
  const random = randomOf(seed)
  for (;;) {
    const left = [...names]
    while (left.length > 0) yield left.splice(Math.floor(random() * left.length), 1)[0]!
  }
}

it(
  `R20: keeps memory, handles, response times and growth flat for ${minuteCount} minutes at half of saturation while a service is killed every minute`,
  { timeout: (minuteCount + 30) * minuteMs },
  async () => {
    const preload = import.meta.resolve('./steady-heap.mjs')
    const scene = await startScene({ services: allServices(), preload })
    onTestFinished(scene.stop, 60_000)
    const load = await prepareLoad(scene)
    const saturation = await load.findSaturation()
    const rate = Math.round((saturation / 2) * 10) / 10
    report('R20', { saturation: Math.round(saturation * 10) / 10, rate })

    const victims = inRandomOrder(Object.keys(scene.services))
    const minutes: Minute[] = []
    const sized = Math.min(warmUpMinutes, minuteCount - 1) - 1
    load.attempts.length = 0
    const start = Date.now()
    const takeProcessor = watchProcessor()
    const running = load.run(rate, minuteCount * minuteMs)
    for (let number = 0; number < minuteCount; number += 1) {
      const killed = victims.next().value
      expect(signal(scene.services[killed]![0]!, 'SIGKILL')).toBe(true)
      await delay(start + (number + 1) * minuteMs - Date.now())
      const attempts = load.attempts.splice(0)
      // After the killed service has recovered.
      const settled = attempts.filter(({ at }) => at > Date.now() - minuteMs / 2)
      const processorTimes = takeProcessor()
      // Each of these pauses a process, so they run after this minute's response times were recorded.
      await collectGarbage(minutes.at(-1))
      minutes.push({
        killed,
        requests: attempts.length,
        failed: attempts.filter(({ isOk }) => !isOk).length,
        p99: quantile(settled, 0.99),
        p99s: p99ByOperation(settled),
        processor: processorTimes,
        writes: load.writes(),
        processes: await readProcesses(scene),
        stores: await readStores(scene, number === sized || number === minuteCount - 1),
      })
      report('R20', { minute: number + 1, ...minutes.at(-1), stores: undefined })
    }
    await running
    const { lost, doubled } = await load.verify()
    const unresolved = load.unresolved.length
    const publishedMs = quantile(await readPublishingTimes(scene), 0.99)

    const isJudged = minuteCount >= shortestMinutes
    const evaluation = evaluate(minutes, Math.max(0, sized))
    const broken = [
      ...(lost > 0 ? [`${lost} acknowledged writes or effects were lost`] : []),
      ...(doubled > 0 ? [`${doubled} writes or effects were doubled`] : []),
      ...(publishedMs > 2000 ? [`99 % of events were published within ${publishedMs} ms, not 2 s`] : []),
      ...(unresolved > 0 ? [`${unresolved} operations never succeeded, such as ${load.unresolved[0]}`] : []),
      ...(isJudged ? evaluation.broken : []),
    ]
    const outcome =
      broken.length === 0 ? 'Passed.' : `Failed:\n\n${broken.map((line) => `- ${line}`).join('\n')}`
    const text = [
      `\`SOAK_MINUTES=${minuteCount} FAULT_SEED=${seed} npm run wp -- test soak\` on ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores: ${minuteCount} minutes at ${rate} operations per second, half of the ${Math.round(saturation)} that saturate the platform. ${minuteCount} kills, ${load.writes().toLocaleString('en')} acknowledged writes, ${lost} lost, ${doubled} doubled. 99 % of events were published within ${publishedMs} ms. ${outcome}`,
      toTables(minutes, evaluation),
    ].join('\n\n')
    process.stdout.write(`\n${text}\n`)
    if (isJudged) writeFigures('soak', text)
    expect(broken).toEqual([])
  },
)
