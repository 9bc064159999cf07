import { status } from '@grpc/grpc-js'
import { BrokenCircuitError, CircuitState, CountBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { peerUnavailable, findRpcFailure } from './errors.ts'

/**
 * After `minimumCalls`, the breaker opens when more than half of the last `window` calls have failed. It allows one
 * trial call after `halfOpenAfterMs`.
 */
export type BreakerOptions = { window: number; minimumCalls: number; halfOpenAfterMs: number }

export const breakerDefaults: BreakerOptions = { window: 20, minimumCalls: 10, halfOpenAfterMs: 1000 }

export type Breaker = {
  /** Runs the call, or fails immediately while the breaker is open or a trial call is running. */
  run<T>(call: () => Promise<T>): Promise<T>
  isOpen(): boolean
  /** Returns true while `run` would fail immediately: the breaker is open, or a trial call is running. */
  isBlocking(): boolean
  /** Converts an error thrown by `run`: UNAVAILABLE if the breaker prevented the call. */
  toCallerError(error: unknown): unknown
}

/** Returns a circuit breaker that only counts failures caused by the peer. */
export const createBreaker = (
  peer: string,
  options: BreakerOptions,
  onChange: (isOpen: boolean) => void,
): Breaker => {
  const policy = circuitBreaker(handleWhen(isPeerFailure), {
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
  // While a trial call runs, cockatiel queues other calls. Reject them instead, because they have deadlines.
  const isTrialRunning = (): boolean => policy.state === CircuitState.HalfOpen
  return {
    run: (call) => (isTrialRunning() ? Promise.reject(peerUnavailable(peer)) : policy.execute(call)),
    isOpen: () => policy.state !== CircuitState.Closed,
    isBlocking: () =>
      isTrialRunning() ||
      (policy.state === CircuitState.Open && performance.now() - openedAt < options.halfOpenAfterMs),
    toCallerError: (error) => (error instanceof BrokenCircuitError ? peerUnavailable(peer) : error),
  }
}

/** Returns true when the peer was unavailable or, with enough time for the call, too slow. */
export const isPeerFailure = (error: unknown): boolean => {
  const failure = findRpcFailure(error)
  if (!failure || failure.isDownstream || failure.hadLittleTime) return false
  return failure.status === status.UNAVAILABLE || failure.status === status.DEADLINE_EXCEEDED
}
