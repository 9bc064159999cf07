import type { Principal } from '@wp/auth'
import type { StreamPosition } from '@wp/bus'
import type { SocketWriter } from '../sockets/socket-writer.types.ts'

export type Subscription = {
  readonly workspaceId: string
  readonly channel: string
  /** Whether the client may see the callback ids of jobs. */
  readonly seesCallbackIds: boolean
  readonly writer: SocketWriter
  /** The position up to which events were sent before the subscription goes live. */
  place: StreamPosition
  /** Set while paused: the newest event that was not sent, or null when all were sent. */
  pausedAt?: StreamPosition | null
  /** True once the subscription has ended or was replaced by a newer one to the same channel. */
  isClosed: boolean
}

/** The subscribers that receive the same frames. */
export type Audience = Pick<Subscription, 'workspaceId' | 'channel' | 'seesCallbackIds'>

/** An authenticated client with its subscriptions. */
export type Subscriber = {
  principal: Principal
  readonly writer: SocketWriter
  readonly subscriptions: Map<string, Subscription>
  /** Resolves when this client's last replay has ended. */
  replaying: Promise<void>
}

/** The subscriptions on this replica and the frames waiting to be written to them. */
export type Channels = {
  /** Starts sending events after the subscription's position. */
  join(subscription: Subscription): void
  /** Records the newest event in `pausedAt` instead of sending it. */
  hold(subscription: Subscription): void
  leave(subscription: Subscription): void
  hasListeners(audience: Audience): boolean
  /** Sends a frame to all subscribers. Frames sent in one event loop turn are written together. */
  publish(audience: Audience, place: StreamPosition, frame: Buffer): void
  /** Lists live subscriptions. */
  list(): Subscription[]
}

type PendingFrame = { place: StreamPosition; frame: Buffer }
type Group = { subscriptions: Set<Subscription>; pending: PendingFrame[]; pendingBytes: number }

/** With larger batches, a client would look like a slow reader. */
const maxPendingBytes = 64 * 1024

/** Calls `onOtherStream` for a subscription whose position belongs to a stream that no longer exists. */
export const openChannels = (onOtherStream: (subscription: Subscription) => void): Channels => {
  const groups = new Map<string, Group>()
  const dirty = new Set<Group>()
  let isScheduled = false

  const flush = (group: Group): void => {
    const { pending } = group
    const [first] = pending
    if (!first) return
    group.pending = []
    group.pendingBytes = 0
    const frames = pending.length === 1 ? first.frame : Buffer.concat(pending.map(({ frame }) => frame))
    const { stream, sequence } = first.place
    for (const subscription of group.subscriptions) {
      const { place, writer } = subscription
      if (subscription.pausedAt !== undefined) subscription.pausedAt = pending.at(-1)!.place
      else if (place.stream !== stream) onOtherStream(subscription)
      else if (place.sequence < sequence) writer.write(frames)
      else for (const each of pending) if (each.place.sequence > place.sequence) writer.write(each.frame)
    }
  }
  const flushAll = (): void => {
    isScheduled = false
    for (const group of dirty) flush(group)
    dirty.clear()
  }

  const add = (subscription: Subscription): void => {
    const key = keyOf(subscription)
    let group = groups.get(key)
    if (!group) groups.set(key, (group = { subscriptions: new Set(), pending: [], pendingBytes: 0 }))
    group.subscriptions.add(subscription)
  }

  return {
    join: (subscription) => {
      delete subscription.pausedAt
      add(subscription)
    },
    hold: (subscription) => {
      subscription.pausedAt = null
      add(subscription)
    },
    leave: (subscription) => {
      const key = keyOf(subscription)
      const group = groups.get(key)
      group?.subscriptions.delete(subscription)
      if (group?.subscriptions.size === 0) groups.delete(key)
    },
    hasListeners: (audience) => groups.has(keyOf(audience)),
    publish: (audience, place, frame) => {
      const group = groups.get(keyOf(audience))
      if (!group) return
      if (group.pendingBytes > 0 && group.pendingBytes + frame.length > maxPendingBytes) flush(group)
      group.pending.push({ place, frame })
      group.pendingBytes += frame.length
      dirty.add(group)
      if (isScheduled) return
      isScheduled = true
      setImmediate(flushAll)
    },
    list: () =>
      [...groups.values()]
        .flatMap(({ subscriptions }) => [...subscriptions])
        .filter(({ pausedAt }) => pausedAt === undefined),
  }
}

const keyOf = ({ workspaceId, channel, seesCallbackIds }: Audience): string =>
  `${workspaceId}/${channel}/${seesCallbackIds}`
