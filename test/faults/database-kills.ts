import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@wp/testing'
import { expect, it } from 'vitest'
import { recordFigures } from './figures.ts'
import { isFull, randomOf, report, seed } from './scene.ts'
import type { Scene } from './scene.ts'
import { startWrites } from './writes.ts'

const killCount = isFull ? 50 : 3
const writers = 8
/** A service that does not find the database again by itself opens a new connection after 30 s. */
const maxRecoveryMs = 45_000

export const databaseKillRows = (scene: () => Scene): void => {
  it(
    `R28: keeps every acknowledged write exactly once, and every service is ready again by itself, each time when the database is killed ${killCount} times under writes`,
    { timeout: 3_600_000 },
    async () => {
      const { database, crashes, services } = scene()
      const shop = await scene().signUp()
      const random = randomOf(seed)
      let isOver = false
      crashes.length = 0
      const writes = startWrites(scene(), { shop, writers, isOver: () => isOver, withinMs: 120_000 })
      const writeAgain = async () => {
        const before = writes.acknowledged().size
        await eventually(() => expect(writes.acknowledged().size).toBeGreaterThan(before + writers), {
          withinMs: 2 * maxRecoveryMs,
        })
      }
      await writeAgain()
      const recoveries: number[] = []
      for (let kills = 0; kills < killCount; kills += 1) {
        await delay(random() * 1000)
        await database.kill()
        await delay(random() * 2000)
        await database.start()
        const since = performance.now()
        await eventually(
          async () => {
            for (const { ops } of Object.values(services).flat())
              expect((await fetch(`${ops}/ready`)).status).toBe(200)
          },
          { withinMs: 2 * maxRecoveryMs, everyMs: 100 },
        )
        await writeAgain()
        recoveries.push(performance.now() - since)
      }
      isOver = true
      await writes.done
      await scene().whenWhole()
      const figures = {
        ...(await writes.tally()),
        kills: killCount,
        slowestMs: Math.round(Math.max(...recoveries)),
      }
      report('R28', figures)
      recordFigures('R28', 'database killed again and again', figures)
      await writes.expectEachOnce()
      expect(figures.slowestMs).toBeLessThan(maxRecoveryMs)
      expect(crashes).toEqual([])
    },
  )
}
