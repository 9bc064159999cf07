import { AppError } from '@wp/kernel'
import type { Metrics } from '@wp/telemetry'

const mebibyte = 1024 * 1024

/** How many bytes of uploads may be on the disk at once: of one workspace, and in this process. */
export type UploadLimits = { perWorkspace: number; perProcess: number }
export const uploadLimits: UploadLimits = { perWorkspace: 48 * mebibyte, perProcess: 1024 * mebibyte }

/** The room of one upload; `release` gives all of it back. */
export type UploadRoom = { take(bytes: number): void; release(): void }
export type UploadBudget = { open(scope: string): UploadRoom }

/**
 * Counts the bytes of uploads that have arrived and are not answered yet. What goes beyond the workspace's share fails
 * with RATE_LIMITED, beyond the process's with UNAVAILABLE: one sender's unfinished uploads cannot fill the disk.
 */
export const createUploadBudget = (limits: UploadLimits, metrics: Metrics): UploadBudget => {
  const inFlight = metrics.gauge('http_upload_bytes_in_flight', 'Bytes of uploads on the disk')
  const refused = metrics.counter('http_uploads_refused_total', 'Uploads refused for want of room')
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
    const isOverShare = (byScope.get(scope) ?? 0) > limits.perWorkspace
    if (!isOverShare && total <= limits.perProcess) return
    refused.inc()
    throw isOverShare
      ? new AppError('RATE_LIMITED', 'Too many uploads at once; please finish some first', {
          retryAfterSeconds: 5,
        })
      : new AppError('UNAVAILABLE', 'Too many uploads at once; please try again', { retryAfterSeconds: 5 })
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
