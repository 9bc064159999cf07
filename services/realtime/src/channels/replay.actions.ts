import type { StreamPosition } from '@wp/bus'
import { toFrame } from '../sockets/frame.rules.ts'
import type { RealtimeDeps } from '../deps.ts'
import { isAboutJobs, isRetained, jobIdOf, maxReplayedEvents, retentionMs } from './channel.rules.ts'
import type { Subscription } from './channel.store.ts'
import { channelsOf, toEventMessage, toJob } from './channel.view.ts'
import type { JobMessage } from './channel.view.ts'
import { sourceOf } from './source.store.ts'

type ReplayDeps = Pick<RealtimeDeps, 'catalogue' | 'sources' | 'channels' | 'storefront' | 'clock'>

const snapshotPage = 200

/**
 * Sends the events after a sequence number (0: those of the last 24 hours), then goes live without gaps or duplicates.
 * Sends a snapshot instead if those events are no longer stored or too many.
 */
export const replay = async (deps: ReplayDeps, subscription: Subscription, after: number): Promise<void> => {
  const { channel, writer } = subscription
  const { history } = sourceOf(deps.sources, deps.catalogue.get(channel))
  const bounds = await history.bounds()
  if (subscription.isClosed) return
  writer.send({ type: 'subscribed', channel, seq: bounds.last })
  const place = { stream: bounds.stream, sequence: bounds.last }
  const keptSince = new Date(deps.clock.now().getTime() - retentionMs)
  const isReplayed =
    after === 0
      ? await catchUp(deps, subscription, { since: keptSince }, place)
      : isRetained(after, bounds) && (await catchUp(deps, subscription, { after, keptSince }, place))
  if (!isReplayed) await sendSnapshot(deps, subscription, place)
}

/** Sends a snapshot and goes live again after the stream's numbering has changed. */
export const restart = async (deps: ReplayDeps, subscription: Subscription): Promise<void> => {
  const { channel, writer } = subscription
  deps.channels.leave(subscription)
  const { stream, last } = await sourceOf(deps.sources, deps.catalogue.get(channel)).history.bounds()
  if (subscription.isClosed) return
  writer.send({ type: 'subscribed', channel, seq: last })
  await sendSnapshot(deps, subscription, { stream, sequence: last })
}

/**
 * Sends the current state, which includes all events published up to `place`, then the later events, and goes live.
 */
const sendSnapshot = async (
  deps: ReplayDeps,
  subscription: Subscription,
  place: StreamPosition,
): Promise<void> => {
  const { channel, writer } = subscription
  const seq = place.sequence
  if (!isAboutJobs(channel)) writer.send({ type: 'snapshot', channel, seq, data: null })
  else
    for await (const job of listJobs(deps, subscription)) {
      await writer.drained()
      if (subscription.isClosed) return
      writer.send({ type: 'snapshot', channel, seq, data: toJob(job, subscription.seesCallbackIds) })
    }
  await catchUp(deps, subscription, { after: seq }, place)
}

async function* listJobs(
  { storefront, clock }: ReplayDeps,
  { workspaceId, channel }: Subscription,
): AsyncGenerator<JobMessage> {
  const jobId = jobIdOf(channel)
  if (jobId !== null) {
    const { job } = await storefront.getJob({ workspaceId, jobId })
    if (job) yield job
    return
  }
  const sent = new Map<string, string>()
  let since = clock.now().getTime() - retentionMs
  for (;;) {
    const request = { workspaceId, since: new Date(since).toISOString(), limit: snapshotPage }
    const { jobs, hasMore } = await storefront.listChangedJobs(request)
    for (const job of jobs) {
      if (sent.get(job.id) === job.updatedAt) continue
      sent.set(job.id, job.updatedAt)
      yield job
    }
    const last = jobs.at(-1)
    // A full page may have a successor even if an older storefront does not report it.
    if (!last || (!hasMore && jobs.length < snapshotPage)) return
    // Always advances, in case a whole page has the same timestamp.
    since = Math.max(Date.parse(last.updatedAt), since + 1)
  }
}

type From = { since: Date } | { after: number; keptSince?: Date }

const isBeyondLimits = (from: From, first: { since: Date; remaining: number }): boolean => {
  const keptSince = 'since' in from ? from.since : from.keptSince
  return keptSince !== undefined && (first.since < keptSince || first.remaining > maxReplayedEvents)
}

/**
 * Sends stored events after `from` until it has caught up, then goes live. The position is the last known end of the
 * stream. Returns false and sends nothing when a limited `from` has events older than `keptSince`, or too many.
 */
const catchUp = async (
  deps: ReplayDeps,
  subscription: Subscription,
  from: From,
  { stream, sequence }: StreamPosition,
): Promise<boolean> => {
  const { channel, workspaceId, seesCallbackIds, writer } = subscription
  const { history } = sourceOf(deps.sources, deps.catalogue.get(channel))
  let readUpTo = 'after' in from ? from.after : sequence
  let isFirst = true
  for (let next: From = from; !subscription.isClosed; next = { after: readUpTo }) {
    // From here on, new events are recorded in `pausedAt`; the history contains every earlier one.
    deps.channels.hold(subscription)
    for await (const page of history.read(workspaceId, next)) {
      if (isFirst && isBeyondLimits(next, page)) return false
      isFirst = false
      for (const { event, sequence: seq } of page.events) {
        if (!channelsOf(deps.catalogue, event).includes(channel)) continue
        await writer.drained()
        if (subscription.isClosed) return true
        const message = toEventMessage(deps.catalogue, event, channel, seq, seesCallbackIds)
        writer.write(toFrame(JSON.stringify(message)))
      }
      if (subscription.isClosed) return true
      readUpTo = Math.max(readUpTo, page.readUpTo)
    }
    if (subscription.isClosed) return true
    const { pausedAt } = subscription
    if (pausedAt?.stream === stream && pausedAt.sequence > readUpTo) continue
    subscription.place = { stream, sequence: readUpTo }
    deps.channels.join(subscription)
    break
  }
  return true
}
