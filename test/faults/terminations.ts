import { eventually } from '@wp/testing'
import { expect, it } from 'vitest'
import { askInTurn, doubledServices } from './requests.ts'
import { isFull, report, signal } from './scene.ts'
import type { Scene } from './scene.ts'

const rounds = isFull ? 20 : 1
const connections = 30

export const terminationRows = (scene: () => Scene): void => {
  it(
    'R9: answers every request while one replica of each service gets SIGTERM under load from 30 connections, and these replicas exit with 0 in time',
    { timeout: 1_800_000 },
    async () => {
      const shop = await scene().signUp()
      const terminated = doubledServices(scene())
      let isOver = false
      const asking = askInTurn(scene(), { shop, connections, isOver: () => isOver, signsUp: isFull })
      scene().crashes.length = 0
      let slowestMs = 0
      for (let round = 0; round < rounds; round += 1) {
        const victims = terminated.map((name) => scene().services[name]![round % 2]!)
        const since = performance.now()
        for (const victim of victims) expect(signal(victim, 'SIGTERM')).toBe(true)
        await eventually(() => expect(scene().crashes).toHaveLength((round + 1) * terminated.length))
        slowestMs = Math.max(slowestMs, performance.now() - since)
        await scene().whenWhole()
      }
      isOver = true
      await asking.done
      const terminations = scene().crashes.length
      report('R9', { requests: asking.sent(), terminations, slowestMs: Math.round(slowestMs) })
      expect(asking.failures).toEqual([])
      expect(new Set(scene().crashes.map(({ how }) => how))).toEqual(new Set(['exited with code 0']))
      expect(slowestMs).toBeLessThan(15_000)
    },
  )
}
