import { newId } from '@wp/kernel'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import { subjectOf } from '@wp/mongo/subjects'
import type { ServerMessage } from '@workspace-platform/client/realtime'
import { eventually, newWorkspace, signStaffToken } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { definePublicEvent } from '@wp/bus'
import type { Bus, PublicEvent } from '@wp/bus'
import { connect, connectReady, subscribe } from './clients.ts'
import type { RawClient } from './clients.ts'
import { declareEvents, publicEvents, startIsolated } from './isolated.ts'

const definitions = Object.values(publicEvents)
  .flat()
  .filter((event): event is PublicEvent & { channel: string } => event.channel !== null)
/** All channel permissions that a staff member can have. */
const everything = definitions.flatMap(({ permission }) => (permission === 'owner' ? [] : [permission]))
const types = definitions.flatMap(({ publicTypes }) => publicTypes)

/** Publishes a change with only the id of the record. */
const publish = (bus: Pick<Bus, 'publishCore'>, definition: PublicEvent, type: string, workspaceId: string) =>
  bus.publishCore(subjectOf(definition, workspaceId), {
    id: newId(),
    type: definition.type,
    time: new Date().toISOString(),
    workspaceId,
    requestId: null,
    traceparent: null,
    data: { type, recordId: workspaceId, record: null },
  })

/** Starts a replica for which the test publishes changes. */
const startWithChanges = async () => {
  const { bus, url } = await startIsolated()
  const publishAll = (workspaceId: string): void => {
    for (const definition of definitions)
      for (const type of definition.publicTypes) publish(bus, definition, type, workspaceId)
  }
  return { url, publishAll }
}

const eventOf = (message: ServerMessage) => (message.type === 'event' ? message.event : message.type)
/** Returns the record ids in the messages, which are the ids of the workspaces that they belong to. */
const recordIdsOf = (messages: readonly ServerMessage[]) =>
  new Set(
    messages.map((message) =>
      message.type === 'event' ? (Object.values(message.data)[0] as { id?: string }).id : message.type,
    ),
  )

/** There are more channels than messages that a client may send in a second. */
const subscribeToAll = async (client: RawClient, after?: number) => {
  for (const { channel } of definitions)
    await eventually(async () => expect(await subscribe(client, channel, after)).toEqual(expect.any(Number)))
}

/** Expects that no event arrives before the answer to a ping, which is an error after 20 messages in a second. */
const expectSilence = async (client: RawClient) => {
  client.send({ type: 'ping' })
  expect(['pong', 'error']).toContain((await client.next()).type)
}

describe('subscribe message for the channel of a resource', () => {
  it('includes all public events except those of jobs', () => {
    expect(types).toHaveLength(79)
    expect(new Set(definitions.map(({ channel }) => channel)).size).toBe(definitions.length)
  })

  it('sends the events of each type to their workspace and to no other, live and on replay', async () => {
    const [mine, other] = [await newWorkspace(), await newWorkspace()]
    const { url, publishAll } = await startWithChanges()
    const [me, them] = [await connectReady(mine.token, { url }), await connectReady(other.token, { url })]
    for (const client of [me, them]) await subscribeToAll(client)
    for (const { workspaceId } of [mine, other]) publishAll(workspaceId)
    const live = await me.take(types.length)
    expect(live.map(eventOf).toSorted()).toEqual(types.toSorted())
    expect(recordIdsOf(live)).toEqual(new Set([mine.workspaceId]))
    expect(recordIdsOf(await them.take(types.length))).toEqual(new Set([other.workspaceId]))
    for (const client of [me, them]) await expectSilence(client)

    for (const { channel, publicTypes } of definitions) {
      const replaying = await connectReady(mine.token, { url })
      await subscribe(replaying, channel, 0)
      const replayed = await replaying.take(publicTypes.length)
      expect(replayed).toEqual(live.filter((message) => 'channel' in message && message.channel === channel))
      await expectSilence(replaying)
      replaying.socket.terminate()
    }
  })

  it('requires the permission of the corresponding list, and allows only owners to see contests and the subscription', async () => {
    const { token } = await newWorkspace()
    const { url } = await startWithChanges()
    const outcomeOf = async (permissions: string[], channel: string) => {
      const client = await connectReady(signStaffToken(token, permissions), { url })
      const outcome = await subscribe(client, channel)
      client.socket.terminate()
      return typeof outcome === 'number' ? 'subscribed' : outcome
    }
    for (const { channel, permission } of definitions) {
      const isForOwner = permission === 'owner'
      const held = await outcomeOf(isForOwner ? everything : [permission], channel)
      expect([channel, held]).toEqual([channel, isForOwner ? 'FORBIDDEN' : 'subscribed'])
      expect([channel, await outcomeOf(['jobs.view'], channel)]).toEqual([channel, 'FORBIDDEN'])
    }
  })

  it('sends a snapshot without records for a number that the stream does not have', async () => {
    const { token } = await newWorkspace()
    const { url } = await startWithChanges()
    const client = await connectReady(token, { url })
    const seq = await subscribe(client, 'orders', 1e12)
    expect(await client.next()).toEqual({ type: 'snapshot', channel: 'orders', seq, data: null })
  })
})

