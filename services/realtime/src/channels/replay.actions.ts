import type { EventPlace } from '@wp/bus'
import { toFrame } from '../connections/frame.rules.ts'
import type { RealtimeDeps } from '../deps.ts'
import { isKept, jobIdOf, keptMs, sourceOf } from './channel.rules.ts'
import type { Subscription } from './channel.store.ts'
import { channelsOf, toEventMessage, toJob } from './channel.view.ts'
import type { JobMessage, RelayedEvent } from './channel.view.ts'

type ReplayDeps = Pick<RealtimeDeps, 'sources' | 'channels' | 'storefront' | 'clock'>

const snapshotPage = 200

/**
 * Sends what came after a number, then lets the subscription hear what is new, without a gap or a repeat between. Where
 * history has gone it sends the state instead.
 */
export const replay = async (deps: ReplayDeps, subscription: Subscription, after: number): Promise<void> => {
  const { channel, writer } = subscription
  const { history } = deps.sources[sourceOf(channel)]
  const bounds = await history.bounds()
  if (subscription.isOver) return
  writer.send({ type: 'subscribed', channel, seq: bounds.last })
  const place = { stream: bounds.stream, sequence: bounds.last }
  const keptSince = new Date(deps.clock.now().getTime() - keptMs)
  const isReplayed =
    after === 0
      ? await catchUp(deps, subscription, { since: keptSince }, place)
      : isKept(after, bounds) && (await catchUp(deps, subscription, { after, keptSince }, place))
  if (!isReplayed) await sendState(deps, subscription, place)
}

/** Starts over with the state, after the numbers of the stream have changed beneath a subscription. */
export const startOver = async (deps: ReplayDeps, subscription: Subscription): Promise<void> => {
  const { channel, writer } = subscription
  deps.channels.leave(subscription)
  const { stream, last } = await deps.sources[sourceOf(channel)].history.bounds()
  if (subscription.isOver) return
  writer.send({ type: 'subscribed', channel, seq: last })
  await sendState(deps, subscription, { stream, sequence: last })
}

/** The state as it is at `place` or later: what was published up to there had been written before. */
const sendState = async (deps: ReplayDeps, subscription: Subscription, place: EventPlace): Promise<void> => {
  const { channel, writer } = subscription
  const seq = place.sequence
  if (sourceOf(channel) === 'labs') writer.send({ type: 'snapshot', channel, seq, data: null })
  else
    for await (const job of listJobs(deps, subscription)) {
      await writer.whenTaken()
      if (subscription.isOver) return
      writer.send({ type: 'snapshot', channel, seq, data: toJob(job) })
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
  let since = clock.now().getTime() - keptMs
  for (;;) {
    const request = { workspaceId, since: new Date(since).toISOString(), limit: snapshotPage }
    const { jobs } = await storefront.listChangedJobs(request)
    for (const job of jobs) {
      if (sent.get(job.id) === job.updatedAt) continue
      sent.set(job.id, job.updatedAt)
      yield job
    }
    const last = jobs.at(-1)
    if (!last || jobs.length < snapshotPage) return
    // A whole page of one moment must not be asked for again and again.
    since = Math.max(Date.parse(last.updatedAt), since + 1)
  }
}

type From = { since: Date } | { after: number; keptSince?: Date }

/**
 * Reads on from `from` until the channel has no more to hear than that, then goes live. `place` is the end of the stream as
 * it was known before. False, and nothing sent, when something after `from` is older than `keptSince`.
 */
const catchUp = async (
  deps: ReplayDeps,
  subscription: Subscription,
  from: From,
  { stream, sequence }: EventPlace,
): Promise<boolean> => {
  const { channel, workspaceId, writer } = subscription
  const source = deps.sources[sourceOf(channel)]
  let readUpTo = 'after' in from ? from.after : sequence
  let isFirst = true
  for (let next: From = from; !subscription.isOver; next = { after: readUpTo }) {
    // Whatever is relayed before this is there to be read.
    deps.channels.hold(subscription)
    for await (const page of source.history.read(workspaceId, next)) {
      if (isFirst && 'after' in next && next.keptSince && page.since < next.keptSince) return false
      isFirst = false
      for (const { event, sequence: seq } of page.events) {
        if (!channelsOf(event as RelayedEvent).includes(channel)) continue
        await writer.whenTaken()
        if (subscription.isOver) return true
        writer.write(toFrame(JSON.stringify(toEventMessage(event as RelayedEvent, channel, seq))))
      }
      if (subscription.isOver) return true
      readUpTo = Math.max(readUpTo, page.readUpTo)
    }
    if (subscription.isOver) return true
    const { heldBack } = subscription
    if (heldBack?.stream === stream && heldBack.sequence > readUpTo) continue
    subscription.place = { stream, sequence: readUpTo }
    deps.channels.join(subscription)
    break
  }
  return true
}
