import { status } from '@grpc/grpc-js'
import { BrokenCircuitError, CircuitState, CountBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { peerUnavailable, rpcFailureOf } from './errors.ts'

/** Opens when half of the last `window` calls failed; lets one call through after `halfOpenAfterMs`. */
export type BreakerOptions = { window: number; minimumCalls: number; halfOpenAfterMs: number }

export const breakerDefaults: BreakerOptions = { window: 20, minimumCalls: 10, halfOpenAfterMs: 1000 }

export type Breaker = {
  /** Runs the call, or fails at once while the peer is given time to recover. */
  run<T>(call: () => Promise<T>): Promise<T>
  isOpen(): boolean
  /** True while `run` would not call: it is open and its time is not up, or one call tests the peer already. */
  isResting(): boolean
  /** A failure of `run` as callers should see it: UNAVAILABLE where the peer was not called. */
  toCallerError(error: unknown): unknown
}

/** Failures for which the peer is not to blame, such as a refused request, are not counted. */
export const createBreaker = (
  peer: string,
  options: BreakerOptions,
  onChange: (isOpen: boolean) => void,
): Breaker => {
  const policy = circuitBreaker(handleWhen(isFaultOfPeer), {
    halfOpenAfter: options.halfOpenAfterMs,
    breaker: new CountBreaker({
      threshold: 0.5,
      size: options.window,
      minimumNumberOfCalls: options.minimumCalls,
    }),
  })
  let openedAt = Number.NEGATIVE_INFINITY
  policy.onBreak(() => {
    openedAt = performance.now()
    onChange(true)
  })
  policy.onReset(() => onChange(false))
  // While one call tests the peer, cockatiel lets the others wait for its outcome; ours have a deadline to keep.
  const isTesting = (): boolean => policy.state === CircuitState.HalfOpen
  return {
    run: (call) => (isTesting() ? Promise.reject(peerUnavailable(peer)) : policy.execute(call)),
    isOpen: () => policy.state !== CircuitState.Closed,
    isResting: () =>
      isTesting() ||
      (policy.state === CircuitState.Open && performance.now() - openedAt < options.halfOpenAfterMs),
    toCallerError: (error) => (error instanceof BrokenCircuitError ? peerUnavailable(peer) : error),
  }
}

/** True for a failure that says something about the peer: it could not be reached or took too long. */
export const isFaultOfPeer = (error: unknown): boolean => {
  const failure = rpcFailureOf(error)
  if (!failure || failure.isDownstream || failure.hadLittleTime) return false
  return failure.status === status.UNAVAILABLE || failure.status === status.DEADLINE_EXCEEDED
}
