import { AppError } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import { onScrape, type Metrics } from '@wp/telemetry'
import type { Replies } from '../replies/replies.ts'
import { Attempt, type AttemptDeps } from './attempt.ts'
import type { ForwardedRequest } from './forwarded-request.ts'
import { slotQueues, type QueueLimits } from './slot-queues.ts'
import { failureKind, failureKinds, failureReply, unavailable, type FailureKind } from './upstream-failure.ts'
import type { Lane, Replica, Replicas } from './replicas.ts'

export type Forwarder = (forwarded: ForwardedRequest) => void

type Deps = {
  replicas: Replicas
  replies: Replies
  clock: Clock
  /** Removes a replica whose address is now used by another process. */
  drop: (key: string) => void
  /** Returns the names of all services that have routes. */
  knownServices: () => Iterable<string>
  queue: QueueLimits
  metrics: Metrics
}

/**
 * Allows for outdated addresses: after all replicas have crashed, the route table can list each of them twice, with
 * its old and its new address.
 */
const maxAttempts = 8

/**
 * How often waiting requests are checked. Slots also become free without the end of a request: when requests of a
 * caller are no longer new.
 */
const recheckMs = 100

/**
 * Sends a request to the least loaded replica and streams the reply back. A request that no service handled is
 * retried on another replica, unless its body is already being streamed. When the connection breaks before the reply,
 * only the first attempt of a GET or HEAD request is retried. A replica that replies with `Connection: close` is
 * draining and is avoided. A request with an API key whose token is rejected is repeated with a new token. When every
 * replica is full, requests wait for a short time, and callers take turns for free slots.
 */
export const forwarder = ({
  replicas,
  replies,
  clock,
  drop,
  knownServices,
  queue,
  metrics,
}: Deps): Forwarder => {
  const failures = metrics.counter('gateway_upstream_failures_total', 'Failed attempts by kind', [
    'upstream',
    'kind',
  ])
  // Starts at 0: Prometheus sees no increase when a counter first appears with the value 1.
  onScrape(failures, () => {
    for (const upstream of knownServices())
      for (const kind of failureKinds) failures.inc({ upstream, kind }, 0)
  })
  const retries = metrics.counter('gateway_upstream_retries_total', 'Retries of failed attempts', [
    'upstream',
  ])

  type Choice = { replica: Replica | null; isFull: boolean; now: number }
  type Try = { forwarded: ForwardedRequest; number: number; tried: ReadonlySet<string> | undefined }
  /** Chooses a replica; null when none is left to try. */
  const choose = ({ forwarded, tried }: Try): Choice => {
    const now = clock.monotonicMs()
    const { candidates, lane, caller } = forwarded
    const replica = replicas.choose(candidates, { lane, caller: caller.key }, tried, now)
    return { replica, isFull: replica?.lanes[lane].load.isFull(now, caller.key) ?? false, now }
  }
  const run = ({ forwarded, number, tried }: Try, { replica, now }: Choice): void => {
    if (replica === null) return replies.fail(forwarded.state, unavailable())
    new Attempt(deps, forwarded, replica, number, tried).start(now)
  }
  const attempt = (next: Try): void => {
    const choice = choose(next)
    if (!choice.isFull) return run(next, choice)
    const { service, lanes } = choice.replica!
    const { state, lane } = next.forwarded
    state.attempt = { cancel: () => queues.remove(next) }
    const refused = queues.add(next, service, lanes[lane].load.isBehind(choice.now))
    if (refused) refuse(refused)
    recheckTimer ??= setTimeout(recheck, recheckMs).unref()
  }
  const refuse = ({ forwarded }: Try): void => replies.fail(forwarded.state, busy())
  const queues = slotQueues<Try>(queue, clock, metrics)
  const serve = (service: string, lane: Lane): void => {
    // Uses the replica that ended the waiting, because another choice can be a full one.
    let choice!: Choice
    const isReady = (next: Try): boolean => !(choice = choose(next)).isFull
    for (let next; (next = queues.take(service, lane, isReady));) run(next, choice)
  }
  let recheckTimer: NodeJS.Timeout | undefined
  const recheck = (): void => {
    queues.takeOverdue().forEach(refuse)
    for (const { service, lane } of queues.listWaiting()) serve(service, lane)
    recheckTimer = queues.listWaiting().length > 0 ? setTimeout(recheck, recheckMs).unref() : undefined
  }

  const onError: AttemptDeps['onError'] = ({ forwarded, replica, number, tried }, error) => {
    const kind = failureKind(error)
    const upstream = replica.service
    failures.inc({ upstream, kind })
    if (kind === 'unsent' || kind === 'cut' || kind === 'timeout') replicas.setAside(replica)
    if (kind === 'misdirected') drop(replica.key)
    if (kind === 'rejected') return renewToken(forwarded)
    if (number === maxAttempts || !mayRepeat(kind, forwarded, number)) {
      return replies.fail(forwarded.state, failureReply(kind, error))
    }
    retries.inc({ upstream })
    // A connection to a healthy replica can break, so if there is only one replica, it is tried again.
    const isOnlyOne = kind === 'cut' && forwarded.candidates.length === 1
    const next = isOnlyOne ? tried : new Set([...(tried ?? []), replica.key])
    attempt({ forwarded, number: number + 1, tried: next })
  }
  /** A service can learn of a changed API key before the gateway does. The request was not handled, so it is repeated. */
  const renewToken = (forwarded: ForwardedRequest): void =>
    void forwarded.renewHeaders!()
      .then((headers) =>
        attempt({ forwarded: { ...forwarded, headers, renewHeaders: null }, number: 1, tried: undefined }),
      )
      .catch((error: unknown) => replies.fail(forwarded.state, error))
  const onEnd: AttemptDeps['onEnd'] = ({ replica, forwarded }) => serve(replica.service, forwarded.lane)
  const deps: AttemptDeps = { replicas, replies, clock, onError, onEnd }

  return (forwarded) => attempt({ forwarded, number: 1, tried: undefined })
}

const mayRepeat = (kind: FailureKind, { state, body }: ForwardedRequest, number: number): boolean => {
  if (body !== null && 'stream' in body && body.hasStarted()) return false
  if (kind === 'unsent' || kind === 'misdirected') return true
  const { method } = state.request
  return kind === 'cut' && number === 1 && (method === 'GET' || method === 'HEAD')
}

const busy = (): AppError =>
  new AppError('UNAVAILABLE', 'This part of the platform is overloaded; try again', { retryAfterSeconds: 1 })
