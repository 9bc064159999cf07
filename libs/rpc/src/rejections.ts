import { Metadata, status, type StatusObject } from '@grpc/grpc-js'
import { rejectionReasons, type Rejection } from '@wp/credentials'
import type { Logger, Metrics } from '@wp/telemetry'

const logIntervalMs = 1000

/**
 * Returns `toStatus`, which counts rejected calls, logs them at most once a second (anyone can cause them) and
 * returns their status. The status has no platform error code, because the mistake was made by a service, not by the
 * user whose request it is handling.
 */
export const createRejections = ({ logger, metrics }: { logger: Logger; metrics: Metrics }) => {
  const rejectedTotal = metrics.counter(
    'rpc_server_refused_total',
    'gRPC calls rejected because of their caller',
    ['reason'],
  )
  // Start at 0, because Prometheus sees no increase when a counter first appears with the value 1.
  for (const reason of rejectionReasons) rejectedTotal.inc({ reason }, 0)
  let loggedAt = Number.NEGATIVE_INFINITY
  return {
    toStatus: ({ reason, caller }: Rejection, method: string, peer: string): StatusObject => {
      rejectedTotal.inc({ reason })
      if (performance.now() - loggedAt >= logIntervalMs) {
        loggedAt = performance.now()
        logger.warn({ method, reason, caller, peer }, 'rejected a call from an unauthorized caller')
      }
      return reason === 'not-allowed'
        ? toStatusObject(status.PERMISSION_DENIED, `${caller} is not allowed to call this method`)
        : toStatusObject(status.UNAUTHENTICATED, 'The service token is missing or invalid')
    },
  }
}

const toStatusObject = (code: status, details: string): StatusObject => ({
  code,
  details,
  metadata: new Metadata(),
})
