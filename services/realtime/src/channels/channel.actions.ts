import type { Principal } from '@wp/auth'
import type { EventPlace } from '@wp/bus'
import { AppError, isId, notFound } from '@wp/kernel'
import type { Connection } from '../connections/connection.store.ts'
import { toFrame } from '../connections/frame.rules.ts'
import type { RealtimeDeps } from '../deps.ts'
import { jobIdOf, requireListener, sourceOf } from './channel.rules.ts'
import type { SourceName } from './channel.rules.ts'
import type { Subscription } from './channel.store.ts'
import { channelsOf, toEventMessage } from './channel.view.ts'
import type { RelayedEvent } from './channel.view.ts'
import { replay, startOver } from './replay.actions.ts'

type ChannelDeps = Pick<RealtimeDeps, 'sources' | 'channels' | 'storefront' | 'clock' | 'limits' | 'logger'>

/**
 * Lets a client hear a channel: what is new, or what came after `after` first. A second time it begins anew. Throws
 * FORBIDDEN, NOT_FOUND (no such job in the workspace), RATE_LIMITED (too many channels), UNAVAILABLE.
 */
export const subscribe = async (
  deps: ChannelDeps,
  connection: Connection,
  channel: string,
  after: number | undefined,
): Promise<void> => {
  const { workspaceId } = requireListener(connection.principal, channel)
  const subscription = openSubscription(deps, connection, workspaceId, channel)
  try {
    await requireJob(deps, workspaceId, jobIdOf(channel))
    if (subscription.isOver) return
    const source = deps.sources[sourceOf(channel)]
    if (after === undefined || after === source.place.sequence) goLive(deps, subscription, source.place)
    else await takeTurn(connection, () => replay(deps, subscription, after))
  } catch (error) {
    if (subscription.isOver) return
    unsubscribe(deps, connection, channel)
    throw error
  }
}

/** Ends a channel; one that is not heard stays so. */
export const unsubscribe = (
  { channels }: Pick<ChannelDeps, 'channels'>,
  connection: Connection,
  channel: string,
): void => {
  const subscription = connection.subscriptions.get(channel)
  if (!subscription) return
  subscription.isOver = true
  connection.subscriptions.delete(channel)
  channels.leave(subscription)
}

/** Ends what a fresh token no longer allows, and tells the client. */
export const dropForbidden = (
  deps: Pick<ChannelDeps, 'channels'>,
  connection: Connection,
  principal: Principal,
): void => {
  for (const channel of connection.subscriptions.keys()) {
    try {
      requireListener(principal, channel)
    } catch {
      unsubscribe(deps, connection, channel)
      connection.writer.send({ type: 'unsubscribed', channel })
    }
  }
}

/** Sends an event to all who listen, framed once for each of its channels. */
export const relay = (
  deps: Pick<ChannelDeps, 'sources' | 'channels' | 'storefront' | 'clock' | 'logger'>,
  sourceName: SourceName,
  event: RelayedEvent,
  place: EventPlace,
): void => {
  const { workspaceId } = event
  const source = deps.sources[sourceName]
  const known = source.place
  source.place = place
  // A server that came back with less than it had counts on from there.
  if (place.stream === known.stream && place.sequence <= known.sequence)
    for (const each of deps.channels.list(sourceName)) startOverSafely(deps, each)
  if (workspaceId === null) return
  for (const channel of channelsOf(event))
    if (deps.channels.hasListeners(workspaceId, channel)) {
      const frame = toFrame(JSON.stringify(toEventMessage(event, channel, place.sequence)))
      deps.channels.publish(workspaceId, channel, place, frame)
    }
}

/** The same for a subscription that nobody waits for: one that cannot go on is ended, and its client told. */
export const startOverSafely = (
  deps: Pick<ChannelDeps, 'sources' | 'channels' | 'storefront' | 'clock' | 'logger'>,
  subscription: Subscription,
): void => {
  startOver(deps, subscription).catch((error: unknown) => {
    deps.logger.warn({ err: error, channel: subscription.channel }, 'a channel could not start over')
    subscription.isOver = true
    deps.channels.leave(subscription)
    subscription.writer.send({ type: 'unsubscribed', channel: subscription.channel })
  })
}

const openSubscription = (
  deps: ChannelDeps,
  connection: Connection,
  workspaceId: string,
  channel: string,
): Subscription => {
  unsubscribe(deps, connection, channel)
  const { subscriptions, writer } = connection
  const most = deps.limits.channelsPerSocket
  if (subscriptions.size >= most)
    throw new AppError('RATE_LIMITED', `One connection hears at most ${most} channels: leave one first`)
  const place = { stream: '', sequence: 0 }
  const subscription: Subscription = { workspaceId, channel, writer, place, isOver: false }
  subscriptions.set(channel, subscription)
  return subscription
}

const requireJob = async (
  { storefront }: ChannelDeps,
  workspaceId: string,
  jobId: string | null,
): Promise<void> => {
  if (jobId === null) return
  const { job } = isId(jobId) ? await storefront.getJob({ workspaceId, jobId }) : { job: null }
  if (!job) throw notFound('Job')
}

const goLive = ({ channels }: ChannelDeps, subscription: Subscription, place: EventPlace): void => {
  const { channel, writer } = subscription
  subscription.place = place
  channels.join(subscription)
  writer.send({ type: 'subscribed', channel, seq: place.sequence })
}

/** History is sent for one channel of a client after the other. */
const takeTurn = (connection: Connection, work: () => Promise<void>): Promise<void> => {
  const turn = connection.replaying.then(work)
  connection.replaying = turn.catch(() => undefined)
  return turn
}
