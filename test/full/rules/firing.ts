/**
 * Input series for each alert in promtool's notation, one value per minute. The alert must fire for `ill` and must
 * not fire for `well`.
 */
export type Firing = { series: string[]; well: string[]; ill: string[]; at: string }

/** Series that show that the platform runs here and that pos is one of its services. */
const platform = 'gateway_route_conflicts{service="gateway",pod="gateway-0"}'
const pos = 'gateway_upstream_replicas{upstream="pos"}'

const requests = [
  platform,
  'http_requests_total{service="gateway",status="200"}',
  'http_requests_total{service="gateway",status="500"}',
]
const one = (series: string, well: string, ill: string, at = '15m'): Firing => ({
  series: [series],
  well: [well],
  ill: [ill],
  at,
})

export const firing: Record<string, Firing> = {
  ErrorBudgetBurnsFast: {
    series: requests,
    well: ['0x120', '0+1000x120', '0+1x120'],
    ill: ['0x120', '0+100x120', '0+2x120'],
    at: '100m',
  },
  ErrorBudgetBurnsSlowly: {
    series: requests,
    well: ['0x500', '0+1000x500', '0+1x500'],
    ill: ['0x500', '0+1000x500', '0+8x500'],
    at: '480m',
  },
  ServiceErrors: {
    series: [
      pos,
      'http_requests_total{service="pos",status="200"}',
      'http_requests_total{service="pos",status="503"}',
    ],
    well: ['1x30', '0+100x30', '0+1x30'],
    ill: ['1x30', '0+100x30', '0+10x30'],
    at: '20m',
  },
  SlowRequests: {
    series: [
      platform,
      'http_request_duration_seconds_bucket{service="gateway",le="1"}',
      'http_request_duration_seconds_bucket{service="gateway",le="5"}',
      'http_request_duration_seconds_bucket{service="gateway",le="+Inf"}',
    ],
    well: ['0x30', '0+100x30', '0+100x30', '0+100x30'],
    ill: ['0x30', '0+90x30', '0+100x30', '0+100x30'],
    at: '25m',
  },
  ServiceDown: {
    series: ['up{service="identity"}', 'gateway_upstream_replicas{upstream="identity"}'],
    well: ['1x30', '1x30'],
    ill: ['1x5 stale', '1x5 0x30'],
    at: '15m',
  },
  NoReplicasBehindGateway: one('gateway_upstream_replicas{upstream="pos"}', '1x30', '0x30'),
  NatsDisconnected: one('nats_connected{service="pos"}', '1x30', '0x30'),
  OutboxWaits: one('outbox_oldest_seconds{service="pos"}', '2x30', '90x30'),
  StreamFills: {
    series: [
      'stream_bytes{service="pos",stream="wp-pos"}',
      'stream_max_bytes{service="pos",stream="wp-pos"}',
    ],
    well: ['700x30', '1000x30'],
    ill: ['800x30', '1000x30'],
    at: '15m',
  },
  JetStreamFills: {
    series: [
      'jetstream_storage_bytes{service="pos",pod="pos-1"}',
      'jetstream_max_storage_bytes{service="pos",pod="pos-1"}',
    ],
    well: ['700x30', '1000x30'],
    ill: ['800x30', '1000x30'],
    at: '15m',
  },
  DeadLetters: one('events_handled_total{service="pos",consumer="on-sale",outcome="dead"}', '3x30', '0+1x30'),
  ConsumerLags: one('consumer_pending{service="pos",consumer="on-sale",stream="S"}', '900x30', '1100x30'),
  ConsumerStalled: one('consumer_stalled{service="pos",consumer="on-sale",stream="S"}', '0x30', '1x30'),
  EventLoopDelay: {
    series: [pos, 'nodejs_eventloop_lag_p99_seconds{service="pos"}'],
    well: ['1x30', '0.2x30'],
    ill: ['1x30', '0.5x30'],
    at: '15m',
  },
  RevocationFeedStale: one('wp_revocation_feed_stale_seconds{service="pos"}', '1x30', '30x30'),
  ClockOffset: one('clock_offset_seconds{service="pos",pod="pos-1"}', '9x30', '-300x30'),
  RouteConflict: one('gateway_route_conflicts{service="gateway"}', '0x30', '1x30'),
  JobsFail: one('wp_job_runs_total{service="pos",job="expire",outcome="failed"}', '1x90', '0+1x90', '80m'),
  CallsRefused: one('rpc_server_refused_total{service="pos",reason="not-allowed"}', '1x30', '0+1x30', '25m'),
}
