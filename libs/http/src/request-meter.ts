import { createBatchedTimer, onScrape, type Metrics } from '@wp/telemetry'

/** Records one answered request. */
export type RequestMeter = (status: number, seconds: number) => void

/** The failures start at 0: Prometheus sees no increase when a counter first appears with the value 1. */
const zeros: [status: number, count: number][] = [
  [500, 0],
  [503, 0],
  [504, 0],
]

/**
 * Returns a function that creates a route's meter: `http_requests_total{route,status}` and
 * `http_request_duration_seconds{route}`.
 */
export const requestMeter = (metrics: Metrics): ((route: string) => RequestMeter) => {
  const requests = metrics.counter('http_requests_total', 'Requests answered, by route and status', [
    'route',
    'status',
  ])
  const duration = metrics.histogram('http_request_duration_seconds', 'Time to answer a request, by route', [
    'route',
  ])
  return (route) => {
    const record = createBatchedTimer(duration, { route })
    const counts = new Map(zeros)
    onScrape(requests, () => {
      for (const [status, count] of counts) requests.inc({ route, status: String(status) }, count)
      counts.clear()
    })
    return (status, seconds) => {
      counts.set(status, (counts.get(status) ?? 0) + 1)
      record(seconds)
    }
  }
}
