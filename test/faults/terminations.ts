import { eventually } from '@wp/testing'
import * as billing from '@wp/admin-billing/contract'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { expect, test } from 'vitest'
import { isFull, report, signal } from './scene.ts'
import type { Scene } from './scene.ts'

const rounds = isFull ? 20 : 1
const connections = 30
/** Those that the requests of this row reach. */
const terminated = ['identity', 'admin-billing', 'scheduling']

export const terminationRows = (scene: () => Scene): void => {
  test(
    'R9: a replica of each service ends by SIGTERM under 30 connections: no request fails, and each exits with 0 in time',
    { timeout: 600_000 },
    async () => {
      const shop = await scene().signUp()
      const [owner, subscriber, desk] = [
        scene().as(identity, shop),
        scene().as(billing, shop),
        scene().as(scheduling, shop),
      ]
      const failures: string[] = []
      let requests = 0
      let isOver = false
      const ask = async (number: number): Promise<void> => {
        const calls = [
          () => desk.createClient({ name: `client ${number}` }),
          () => desk.listClients(),
          () => owner.getWorkspace(),
          () => subscriber.getOwnSubscription(),
        ]
        for (let turn = number; !isOver; turn += 1) {
          const { status } = await calls[turn % calls.length]!().catch((error: unknown) => ({
            status: String(error),
          }))
          requests += 1
          if (status !== 200 && status !== 201) failures.push(`${turn % calls.length}: ${status}`)
        }
      }
      const asking = Promise.all(Array.from({ length: connections }, (_, number) => ask(number)))
      scene().crashes.length = 0
      let slowestMs = 0
      for (let round = 0; round < rounds; round += 1) {
        const victims = terminated.map((name) => scene().services[name]![round % 2]!)
        const since = performance.now()
        for (const victim of victims) expect(signal(victim, 'SIGTERM')).toBe(true)
        await eventually(() => expect(scene().crashes).toHaveLength((round + 1) * terminated.length), {
          withinMs: 20_000,
        })
        slowestMs = Math.max(slowestMs, performance.now() - since)
        await scene().whenWhole()
      }
      isOver = true
      await asking
      report('R9', { requests, terminations: scene().crashes.length, slowestMs: Math.round(slowestMs) })
      expect(failures).toEqual([])
      expect(new Set(scene().crashes.map(({ how }) => how))).toEqual(new Set(['ended with exit code 0']))
      expect(slowestMs).toBeLessThan(15_000)
    },
  )
}
