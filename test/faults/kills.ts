import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '@wp/testing'
import * as scheduling from '@wp/scheduling/contract'
import { expect, it } from 'vitest'
import { isFull, randomOf, report, seed, signal } from './scene.ts'
import type { Scene, Shop } from './scene.ts'

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

/** Writes like a careful client: repeats the request with the same key until it succeeds. */
const createClient = async (scene: Scene, { workspaceId, token }: Shop, name: string): Promise<string> => {
  const request = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': name,
    },
    body: JSON.stringify({ name }),
  }
  return eventually(
    async () => {
      const reply = await fetch(`${scene.gatewayUrl}/v1/workspace/${workspaceId}/clients`, request)
      expect(reply.status).toBe(201)
      return ((await reply.json()) as { client: { id: string } }).client.id
    },
    { withinMs: 60_000, everyMs: 200 },
  )
}

export const killRows = (scene: () => Scene): void => {
  it(
    'R1: keeps every acknowledged write exactly once, with its effects in other services, while services are killed at random',
    { timeout: 1_800_000 },
    async () => {
      const shop = await scene().signUp()
      const acknowledged = new Map<string, string>()
      let next = 0
      const since = performance.now()
      const write = async (): Promise<void> => {
        while (next < writeCount) {
          const name = `client ${(next += 1)}`
          acknowledged.set(name, await createClient(scene(), shop, name))
        }
      }
      const killing = killAtRandom(scene(), () => next >= writeCount)
      await Promise.all(Array.from({ length: writers }, write))
      const killed = await killing
      const seconds = Math.round((performance.now() - since) / 1000)

      const stored = await scene()
        .collection<{ _id: string; name: string; workspaceId: string }>('scheduling', 'clients')
        .find({ workspaceId: shop.workspaceId })
        .toArray()
      const storedIds = Object.fromEntries(stored.map(({ _id, name }) => [name, _id]))
      expect(stored).toHaveLength(writeCount)
      expect(storedIds).toEqual(Object.fromEntries(acknowledged))
      await expectOneEffectEach(scene(), new Set(acknowledged.values()))
      report('R1', { writes: acknowledged.size, kills: killed.length, seconds })
      await scene().whenWhole()
    },
  )
}

/** Checks that exactly one event was stored for every client and that its consumer has recorded it. */
const expectOneEffectEach = async (scene: Scene, clientIds: ReadonlySet<string>): Promise<void> => {
  const events = await scene
    .collection<{ _id: string; type: string; aggregate: string }>('scheduling', 'outbox')
    .find({ type: scheduling.ClientChanged.type })
    .toArray()
  const ours = events.filter(({ aggregate }) => clientIds.has(aggregate.replace('client:', '')))
  expect(ours).toHaveLength(clientIds.size)
  const wanted = ours.map(({ _id }) => `session-names:${_id}`)
  await eventually(
    async () => {
      const handled = await scene.collection('scheduling', 'inbox').countDocuments({ _id: { $in: wanted } })
      expect(handled).toBe(wanted.length)
    },
    { withinMs: 60_000, everyMs: 250 },
  )
}
