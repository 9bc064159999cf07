import { Metadata, status, type StatusObject } from '@grpc/grpc-js'
import type { Rejection } from '@wp/credentials'
import type { Logger, Metrics } from '@wp/telemetry'

const quietMs = 1000

/**
 * Calls that are refused for who makes them: counted, and logged at most once a second, since anybody can cause them. The
 * status carries no code of ours: it is a fault between services, not one of the person whose request it belongs to.
 */
export const createRefusals = ({ logger, metrics }: { logger: Logger; metrics: Metrics }) => {
  const refusedTotal = metrics.counter(
    'rpc_server_refused_total',
    'gRPC calls refused because of who made them',
    ['method', 'reason'],
  )
  let loggedAt = 0
  return {
    toStatus: ({ reason, caller }: Rejection, method: string, peer: string): StatusObject => {
      refusedTotal.inc({ method, reason })
      if (Date.now() - loggedAt >= quietMs) {
        loggedAt = Date.now()
        logger.warn({ method, reason, caller, peer }, 'a call was refused because of who made it')
      }
      return reason === 'not-allowed'
        ? toRefusal(status.PERMISSION_DENIED, `${caller} may not call this method`)
        : toRefusal(status.UNAUTHENTICATED, 'A call between services has to prove who makes it')
    },
  }
}

const toRefusal = (code: status, details: string): StatusObject => ({
  code,
  details,
  metadata: new Metadata(),
})
