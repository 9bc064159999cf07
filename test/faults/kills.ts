import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { recordFigures } from './figures.ts'
import { isFull, randomOf, report, seed, signal } from './scene.ts'
import type { Scene } from './scene.ts'
import { startWrites } from './writes.ts'

const killCount = isFull ? 50 : 3
const writeCount = isFull ? 10_000 : 60
const writers = 16

/** Kills random processes one after another and returns their names. */
const killAtRandom = async ({ services }: Scene, isOver: () => boolean): Promise<string[]> => {
  const random = randomOf(seed)
  const instances = Object.values(services).flat()
  const killed: string[] = []
  while (killed.length < killCount || !isOver()) {
    const chosen = instances[Math.floor(random() * instances.length)]!
    if (killed.length < killCount && signal(chosen, 'SIGKILL')) killed.push(chosen.name)
    await delay(isFull ? 2000 : 500)
  }
  return killed
}

export const killRows = (scene: () => Scene): void => {
  it(
    'R1: keeps every acknowledged write exactly once, with its effects in other services, while services are killed at random',
    { timeout: 1_800_000 },
    async () => {
      const shop = await scene().signUp()
      const since = performance.now()
      const writes = startWrites(scene(), { shop, writers, isOver: (sent) => sent >= writeCount })
      const killed = await killAtRandom(scene(), () => writes.sent() >= writeCount)
      await writes.done
      const seconds = Math.round((performance.now() - since) / 1000)
      expect(writes.sent()).toBeGreaterThanOrEqual(writeCount)
      const lastKilledAt = performance.now()
      await scene().whenWhole()
      const figures = {
        ...(await writes.tally()),
        kills: killed.length,
        slowestMs: Math.round(performance.now() - lastKilledAt),
      }
      report('R1', { ...figures, seconds })
      recordFigures('R1', 'services killed at random', figures)
      await writes.expectEachOnce()
    },
  )
}
