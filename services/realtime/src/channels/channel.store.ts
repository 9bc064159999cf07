import type { EventPlace } from '@wp/bus'
import type { SocketWriter } from '../connections/writing.actions.ts'

/** One channel as one client hears it. */
export type Subscription = {
  readonly workspaceId: string
  readonly channel: string
  readonly writer: SocketWriter
  /** What lies beyond this has not been sent when the subscription becomes live. */
  place: EventPlace
  /** Not live: the newest event that it was not sent, null when none came. */
  heldBack?: EventPlace | null
  /** Ended by the client, or replaced by another one of the same channel. */
  isOver: boolean
}

/** The subscriptions of this replica, and what is about to be written to those that are live. */
export type Channels = {
  /** Lets it hear what lies beyond its place. */
  join(subscription: Subscription): void
  /** Notes in `heldBack` what comes from now on, instead of sending it. */
  hold(subscription: Subscription): void
  leave(subscription: Subscription): void
  hasListeners(workspaceId: string, channel: string): boolean
  /** Sends a frame to all who listen. Those of one turn of the event loop are written at once. */
  publish(workspaceId: string, channel: string, place: EventPlace, frame: Buffer): void
  /** All that are live whose channel begins so. */
  list(prefix: string): Subscription[]
}

type PendingFrame = { place: EventPlace; frame: Buffer }
type Group = { subscriptions: Set<Subscription>; pending: PendingFrame[]; pendingBytes: number }

/** More than this is not held back: together it would look like a slow reader. */
const maxPendingBytes = 64 * 1024

/** `onOtherStream` is told of a subscription whose numbers are those of a stream that is gone. */
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
      if (subscription.heldBack !== undefined) subscription.heldBack = pending.at(-1)!.place
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
    const key = keyOf(subscription.workspaceId, subscription.channel)
    let group = groups.get(key)
    if (!group) groups.set(key, (group = { subscriptions: new Set(), pending: [], pendingBytes: 0 }))
    group.subscriptions.add(subscription)
  }

  return {
    join: (subscription) => {
      delete subscription.heldBack
      add(subscription)
    },
    hold: (subscription) => {
      subscription.heldBack = null
      add(subscription)
    },
    leave: (subscription) => {
      const key = keyOf(subscription.workspaceId, subscription.channel)
      const group = groups.get(key)
      group?.subscriptions.delete(subscription)
      if (group?.subscriptions.size === 0) groups.delete(key)
    },
    hasListeners: (workspaceId, channel) => groups.has(keyOf(workspaceId, channel)),
    publish: (workspaceId, channel, place, frame) => {
      const group = groups.get(keyOf(workspaceId, channel))
      if (!group) return
      if (group.pendingBytes > 0 && group.pendingBytes + frame.length > maxPendingBytes) flush(group)
      group.pending.push({ place, frame })
      group.pendingBytes += frame.length
      dirty.add(group)
      if (isScheduled) return
      isScheduled = true
      setImmediate(flushAll)
    },
    list: (prefix) =>
      [...groups.values()]
        .flatMap(({ subscriptions }) => [...subscriptions])
        .filter(({ channel, heldBack }) => heldBack === undefined && channel.startsWith(prefix)),
  }
}

const keyOf = (workspaceId: string, channel: string): string => `${workspaceId}/${channel}`
