import { AppError } from '@wp/kernel'
import type { Metrics } from '@wp/telemetry'
import { batchedTimer } from './batched-timer.ts'

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

type ClientMetrics = ReturnType<typeof clientMetrics>

/** Counts the calls of one method; `started` is a time of `performance.now()`. */
export type CallMeter = {
  succeeded(started: number): void
  failed(started: number, error: unknown): void
  retried(): void
}

export const callMeter = ({ duration, retries }: ClientMetrics, peer: string, method: string): CallMeter => {
  const ok = batchedTimer(duration, { peer, method, code: 'OK' })
  return {
    succeeded: (started) => ok(secondsSince(started)),
    failed: (started, error) =>
      duration.observe({ peer, method, code: codeOf(error) }, secondsSince(started)),
    retried: () => retries.inc({ peer, method }),
  }
}

const secondsSince = (started: number): number => (performance.now() - started) / 1000

const codeOf = (error: unknown): string => (error instanceof AppError ? error.code : 'INTERNAL')

/** Counts the answers of one method of a server. */
export const answerMeter = (metrics: Metrics, method: string): Omit<CallMeter, 'retried'> => {
  const duration = metrics.histogram('rpc_server_duration_seconds', 'Time a gRPC method took to answer', [
    'method',
    'code',
  ])
  const ok = batchedTimer(duration, { method, code: 'OK' })
  return {
    succeeded: (started) => ok(secondsSince(started)),
    failed: (started, error) => duration.observe({ method, code: codeOf(error) }, secondsSince(started)),
  }
}
