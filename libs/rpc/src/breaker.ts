import { status } from '@grpc/grpc-js'
import { CircuitState, CountBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { notAsked, rpcFailureOf } from './errors.ts'

/** Opens when half of the last `window` calls failed; lets one call through after `halfOpenAfterMs`. */
export type BreakerOptions = { window: number; minimumCalls: number; halfOpenAfterMs: number }

export const breakerDefaults: BreakerOptions = { window: 20, minimumCalls: 10, halfOpenAfterMs: 1000 }

export type Breaker = {
  /** Runs the call, or fails at once with UNAVAILABLE while the peer is given time to recover. */
  run<T>(call: () => Promise<T>): Promise<T>
  isOpen(): boolean
}

/** Failures for which the peer is not to blame, such as a refused request, are not counted. */
export const breaker = (
  peer: string,
  options: BreakerOptions,
  onChange: (isOpen: boolean) => void,
): Breaker => {
  const policy = circuitBreaker(handleWhen(isPeersFault), {
    halfOpenAfter: options.halfOpenAfterMs,
    breaker: new CountBreaker({
      threshold: 0.5,
      size: options.window,
      minimumNumberOfCalls: options.minimumCalls,
    }),
  })
  policy.onBreak(() => onChange(true))
  policy.onReset(() => onChange(false))
  // While one call tests the peer, cockatiel lets the others wait for its outcome; ours have a deadline to keep.
  const isTesting = (): boolean => policy.state === CircuitState.HalfOpen
  return {
    run: async (call) => {
      if (isTesting()) throw notAsked(peer)
      return policy.execute(call).catch((error: unknown) => {
        throw rpcFailureOf(error) ? error : translated(error, peer)
      })
    },
    isOpen: () => policy.state !== CircuitState.Closed,
  }
}

const translated = (error: unknown, peer: string): unknown =>
  error instanceof Error && 'isBrokenCircuitError' in error ? notAsked(peer) : error

const isPeersFault = (error: unknown): boolean => {
  const failure = rpcFailureOf(error)
  if (!failure || failure.isPassedOn || failure.isRushed) return false
  return failure.status === status.UNAVAILABLE || failure.status === status.DEADLINE_EXCEEDED
}
