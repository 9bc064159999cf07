import { AppError } from '@wp/kernel'
import type { DisabledReason } from '../webhook-endpoints/webhook-endpoint.contract.ts'

const minute = 60_000
const hour = 60 * minute

/** Delays after the first, second, … failed attempt. After the last one, the delivery has failed. */
export const retryDelaysMs = [
  5000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
]

/** A later attempt was scheduled by a clock that was ahead. */
export const longestDelayMs = 24 * hour

export const disableAfterMs = 72 * hour
export const retentionDays = 30
export const maxAttemptsShown = 30
export const maxResponseBytes = 4096
export const maxShownRequestCharacters = 4096
export const maxRedeliveries = 10_000
/** A failing endpoint with more pending deliveries is disabled. */
export const maxPending = 50_000
/**
 * The maximum number of concurrent attempts to one endpoint, each for a different record; a failing endpoint
 * gets one.
 */
export const maxConcurrentAttempts = 4

/** The outcome of one request. `responseStatus` is null when the endpoint did not respond. */
export type AttemptResult = {
  at: Date
  responseStatus: number | null
  responseBody: string | null
  durationMs: number
  error: string | null
}

/**
 * A request without its body, which is the same in every attempt, and its outcome. The first two are missing
 * when nothing was sent, and in attempts from older versions.
 */
export type Attempt = AttemptResult & {
  requestUrl?: string
  requestHeaders?: Record<string, string>
}

export type NextStep = { kind: 'succeeded' } | { kind: 'retry'; at: Date } | { kind: 'failed' }

export const isSuccess = ({ responseStatus }: Pick<AttemptResult, 'responseStatus'>): boolean =>
  responseStatus !== null && responseStatus >= 200 && responseStatus < 300

/** Returns the next step of a delivery after its attempt number `tries`, counted from 1. */
export const nextStep = (result: AttemptResult, tries: number, isRetried: boolean, now: Date): NextStep => {
  if (isSuccess(result)) return { kind: 'succeeded' }
  const delayMs = retryDelaysMs[tries - 1]
  if (!isRetried || delayMs === undefined) return { kind: 'failed' }
  return { kind: 'retry', at: new Date(now.getTime() + delayMs) }
}

/** Returns why a failed attempt disables its endpoint, or null. */
export const reasonToDisable = (
  { responseStatus }: Pick<AttemptResult, 'responseStatus'>,
  failingSince: Date,
  now: Date,
): DisabledReason | null => {
  if (responseStatus === 410) return 'gone'
  return now.getTime() - failingSince.getTime() >= disableAfterMs ? 'failing' : null
}

/** Throws 409 unless deliveries can be sent to the endpoint. */
export const checkActive = ({ isActive }: { isActive: boolean }): void => {
  if (!isActive) throw new AppError('CONFLICT', 'The endpoint is inactive; activate it first')
}

/** Throws 422 when a range contains too many deliveries. */
export const checkRedeliveryCount = (count: number): void => {
  if (count > maxRedeliveries)
    throw new AppError(
      'VALIDATION_FAILED',
      `The period contains more than ${maxRedeliveries.toLocaleString('en')} deliveries; choose a shorter one`,
    )
}

type Lane = { recordKey: string; nextAttemptAt: Date | null }

/**
 * Divides the earliest pending deliveries of some records into those that can be sent now and those that wait for
 * their next attempt. Later deliveries of the same record wait with them.
 */
export const splitHeads = <D extends Lane>(
  heads: readonly D[],
  now: Date,
): { ready: D[]; waiting: (D & { nextAttemptAt: Date })[] } => {
  const isWaiting = (head: D): head is D & { nextAttemptAt: Date } =>
    head.nextAttemptAt !== null && head.nextAttemptAt > now
  return { ready: heads.filter((head) => !isWaiting(head)), waiting: heads.filter(isWaiting) }
}
