import type { Metrics } from '@wp/telemetry'

/** Counts one answered request of a route. */
export type RequestMeter = (status: number, seconds: number) => void

/** Observations wait here and go to the histogram together, which costs a fraction of one by one. */
const batchSize = 256

/** Meters by route: `http_requests_total{route,status}` and `http_request_duration_seconds{route}`. */
export const requestMeter = (metrics: Metrics): ((route: string) => RequestMeter) => {
  const requests = metrics.counter('http_requests_total', 'Requests answered, by route and status', [
    'route',
    'status',
  ])
  const duration = metrics.histogram('http_request_duration_seconds', 'Time to answer a request, by route', [
    'route',
  ])
  const flushes: (() => void)[] = []
  const flushAll = (): void => {
    for (const flush of flushes) flush()
  }
  // prom-client calls `collect` before it reads a metric, so a scrape never misses what waits.
  Object.assign(requests, { collect: flushAll })
  Object.assign(duration, { collect: flushAll })

  return (route) => {
    const timer = duration.labels({ route })
    const counts = new Map<number, number>()
    const waiting = new Float64Array(batchSize)
    let size = 0
    const flush = (): void => {
      for (let index = 0; index < size; index += 1) timer.observe(waiting[index]!)
      size = 0
      for (const [status, count] of counts) requests.inc({ route, status: String(status) }, count)
      counts.clear()
    }
    flushes.push(flush)
    return (status, seconds) => {
      counts.set(status, (counts.get(status) ?? 0) + 1)
      waiting[size] = seconds
      size += 1
      if (size === batchSize) flush()
    }
  }
}
