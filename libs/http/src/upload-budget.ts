import { AppError } from '@wp/kernel'
import type { Metrics } from '@wp/telemetry'

const mebibyte = 1024 * 1024

/**
 * Limits for the bytes of unanswered uploads on disk: per workspace (per address on routes without one) and per
 * process.
 */
export type UploadLimits = { perWorkspace: number; perProcess: number }
export const uploadLimits: UploadLimits = { perWorkspace: 48 * mebibyte, perProcess: 1024 * mebibyte }

/** One upload's share of the budget; `release` returns all of it. */
export type UploadAllowance = { take(bytes: number): void; release(): void }
export type UploadBudget = { open(scope: string): UploadAllowance }

/**
 * Returns a budget that counts the bytes of unanswered uploads. `take` throws RATE_LIMITED above the workspace limit
 * and UNAVAILABLE above the process limit, so that unfinished uploads cannot fill the disk.
 */
export const createUploadBudget = (limits: UploadLimits, metrics: Metrics): UploadBudget => {
  const inFlight = metrics.gauge(
    'http_upload_bytes_in_flight',
    'Bytes of uploads on disk whose requests are still unanswered',
  )
  const refused = metrics.counter(
    'http_uploads_refused_total',
    'Uploads rejected because of the upload limits',
  )
  const byScope = new Map<string, number>()
  let total = 0

  const add = (scope: string, bytes: number): void => {
    total += bytes
    inFlight.set(total)
    const held = (byScope.get(scope) ?? 0) + bytes
    if (held > 0) byScope.set(scope, held)
    else byScope.delete(scope)
  }
  const check = (scope: string): void => {
    const isOverWorkspaceLimit = (byScope.get(scope) ?? 0) > limits.perWorkspace
    if (!isOverWorkspaceLimit && total <= limits.perProcess) return
    refused.inc()
    throw isOverWorkspaceLimit
      ? new AppError('RATE_LIMITED', 'Too many concurrent uploads; wait until some of them have finished', {
          retryAfterSeconds: 5,
        })
      : new AppError('UNAVAILABLE', 'The platform is processing too many uploads; try again', {
          retryAfterSeconds: 5,
        })
  }
  return {
    open: (scope) => {
      let held = 0
      return {
        take: (bytes) => {
          held += bytes
          add(scope, bytes)
          check(scope)
        },
        release: () => {
          add(scope, -held)
          held = 0
        },
      }
    },
  }
}
