import { secondsOf } from './errors.ts'
import type { Result } from './request.ts'

const firstBackoffMs = 250
const maxBackoffMs = 8_000
/** If a retry would have to wait longer than this, the call fails immediately. */
const maxWaitMs = 30_000

/** Tests replace it to skip the waiting. */
export type Clock = { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> }

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error)
      const stop = () => {
        clearTimeout(timer)
        reject(signal!.reason as Error)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop)
        resolve()
      }, ms)
      signal?.addEventListener('abort', stop, { once: true })
    }),
}

/** Returns a random delay whose maximum doubles with each attempt, so that clients do not retry at the same time. */
export const backOffMs = (attempt: number, random: () => number): number =>
  Math.round(random() * Math.min(maxBackoffMs, firstBackoffMs * 2 ** attempt))

/** `isSafe`: the call reads, is a PUT or has an `Idempotency-Key`, so it can be repeated even if it was applied. */
const maySucceedLater = ({ status, body }: Result, isSafe: boolean): boolean => {
  if (status === 429) return true // The request was rejected before it had any effect.
  if (!isSafe) return false
  if (status === 409)
    return (body as { error?: { code?: string } } | null)?.error?.code === 'IDEMPOTENCY_IN_PROGRESS'
  return status === 502 || status === 503 || status === 504
}

/** Returns the delay before a retry, or null when the call should not be retried. */
export const retryWaitMs = (
  result: Result,
  attempt: { number: number; isSafe: boolean },
  { now, random }: { now: number; random: () => number },
): number | null => {
  if (!maySucceedLater(result, attempt.isSafe)) return null
  const requested = secondsOf(result.headers.get('retry-after'), now)
  const waitMs = (requested ?? 0) * 1000 + backOffMs(attempt.number, random)
  return waitMs > maxWaitMs ? null : waitMs
}
