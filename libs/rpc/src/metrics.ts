import { AppError } from '@wp/kernel'
import { createBatchedTimer, type Metrics } from '@wp/telemetry'

export const clientMetrics = (metrics: Metrics) => ({
  duration: metrics.histogram('rpc_client_duration_seconds', 'Duration of a gRPC call including retries', [
    'peer',
    'method',
    'code',
  ]),
  retries: metrics.counter('rpc_client_retries_total', 'Retried gRPC calls', ['peer', 'method']),
  breakersOpen: metrics.gauge('rpc_client_breaker_open', 'Addresses of a peer with an open circuit breaker', [
    'peer',
  ]),
})

type ClientMetrics = ReturnType<typeof clientMetrics>

/** Records one method's calls; `started` is a value of `performance.now()`. */
export type CallMeter = {
  recordSuccess(started: number): void
  recordFailure(started: number, error: unknown): void
  recordRetry(): void
}

export const createCallMeter = (
  { duration, retries }: ClientMetrics,
  peer: string,
  method: string,
): CallMeter => {
  const ok = createBatchedTimer(duration, { peer, method, code: 'OK' })
  return {
    recordSuccess: (started) => ok(secondsSince(started)),
    recordFailure: (started, error) =>
      duration.observe({ peer, method, code: codeOf(error) }, secondsSince(started)),
    recordRetry: () => retries.inc({ peer, method }),
  }
}

const secondsSince = (started: number): number => (performance.now() - started) / 1000

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : 'INTERNAL')

/** Returns a meter for one method of a server. */
export const createServerMeter = (metrics: Metrics, method: string): Omit<CallMeter, 'recordRetry'> => {
  const duration = metrics.histogram(
    'rpc_server_duration_seconds',
    'Duration of a gRPC method on the server',
    ['method', 'code'],
  )
  const ok = createBatchedTimer(duration, { method, code: 'OK' })
  return {
    recordSuccess: (started) => ok(secondsSince(started)),
    recordFailure: (started, error) =>
      duration.observe({ method, code: codeOf(error) }, secondsSince(started)),
  }
}
