import type { Metrics } from '@wp/telemetry'

/** Counts one answered request of a route. */
export type RequestMeter = (status: number, seconds: number) => void

/** Meters by route: `http_requests_total{route,status}` and `http_request_duration_seconds{route}`. */
export const requestMeter = (metrics: Metrics): ((route: string) => RequestMeter) => {
  const requests = metrics.counter('http_requests_total', 'Requests answered, by route and status', [
    'route',
    'status',
  ])
  const duration = metrics.histogram('http_request_duration_seconds', 'Time to answer a request, by route', [
    'route',
  ])
  return (route) => {
    const timer = duration.labels({ route })
    const counters = new Map<number, { inc(): void }>()
    return (status, seconds) => {
      let counter = counters.get(status)
      if (!counter) {
        counter = requests.labels({ route, status: String(status) })
        counters.set(status, counter)
      }
      counter.inc()
      timer.observe(seconds)
    }
  }
}
