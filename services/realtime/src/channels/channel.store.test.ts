import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { RealtimeDeps } from '../deps.ts'
import { channelCatalogue } from './channel-catalogue.store.ts'
import { openChannels } from './channel.store.ts'
import type { Channels, Subscription } from './channel.store.ts'
import { replay } from './replay.actions.ts'

/** A subscription that records each write. */
const listener = (place = { stream: 's', sequence: 0 }) => {
  const writes: string[] = []
  const subscription: Subscription = {
    workspaceId: 'w',
    channel: 'jobs',
    seesCallbackIds: true,
    writer: {
      send: ({ type }) => void writes.push(type),
      write: (frames) => void writes.push(frames.toString('latin1')),
      drained: async () => undefined,
    },
    place,
    isClosed: false,
  }
  return { subscription, writes }
}
const jobs = { workspaceId: 'w', channel: 'jobs', seesCallbackIds: true }
const at = (sequence: number, stream = 's') => ({ stream, sequence })

describe('openChannels', () => {
  it("writes the events of one event loop turn together and skips those before the subscriber's position", async () => {
    const channels = openChannels(() => undefined)
    const [early, late, other] = [listener(), listener(at(2)), listener()]
    for (const { subscription } of [early, late]) channels.join(subscription)
    channels.join({ ...other.subscription, workspaceId: 'x' })
    for (const sequence of [1, 2, 3]) channels.publish(jobs, at(sequence), Buffer.from(`${sequence}`))
    await nextTurn()
    expect([early.writes, late.writes, other.writes]).toEqual([['123'], ['3'], []])
    channels.leave(early.subscription)
    channels.publish(jobs, at(4), Buffer.from('4'))
    await nextTurn()
    expect([early.writes, late.writes]).toEqual([['123'], ['3', '4']])
  })

  it('reports a subscriber whose position belongs to another stream instead of writing to it', async () => {
    const named: Subscription[] = []
    const channels = openChannels((subscription) => void named.push(subscription))
    const { subscription, writes } = listener(at(500, 'gone'))
    channels.join(subscription)
    channels.publish(jobs, at(1), Buffer.from('1'))
    await nextTurn()
    expect([named, writes]).toEqual([[subscription], []])
  })
})

/** Returns a history with the workspace's events 3 and 5; `meanwhile` runs while the history is being read. */
const sceneOf = (channels: Channels, meanwhile: (read: number) => void, remaining = 1) => {
  const reads: number[] = []
  const history = {
    bounds: async () => ({ stream: 's', first: 1, last: 4 }),
    read: async function* (_workspaceId: string, { after }: { after: number }) {
      reads.push(after)
      meanwhile(reads.length)
      // Other workspaces' events keep arriving.
      storefront.place = at(storefront.place.sequence + 10)
      await nextTurn()
      const sequence = after + 2
      const event = { type: 'wp.storefront.job.progressed.v1', data: { jobId: 'j', progress: sequence } }
      if (sequence <= 5)
        yield { events: [{ event, sequence }], readUpTo: sequence, since: new Date(), remaining }
    },
  }
  const storefront = { place: at(4), histories: new Map([['jobs', history]]) }
  const deps = {
    catalogue: channelCatalogue(),
    sources: new Map([['storefront', storefront]]),
    channels,
    clock: { now: () => new Date() },
    storefront: { listChangedJobs: async () => ({ jobs: [], hasMore: false }) },
  } as unknown as RealtimeDeps
  return { deps, reads }
}

describe('replay', () => {
  it('keeps replaying until it has read all events published in the meantime, then goes live', async () => {
    const channels = openChannels(() => undefined)
    const { deps, reads } = sceneOf(channels, (read) => {
      if (read === 1) channels.publish(jobs, at(5), Buffer.from('too early'))
    })
    const { subscription, writes } = listener()
    await replay(deps, subscription, 1)
    expect(reads).toEqual([1, 3])
    expect(subscription.place).toEqual(at(5))
    expect(writes.map((text) => /"progress":(\d)/.exec(text)?.[1] ?? text)).toEqual(['subscribed', '3', '5'])
    channels.publish(jobs, at(5), Buffer.from('again'))
    channels.publish(jobs, at(7), Buffer.from('new'))
    await nextTurn()
    expect(writes.slice(3)).toEqual(['new'])
  })

  it.each([
    [10_000, 'event'],
    [10_001, 'snapshot'],
  ])(
    'replays up to 10,000 events, and sends a snapshot instead of more: %d events, %s',
    async (remaining, sent) => {
      const { deps, reads } = sceneOf(
        openChannels(() => undefined),
        () => undefined,
        remaining,
      )
      const { subscription, writes } = listener()
      await replay(deps, subscription, 1)
      // Instead of too many events, the client gets the current state and the events since then.
      expect(reads).toEqual(sent === 'event' ? [1] : [1, 4])
      expect(writes.some((text) => text.includes('"progress":3'))).toBe(sent === 'event')
      expect(deps.channels.hasListeners(jobs)).toBe(true)
    },
  )

  it('does not go live with a subscription that was closed during its replay', async () => {
    const channels = openChannels(() => undefined)
    const { subscription, writes } = listener()
    const { deps, reads } = sceneOf(channels, () => {
      channels.publish(jobs, at(5), Buffer.from('5'))
      subscription.isClosed = true
      channels.leave(subscription)
    })
    await replay(deps, subscription, 1)
    expect([reads, writes]).toEqual([[1], ['subscribed']])
    expect(channels.hasListeners(jobs)).toBe(false)
  })
})
