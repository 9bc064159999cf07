import type { Metrics } from '@wp/telemetry'

export const clientMetrics = (metrics: Metrics) => ({
  duration: metrics.histogram('rpc_client_duration_seconds', 'Time a gRPC call took, attempts together', [
    'peer',
    'method',
    'code',
  ]),
  retries: metrics.counter('rpc_client_retries_total', 'gRPC calls that were tried once more', [
    'peer',
    'method',
  ]),
  breakerOpen: metrics.gauge('rpc_client_breaker_open', 'Whether calls to a failing peer are held back', [
    'peer',
  ]),
})

export type ClientMetrics = ReturnType<typeof clientMetrics>

export const serverMetrics = (metrics: Metrics) => ({
  duration: metrics.histogram('rpc_server_duration_seconds', 'Time a gRPC method took to answer', [
    'method',
    'code',
  ]),
})