const CardPublished = definePublicEvent({
  service: 'loyalty',
  resource: 'card',
  verbs: ['created'],
  permission: 'loyalty.view',
  record: z.object({ id: z.string() }),
})

describe('a service that was added while realtime runs', () => {
  it('has a channel for members with its permission, which survives the loss of all NATS data', async () => {
    const { token, workspaceId } = await newWorkspace()
    const { nats, bus, url } = await startIsolated()
    const client = await connectReady(token, { url })
    expect(await subscribe(client, 'cards')).toBe('INVALID_REQUEST')
    await declareEvents(bus, 'loyalty', [CardPublished])
    await eventually(async () => {
      const another = await connectReady(token, { url })
      expect(await subscribe(another, 'cards')).toEqual(expect.any(Number))
    })
    expect(await subscribe(client, 'cards')).toEqual(expect.any(Number))
    const [staff, member] = [
      await connectReady(signStaffToken(token, ['clients.view']), { url }),
      await connectReady(signStaffToken(token, ['loyalty.view']), { url }),
    ]
    expect(await subscribe(staff, 'cards')).toBe('FORBIDDEN')
    expect(await subscribe(member, 'cards')).toEqual(expect.any(Number))
    publish(bus, CardPublished, 'card.created', workspaceId)
    const event = await client.next()
    expect(event).toMatchObject({
      channel: 'cards',
      event: 'card.created',
      data: { card: { id: workspaceId }, isTruncated: true },
    })
    expect(await member.next()).toEqual(event)

    await nats.kill()
    await nats.wipe()
    await nats.start()
    await eventually(() => expect(bus.isConnected()).toBe(true))
    const types: string[] = []
    client.socket.on('message', (data) =>
      types.push(eventOf(JSON.parse((data as Buffer).toString()) as ServerMessage)),
    )
    await eventually(() => {
      publish(bus, CardPublished, 'card.created', workspaceId)
      expect(types).toEqual(expect.arrayContaining(['snapshot', 'card.created']))
    })
  })

  it('has no channel once an operator has removed it', async () => {
    const { token } = await newWorkspace()
    const { bus, url } = await startIsolated()
    await declareEvents(bus, 'loyalty', [CardPublished])
    const outcome = async () => subscribe(await connectReady(token, { url }), 'cards')
    await eventually(async () => expect(await outcome()).toEqual(expect.any(Number)))
    await bus.kv('routes').delete('loyalty')
    await eventually(async () => expect(await outcome()).toBe('INVALID_REQUEST'))
    expect(await subscribe(await connectReady(token, { url }), 'orders')).toEqual(expect.any(Number))
  })
})

describe('subscribe message with an API key', () => {
  it('sends records as the API returns them, to members and API keys', async () => {
    const workspace = await newWorkspace(scheduling)
    const { api, token } = workspace
    const { secret } = (
      await workspace.use(identity).createApiKey({ name: 'Sync', permissions: ['clients.view'] })
    ).body
    const [owner, program] = [await connectReady(token), await connectReady(secret)]
    for (const client of [owner, program])
      expect(await subscribe(client, 'clients')).toEqual(expect.any(Number))
    expect(await subscribe(program, 'sessions')).toBe('FORBIDDEN')
    expect(await subscribe(program, 'subscription')).toBe('FORBIDDEN')
    const { client: created } = (await api.createClient({ name: 'Mona Said' })).body
    const event = await owner.next()
    expect(event).toEqual({
      type: 'event',
      channel: 'clients',
      seq: expect.any(Number),
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      at: expect.stringMatching(/Z$/),
      event: 'client.created',
      data: { client: created },
    })
    expect(await program.next()).toEqual(event)
    await api.deleteClient({ params: { clientId: created.id } })
    expect(eventOf(await owner.next())).toBe('client.removed')
    const later = await connectReady(token)
    await subscribe(later, 'clients', 0)
    expect((await later.take(2)).map(eventOf)).toEqual(['client.created', 'client.removed'])
  })

  it('closes when the key is revoked or loses the permission', async () => {
    const workspace = await newWorkspace(scheduling)
    const keys = workspace.use(identity)
    const permissions = ['clients.view', 'sessions.view']
    const { apiKey, secret } = (await keys.createApiKey({ name: 'Sync', permissions })).body
    const params = { apiKeyId: apiKey.id }
    const first = await connectReady(secret)
    expect(await subscribe(first, 'sessions')).toEqual(expect.any(Number))
    await keys.updateApiKey({ params, body: { permissions: ['clients.view'] } })
    expect((await first.closed).code).toBe(4401)
    await eventually(async () => {
      const again = await connectReady(secret)
      expect(await subscribe(again, 'sessions')).toBe('FORBIDDEN')
    })
    const last = await connectReady(secret)
    await subscribe(last, 'clients')
    await keys.revokeApiKey({ params })
    expect((await last.closed).code).toBe(4401)
    await eventually(async () => {
      const refused = connect(['wp.v1', `bearer.${secret}`])
      expect((await refused.closed).code).toBe(1006)
    })
  })
})
