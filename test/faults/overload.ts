import { setTimeout as delay } from 'node:timers/promises'
import * as scheduling from '@wp/scheduling/contract'
import { expect, it } from 'vitest'
import { expectEffects } from './clocks.ts'
import { isFull, report } from './scene.ts'
import type { Scene } from './scene.ts'

const peakMs = 10_000
const windowMs = 2000
const overloadMs = 60_000
const connections = 8
const tickMs = 20
const floodMs = isFull ? 30_000 : 2000
const floodConnections = isFull ? 600 : 150

type Answer = { status: number; ms: number }

/** Returns a percentile of the response times. */
export const quantile = (answers: readonly { ms: number }[], share: number): number =>
  Math.round(answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(answers.length * share)] ?? 0)

export const overloadRows = (scene: () => Scene): void => {
  it.runIf(isFull)(
    'R13: serves most of its capacity and rejects the rest immediately when it gets five times as many signups as it can serve',
    { timeout: 300_000 },
    async () => {
      // Other rows leave events behind whose effects would make the peak look lower than it is.
      await expectEffects(scene())
      const answers: Answer[] = []
      const ask = async (): Promise<void> => {
        const since = performance.now()
        const { status } = await scene()
          .askToSignUp()
          .catch(() => ({ status: 0 }))
        answers.push({ status, ms: performance.now() - since })
      }
      const askUntil = async (end: number): Promise<void> => {
        while (Date.now() < end) await ask()
      }
      let peak = 0
      for (let measuredMs = 0; measuredMs < peakMs; measuredMs += windowMs) {
        const end = Date.now() + windowMs
        await Promise.all(Array.from({ length: connections }, () => askUntil(end)))
        const served = answers.splice(0).filter(({ status }) => status === 201)
        peak = Math.max(peak, (served.length * 1000) / windowMs)
      }

      const asked: Promise<void>[] = []
      const healthMs: number[] = []
      const start = Date.now()
      for (let sent = 0; Date.now() < start + overloadMs; await delay(tickMs)) {
        for (const due = ((Date.now() - start) / 1000) * peak * 5; sent < due; sent += 1) asked.push(ask())
        if (healthMs.length > (Date.now() - start) / 5000) continue
        const since = performance.now()
        expect((await fetch(`${scene().gatewayUrl}/health`)).status).toBe(200)
        healthMs.push(Math.round(performance.now() - since))
      }
      await Promise.all(asked)
      const served = answers.filter(({ status }) => status === 201)
      const refused = answers.filter(({ status }) => status === 429 || status === 503)
      const goodput = (served.length * 1000) / overloadMs
      report('R13', {
        peak,
        asked: answers.length,
        goodput,
        others: answers.length - served.length - refused.length,
        refusedMs: { median: quantile(refused, 0.5), p99: quantile(refused, 0.99) },
        servedMs: { median: quantile(served, 0.5), p99: quantile(served, 0.99) },
        slowestHealthMs: Math.max(...healthMs),
      })
      expect(goodput).toBeGreaterThan(0.8 * peak)
      expect(served.length + refused.length).toBe(answers.length)
      // The load generator shares the machine, so of all response times only the median of the rejections is checked.
      expect(quantile(refused, 0.5)).toBeLessThan(50)
      await scene().whenWhole()
    },
  )

  it(
    'R13: serves every request of nine workspaces while a tenth one floods the same service',
    { timeout: 300_000 },
    async () => {
      const [flooding, ...others] = await Promise.all(Array.from({ length: 10 }, () => scene().signUp()))
      const end = Date.now() + floodMs
      const flooded: Answer[] = []
      const flood = async (): Promise<void> => {
        const path = `/workspace/${flooding!.workspaceId}/clients`
        const init = { headers: { authorization: `Bearer ${flooding!.token}` } }
        while (Date.now() < end) {
          const since = performance.now()
          const status = await fetch(`${scene().gatewayUrl}/v1${path}`, init).then(
            async (reply) => (await reply.arrayBuffer(), reply.status),
            () => 0,
          )
          flooded.push({ status, ms: performance.now() - since })
          // A rejected caller waits, although not as long as Retry-After requests.
          if (status !== 200) await delay(50)
        }
      }
      const served: Answer[] = []
      const failures: string[] = []
      const use = async (shop: (typeof others)[number]): Promise<void> => {
        const desk = scene().as(scheduling, shop)
        for (const send of [() => desk.createClient({ name: 'Ali' }), () => desk.listClients()]) {
          const since = performance.now()
          const { status, body } = await send()
          served.push({ status, ms: performance.now() - since })
          if (status !== 200 && status !== 201) failures.push(`${status} ${JSON.stringify(body)}`)
        }
        if (Date.now() < end) await use(shop)
      }
      await Promise.all([...Array.from({ length: floodConnections }, flood), ...others.map(use)])
      report('R13', {
        flooded: flooded.length,
        floodRefused: flooded.filter(({ status }) => status !== 200).length,
        served: served.length,
        servedMs: { median: quantile(served, 0.5), p99: quantile(served, 0.99) },
      })
      expect(failures).toEqual([])
      expect(served.length).toBeGreaterThanOrEqual(2 * others.length)
      expect(flooded.length).toBeGreaterThan(floodConnections)
      await scene().whenWhole()
    },
  )
}
