import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@wp/testing'
import { expect } from 'vitest'
import { randomOf, seed, signal } from './scene.ts'
import type { Scene } from './scene.ts'

const random = randomOf(seed)

/** Kills services until `work` is done, and returns its result. */
export const whileKilling = async <T>(
  { services }: Scene,
  killCount: number,
  work: Promise<T>,
): Promise<T> => {
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  ended.catch(() => undefined) // it is awaited after the kills
  const instances = Object.values(services).flat()
  let kills = 0
  while (kills < killCount || !isOver) {
    const chosen = instances[Math.floor(random() * instances.length)]!
    if (kills < killCount && signal(chosen, 'SIGKILL')) kills += 1
    await delay(1000)
  }
  return ended
}

/** Repeats a request until it is answered. */
export const insist = <T extends { status: number }>(send: () => Promise<T>): Promise<T> =>
  eventually(
    async () => {
      const reply = await send()
      expect([200, 201, 303, 422]).toContain(reply.status)
      return reply
    },
    { withinMs: 120_000, everyMs: 200 },
  )
