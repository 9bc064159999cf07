import { eventually } from '@wp/testing'
import * as scheduling from '@wp/scheduling/contract'
import { expect, it } from 'vitest'
import { isFull, report } from './scene.ts'
import type { Scene } from './scene.ts'

const outageMs = isFull ? 30_000 : 2000
// Longer in `npm test`, which runs other tests on the same machine.
const mostMs = isFull ? 6000 : 30_000
const backWithinMs = isFull ? 5000 : 30_000

export const databaseRows = (scene: () => Scene): void => {
  it(
    'R5: returns 503 with Retry-After while the database is down, keeps all processes running, and recovers soon afterward',
    { timeout: 180_000 },
    async () => {
      const { database, services, crashes } = scene()
      const shop = await scene().signUp()
      const desk = scene().as(scheduling, shop)
      expect((await desk.createClient({ name: 'Ali' })).status).toBe(201)
      crashes.length = 0
      await database.kill()
      let slowestMs = 0
      let requests = 0
      for (const end = Date.now() + outageMs; Date.now() < end || requests < 3; requests += 1) {
        const since = performance.now()
        const reply = await desk.createClient({ name: 'Ali' })
        slowestMs = Math.max(slowestMs, performance.now() - since)
        expect(reply.status).toBe(503)
        expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
      }
      const { ops } = services['scheduling']![0]!
      expect((await fetch(`${ops}/live`)).status).toBe(200)
      await eventually(async () => expect((await fetch(`${ops}/ready`)).status).toBe(503))
      await database.start()
      const back = performance.now()
      await eventually(async () => expect((await desk.createClient({ name: 'Ali' })).status).toBe(201))
      const backMs = Math.round(performance.now() - back)
      report('R5', { outageMs, requests, slowestMs: Math.round(slowestMs), backMs })
      expect(slowestMs).toBeLessThan(mostMs)
      expect(backMs).toBeLessThan(backWithinMs)
      expect(crashes).toEqual([])
      await scene().whenWhole()
    },
  )
}
