import { AppError } from '@wp/kernel'

/** What a hop keeps for itself, to answer its own caller after the call below has run out of time. */
export const hopMarginMs = 20

/**
 * Milliseconds a call may take: its own limit, or what the caller has left less the margin, whichever is shorter.
 * Fails with TIMEOUT when nothing is left, so that no work starts that nobody waits for.
 */
export const remainingMs = (ownMs: number, callerDeadline: number | undefined, now: number): number => {
  if (callerDeadline === undefined) return ownMs
  const left = callerDeadline - now - hopMarginMs
  if (left <= 0) throw new AppError('TIMEOUT', 'The time for this request has run out; try again')
  return Math.min(ownMs, left)
}
