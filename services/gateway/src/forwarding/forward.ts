import { AppError } from '@wp/kernel'
import type { Metrics } from '@wp/telemetry'
import type { Replies, Visit } from '../replies/visit.ts'
import type { ReplicaAddress } from '../routing/route-table.ts'
import { Attempt, type AttemptParts } from './attempt.ts'
import type { ForwardBody } from './body.ts'
import { failureKind, failureReply, unavailable, type FailureKind } from './failures.ts'
import type { Replicas } from './replicas.ts'

/** One request on its way to a service. */
export type Forwarding = {
  readonly visit: Visit
  readonly path: string
  readonly headers: string[]
  readonly body: ForwardBody | null
  readonly candidates: readonly ReplicaAddress[]
}

export type Forwarder = (forwarding: Forwarding) => void

type Parts = { replicas: Replicas; replies: Replies; maxInFlightPerReplica: number; metrics: Metrics }

const maxAttempts = 3

/**
 * Sends a request to the least loaded replica and streams the reply back. A refused connection is tried elsewhere
 * whatever the method, since nothing was sent; a connection that broke before the reply is tried once more for GET and
 * HEAD. A reply with `Connection: close` sets its replica aside: it is draining.
 */
export const forwarder = ({ replicas, replies, maxInFlightPerReplica, metrics }: Parts): Forwarder => {
  const failures = metrics.counter(
    'gateway_upstream_failures_total',
    'Attempts that failed, by what became of them',
    ['upstream', 'kind'],
  )
  const retries = metrics.counter('gateway_upstream_retries_total', 'Requests that were tried once more', [
    'upstream',
  ])

  const attempt = (forwarding: Forwarding, number: number, tried?: ReadonlySet<string>): void => {
    const replica = replicas.choose(forwarding.candidates, tried)
    if (replica === null) return replies.fail(forwarding.visit, unavailable())
    if (replica.inFlight >= maxInFlightPerReplica) return replies.fail(forwarding.visit, busy())
    new Attempt(parts, forwarding, replica, number, tried).start()
  }

  const onError: AttemptParts['onError'] = ({ forwarding, replica, number, tried }, error) => {
    const kind = failureKind(error)
    const upstream = replica.service
    failures.inc({ upstream, kind })
    if (kind === 'unsent' || kind === 'cut') replicas.setAside(replica)
    if (number === maxAttempts || !mayRepeat(kind, forwarding, number)) {
      return replies.fail(forwarding.visit, failureReply(kind, error))
    }
    retries.inc({ upstream })
    // A connection may break though its replica is well; where there is only one, it is asked again.
    const isOnlyOne = kind === 'cut' && forwarding.candidates.length === 1
    attempt(forwarding, number + 1, isOnlyOne ? tried : new Set([...(tried ?? []), replica.key]))
  }
  const parts: AttemptParts = { replicas, replies, onError }

  return (forwarding) => attempt(forwarding, 1)
}

const mayRepeat = (kind: FailureKind, { visit, body }: Forwarding, number: number): boolean => {
  if (body !== null && 'flow' in body && body.hasBegun()) return false
  if (kind === 'unsent') return true
  const { method } = visit.request
  return kind === 'cut' && number === 1 && (method === 'GET' || method === 'HEAD')
}

const busy = (): AppError =>
  new AppError('UNAVAILABLE', 'This part of the platform is busy; please try again', { retryAfterSeconds: 1 })
