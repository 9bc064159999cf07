import * as scheduling from '@wp/scheduling/contract'
import { eventually, memoize } from '@wp/testing'
import { expect } from 'vitest'
import type { Scene, Shop } from './scene.ts'

type Writes = {
  shop: Shop
  writers: number
  isOver: (sent: number) => boolean
  /** How long a write is repeated; a minute by default. */
  withinMs?: number
}

type StoredEvent = { _id: string; type: string; aggregate: string }

/**
 * Creates clients over several connections and records which of them were acknowledged, and every other
 * reply. Each connection also occasionally renames a regular client that has a session: consumers write the
 * name to the session.
 */
export const startWrites = (scene: Scene, { shop, writers, isOver, withinMs = 60_000 }: Writes) => {
  const acknowledged = new Map<string, string>()
  /** The last acknowledged name of each regular client, by id. */
  const regulars = new Map<string, string>()
  const refusals: { status: number | string; retryAfter: number; body: string }[] = []
  let sent = 0

  /** Behaves like a careful client: repeats the request with the same key until it succeeds. */
  const send = <Reply>(method: 'POST' | 'PATCH', path: string, body: object, key?: string): Promise<Reply> =>
    eventually(
      async () => {
        const reply = await fetch(`${scene.gatewayUrl}/v1/workspace/${shop.workspaceId}/${path}`, {
          method,
          headers: {
            'content-type': 'application/json',
            authorization: `Bearer ${shop.token}`,
            ...(key !== undefined && { 'idempotency-key': key }),
          },
          body: JSON.stringify(body),
        })
        const text = await reply.text()
        const wanted = method === 'POST' ? 201 : 200
        if (reply.status !== wanted)
          refusals.push({
            status: reply.status,
            retryAfter: Number(reply.headers.get('retry-after')),
            body: text,
          })
        expect(reply.status).toBe(wanted)
        return JSON.parse(text) as Reply
      },
      { withinMs, everyMs: 200 },
    )
  const createClient = async (name: string): Promise<string> =>
    (await send<{ client: { id: string } }>('POST', 'clients', { name }, name)).client.id
  const serviceId = memoize(async () => {
    const body = { name: 'Haircut', durationMinutes: 30, price: 10 }
    return (await send<{ service: { id: string } }>('POST', 'services', body, 'service')).service.id
  })
  const addRegular = async (name: string): Promise<string> => {
    const clientId = await createClient(name)
    const session = {
      name: 'Visit',
      clientId,
      serviceIds: [await serviceId()],
      date: '2030-01-01',
      startTime: '09:00',
    }
    await send('POST', 'sessions', session, `session of ${name}`)
    return clientId
  }
  const write = async (_: unknown, writer: number): Promise<void> => {
    const regularId = await addRegular(`regular ${writer}`)
    for (let turn = 0; !isOver(sent); turn += 1) {
      const name = `client ${(sent += 1)}`
      acknowledged.set(name, await createClient(name))
      if (turn % 10 !== 0) continue
      const newName = `regular since ${name}`
      await send('PATCH', `clients/${regularId}`, { name: newName })
      regulars.set(regularId, newName)
    }
  }

  const findClients = () => clientsOf(scene, shop)
  const done = Promise.all(Array.from({ length: writers }, write))
  // A test that fails earlier does not wait for it.
  done.catch(() => undefined)
  return {
    sent: () => sent,
    refusals,
    /** Returns the ids of the clients that were acknowledged so far, by name. */
    acknowledged: (): ReadonlyMap<string, string> => new Map(acknowledged),
    /** Resolves when all writes are acknowledged. */
    done,
    /** Compares the acknowledged clients with the stored ones. */
    tally: async () => tallyOf(acknowledged, await findClients()),
    /** Checks that every client is stored once, with one event, and that every rename had its effect. */
    expectEachOnce: async (): Promise<void> => {
      const stored = await findClients()
      expect(stored).toHaveLength(sent)
      expect(Object.fromEntries(stored.map(({ _id, name }) => [name, _id]))).toEqual(
        Object.fromEntries(acknowledged),
      )
      const eventsOf = ({ type }: { type: string }) =>
        scene.collection<StoredEvent>('scheduling', 'outbox').find({ type }).toArray()
      expectOneEventEach(await eventsOf(scheduling.ClientPublished), new Set(acknowledged.values()))
      await expectRenamed(scene, await eventsOf(scheduling.ClientChanged), regulars)
    },
  }
}

/** Returns the clients that were created with `startWrites`, without the regular ones. */
export const clientsOf = (scene: Scene, { workspaceId }: Shop) =>
  scene
    .collection<{ _id: string; name: string; workspaceId: string }>('scheduling', 'clients')
    .find({ workspaceId, name: /^client / })
    .toArray()

/** Returns how many clients were acknowledged, how many of them are not stored, and how many are stored more than once. */
export const tallyOf = (
  acknowledged: ReadonlyMap<string, string>,
  stored: readonly { _id: string; name: string }[],
) => {
  const ids = new Set(stored.map(({ _id }) => _id))
  const names = new Set(stored.map(({ name }) => name))
  return {
    writes: acknowledged.size,
    lost: [...acknowledged.values()].filter((id) => !ids.has(id)).length,
    doubled: stored.length - names.size,
  }
}

const clientOf = ({ aggregate }: StoredEvent): string => aggregate.replace(/^(published:)?client:/, '')

const expectOneEventEach = (events: readonly StoredEvent[], clientIds: ReadonlySet<string>): void => {
  const ours = events.map(clientOf).filter((id) => clientIds.has(id))
  expect(ours.toSorted()).toEqual([...clientIds].toSorted())
}

/** Checks that sessions have the last names of their clients, and that the consumer has recorded every rename. */
const expectRenamed = async (
  scene: Scene,
  events: readonly StoredEvent[],
  names: ReadonlyMap<string, string>,
): Promise<void> => {
  expect(names.size).toBeGreaterThan(0)
  const ours = events.filter((event) => names.has(clientOf(event)))
  const inboxIds = ours.map(({ _id }) => `session-names:${_id}`)
  await eventually(
    async () => {
      const sessions = await scene
        .collection<{ _id: string; clientId: string; clientName: string }>('scheduling', 'sessions')
        .find({ clientId: { $in: [...names.keys()] } })
        .toArray()
      expect(Object.fromEntries(sessions.map(({ clientId, clientName }) => [clientId, clientName]))).toEqual(
        Object.fromEntries(names),
      )
      const handled = await scene.collection('scheduling', 'inbox').countDocuments({ _id: { $in: inboxIds } })
      expect(handled).toBe(ours.length)
    },
    { everyMs: 1000 },
  )
}
