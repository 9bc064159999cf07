import { AppError } from '@wp/kernel'

/** Time that a hop reserves to answer its own caller after its outgoing call has timed out. */
export const hopMarginMs = 20

/**
 * Returns the milliseconds that a call may take: its own limit or the caller's remaining time minus the margin,
 * whichever is shorter. Throws TIMEOUT when no time is left.
 */
export const remainingMs = (ownMs: number, callerDeadline: number | undefined, now: number): number => {
  if (callerDeadline === undefined) return ownMs
  const left = callerDeadline - now - hopMarginMs
  if (left <= 0) throw new AppError('TIMEOUT', 'The request timed out; try again')
  return Math.min(ownMs, left)
}
