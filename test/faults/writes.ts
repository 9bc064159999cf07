import { eventually } from '@wp/testing'
import * as scheduling from '@wp/scheduling/contract'
import { expect } from 'vitest'
import type { Scene, Shop } from './scene.ts'

type Writes = {
  shop: Shop
  writers: number
  isOver: (sent: number) => boolean
  /** How long a write is repeated; a minute by default. */
  withinMs?: number
}

/** Creates clients over several connections and records which of them were acknowledged, and every other answer. */
export const startWrites = (scene: Scene, { shop, writers, isOver, withinMs = 60_000 }: Writes) => {
  const acknowledged = new Map<string, string>()
  const refusals: { status: number | string; retryAfter: number; body: string }[] = []
  let sent = 0

  /** Writes like a careful client: repeats the request with the same key until it succeeds. */
  const createClient = (name: string): Promise<string> =>
    eventually(
      async () => {
        const reply = await fetch(`${scene.gatewayUrl}/v1/workspace/${shop.workspaceId}/clients`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${shop.token}`,
            'idempotency-key': name,
          },
          body: JSON.stringify({ name }),
        })
        const body = await reply.text()
        if (reply.status !== 201)
          refusals.push({ status: reply.status, retryAfter: Number(reply.headers.get('retry-after')), body })
        expect(reply.status).toBe(201)
        return (JSON.parse(body) as { client: { id: string } }).client.id
      },
      { withinMs, everyMs: 200 },
    )
  const write = async (): Promise<void> => {
    while (!isOver(sent)) {
      const name = `client ${(sent += 1)}`
      acknowledged.set(name, await createClient(name))
    }
  }

  const done = Promise.all(Array.from({ length: writers }, write))
  // A test that fails earlier does not wait for it.
  done.catch(() => undefined)
  return {
    sent: () => sent,
    refusals,
    /** Resolves when all writes are acknowledged. */
    done,
    /** Checks that every client is stored once, with one event that its consumer has recorded. */
    expectEachOnce: async (): Promise<void> => {
      const stored = await scene
        .collection<{ _id: string; name: string; workspaceId: string }>('scheduling', 'clients')
        .find({ workspaceId: shop.workspaceId })
        .toArray()
      expect(stored).toHaveLength(sent)
      expect(Object.fromEntries(stored.map(({ _id, name }) => [name, _id]))).toEqual(
        Object.fromEntries(acknowledged),
      )
      await expectOneEffectEach(scene, new Set(acknowledged.values()))
    },
  }
}

/** Checks that exactly one event was stored for every client and that the consumer has recorded it. */
const expectOneEffectEach = async (scene: Scene, clientIds: ReadonlySet<string>): Promise<void> => {
  const events = await scene
    .collection<{ _id: string; type: string; aggregate: string }>('scheduling', 'outbox')
    .find({ type: scheduling.ClientChanged.type })
    .toArray()
  const ours = events.filter(({ aggregate }) => clientIds.has(aggregate.replace('client:', '')))
  expect(ours.map(({ aggregate }) => aggregate).toSorted()).toEqual(
    Array.from(clientIds, (id) => `client:${id}`).toSorted(),
  )
  const wanted = ours.map(({ _id }) => `session-names:${_id}`)
  await eventually(
    async () => {
      const handled = await scene.collection('scheduling', 'inbox').countDocuments({ _id: { $in: wanted } })
      expect(handled).toBe(wanted.length)
    },
    { everyMs: 250 },
  )
}
