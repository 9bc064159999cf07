import { secondsOf } from './errors.ts'
import type { Result } from './request.ts'

const firstWaitMs = 250
const longestBackOffMs = 8_000
/** Who is told to wait longer than this is told so at once. */
const longestWaitMs = 30_000

/** Time and chance, for tests. */
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

/** Any part of a wait that doubles from attempt to attempt, so that clients do not come back together. */
export const backOffMs = (attempt: number, random: () => number): number =>
  Math.round(random() * Math.min(longestBackOffMs, firstWaitMs * 2 ** attempt))

/** A repetition of a safe call has no second effect: it only reads, or carries an `Idempotency-Key`. */
const maySucceedLater = ({ status, body }: Result, isSafe: boolean): boolean => {
  if (status === 429) return true // refused before anything happened
  if (!isSafe) return false
  if (status === 409)
    return (body as { error?: { code?: string } } | null)?.error?.code === 'IDEMPOTENCY_IN_PROGRESS'
  return status === 502 || status === 503 || status === 504
}

/** How long to wait before the call is made again; null when it should not be. */
export const retryWaitMs = (
  result: Result,
  attempt: { number: number; isSafe: boolean },
  { now, random }: { now: number; random: () => number },
): number | null => {
  if (!maySucceedLater(result, attempt.isSafe)) return null
  const asked = secondsOf(result.headers.get('retry-after'), now)
  const waitMs = (asked ?? 0) * 1000 + backOffMs(attempt.number, random)
  return waitMs > longestWaitMs ? null : waitMs
}
