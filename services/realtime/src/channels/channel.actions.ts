import type { Principal } from '@wp/auth'
import type { Envelope, StreamPosition } from '@wp/bus'
import { AppError, isId, notFound } from '@wp/kernel'
import { toFrame } from '../sockets/frame.rules.ts'
import type { RealtimeDeps } from '../deps.ts'
import { jobIdOf, requirePermission, seesCallbackIds } from './channel.rules.ts'
import type { Subscriber, Subscription } from './channel.store.ts'
import { channelsOf, toEventMessage } from './channel.view.ts'
import { replay, restart } from './replay.actions.ts'
import { sourceOf } from './source.store.ts'
import type { Source } from './source.store.ts'

type ChannelDeps = Pick<
  RealtimeDeps,
  'catalogue' | 'sources' | 'channels' | 'storefront' | 'clock' | 'limits' | 'logger'
>
type RelayDeps = Omit<ChannelDeps, 'limits'>

/**
 * Subscribes a client to a channel. If `after` is given, first replays the events after that sequence number.
 * Subscribing again restarts the channel. Throws FORBIDDEN, NOT_FOUND, RATE_LIMITED (too many channels) or
 * UNAVAILABLE.
 */
export const subscribe = async (
  deps: ChannelDeps,
  subscriber: Subscriber,
  channel: string,
  after: number | undefined,
): Promise<void> => {
  const definition = deps.catalogue.get(channel)
  const { workspaceId } = requirePermission(subscriber.principal, channel, definition)
  const subscription = openSubscription(deps, subscriber, workspaceId, channel)
  try {
    await requireJob(deps, workspaceId, jobIdOf(channel))
    if (subscription.isClosed) return
    const { source } = sourceOf(deps.sources, definition)
    if (after === undefined || after === source.place.sequence) goLive(deps, subscription, source.place)
    else await queueReplay(subscriber, () => replay(deps, subscription, after))
  } catch (error) {
    if (subscription.isClosed) return
    unsubscribe(deps, subscriber, channel)
    throw error
  }
}

/** Unsubscribes a client; does nothing when it is not subscribed. */
export const unsubscribe = (
  { channels }: Pick<ChannelDeps, 'channels'>,
  subscriber: Subscriber,
  channel: string,
): void => {
  const subscription = subscriber.subscriptions.get(channel)
  if (!subscription) return
  subscription.isClosed = true
  subscriber.subscriptions.delete(channel)
  channels.leave(subscription)
}

/**
 * Unsubscribes from channels that a new token no longer allows, or for which it changes the visible job ids, and
 * notifies the client.
 */
export const dropForbidden = (
  deps: Pick<ChannelDeps, 'catalogue' | 'channels'>,
  subscriber: Subscriber,
  principal: Principal,
): void => {
  for (const [channel, subscription] of subscriber.subscriptions) {
    if (
      isAllowed(deps, principal, channel) &&
      subscription.seesCallbackIds === seesCallbackIds(principal, channel)
    )
      continue
    unsubscribe(deps, subscriber, channel)
    subscriber.writer.send({ type: 'unsubscribed', channel })
  }
}

const isAllowed = (
  { catalogue }: Pick<ChannelDeps, 'catalogue'>,
  principal: Principal,
  channel: string,
): boolean => {
  try {
    requirePermission(principal, channel, catalogue.get(channel))
    return true
  } catch {
    return false
  }
}

/**
 * Sends an event to the subscribers of its channels. The frame is built once for all subscribers that may see the
 * same ids.
 */
export const relay = (deps: RelayDeps, source: Source, event: Envelope, place: StreamPosition): void => {
  const { workspaceId } = event
  const known = source.place
  source.place = place
  // NATS lost its data and restarted its numbering, so the known positions are invalid.
  if (place.stream === known.stream && place.sequence <= known.sequence)
    for (const each of deps.channels.list())
      if (deps.catalogue.find(each.channel)?.publisher === source.publisher) restartInBackground(deps, each)
  if (workspaceId === null) return
  for (const channel of channelsOf(deps.catalogue, event))
    for (const sees of [true, false]) {
      const audience = { workspaceId, channel, seesCallbackIds: sees }
      if (!deps.channels.hasListeners(audience)) continue
      const message = toEventMessage(deps.catalogue, event, channel, place.sequence, sees)
      deps.channels.publish(audience, place, toFrame(JSON.stringify(message)))
    }
}

/** Restarts a subscription in the background. If that fails, closes it and notifies the client. */
export const restartInBackground = (deps: RelayDeps, subscription: Subscription): void => {
  restart(deps, subscription).catch((error: unknown) => {
    deps.logger.warn(
      { err: error, channel: subscription.channel },
      'failed to restart a subscription; the client was unsubscribed',
    )
    subscription.isClosed = true
    deps.channels.leave(subscription)
    subscription.writer.send({ type: 'unsubscribed', channel: subscription.channel })
  })
}

const openSubscription = (
  deps: ChannelDeps,
  subscriber: Subscriber,
  workspaceId: string,
  channel: string,
): Subscription => {
  unsubscribe(deps, subscriber, channel)
  const { subscriptions, writer, principal } = subscriber
  const most = deps.limits.channelsPerSocket
  if (subscriptions.size >= most)
    throw new AppError('RATE_LIMITED', `A connection can subscribe to at most ${most} channels`)
  const place = { stream: '', sequence: 0 }
  const subscription: Subscription = {
    workspaceId,
    channel,
    seesCallbackIds: seesCallbackIds(principal, channel),
    writer,
    place,
    isClosed: false,
  }
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

const goLive = ({ channels }: ChannelDeps, subscription: Subscription, place: StreamPosition): void => {
  const { channel, writer } = subscription
  subscription.place = place
  channels.join(subscription)
  writer.send({ type: 'subscribed', channel, seq: place.sequence })
}

/** Replays a client's channels one after another. */
const queueReplay = (subscriber: Subscriber, work: () => Promise<void>): Promise<void> => {
  const turn = subscriber.replaying.then(work)
  subscriber.replaying = turn.catch(() => undefined)
  return turn
}
