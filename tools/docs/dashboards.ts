import {
  DashboardBuilder,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries'

const source = { type: 'prometheus', uid: '${datasource}' }
const perSecond = 'reqps'
const seconds = 's'
const share = 'percentunit'
const count = 'short'

/** Adds the chosen namespaces to each selector, because one Prometheus may watch several platforms. */
const inNamespace = (query: string): string =>
  query.replaceAll(
    /\b(up|wp:[a-z0-9_:]+|[a-z]+(?:_[a-z0-9]+)+)\b(?![(:])(?:\{([^}]*)\})?/g,
    (_, metric: string, labels?: string) =>
      `${metric}{${[...(labels ? [labels] : []), 'namespace=~"$namespace"'].join(',')}}`,
  )

/** Excludes other applications in these namespaces, whose series have the same names. */
const ofPlatform = (query: string): string => `${query} and on (namespace, service) wp:service_known:max`

/** Creates a panel from a title, a unit, and queries by legend. */
const panel = (title: string, unit: string, queries: Record<string, string>) => {
  const drawn = new PanelBuilder().title(title).datasource(source).unit(unit).min(0).span(8).height(8)
  for (const [index, [legend, query]] of Object.entries(queries).entries())
    drawn.withTarget(
      new DataqueryBuilder()
        .refId(String.fromCodePoint('A'.codePointAt(0)! + index))
        .expr(inNamespace(query))
        .legendFormat(legend),
    )
  return drawn
}

type Row = { title: string; panels: PanelBuilder[] }

const dashboard = (name: string, title: string, rows: Row[], options: { ofService?: boolean } = {}) => {
  const built = new DashboardBuilder(title)
    .uid(`workspace-platform-${name}`)
    .tags(['workspace-platform'])
    .timezone('utc')
    .refresh('30s')
    .time({ from: 'now-3h', to: 'now' })
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'))
    .withVariable(
      new QueryVariableBuilder('namespace')
        .label('Namespace')
        .datasource(source)
        .query('label_values(wp:platform_known:max, namespace)')
        .multi(true)
        .includeAll(true),
    )
  if (options.ofService)
    built.withVariable(
      new QueryVariableBuilder('service')
        .label('Service')
        .datasource(source)
        .query('label_values(wp:service_known:max{namespace=~"$namespace"}, service)')
        .multi(true)
        .includeAll(true),
    )
  for (const row of rows) {
    built.withRow(new RowBuilder(row.title))
    for (const each of row.panels) built.withPanel(each)
  }
  return built.build()
}

const quantile = (share: number, metric: string, labels: string, selector = '') =>
  `histogram_quantile(${share}, sum by (${['le', labels].filter(Boolean).join(', ')}) (rate(${metric}_bucket${selector}[$__rate_interval])))`

const overview = dashboard('overview', 'Workspace Platform: overview', [
  {
    title: 'Gateway',
    panels: [
      panel('Requests', perSecond, { requests: 'wp:gateway_requests:rate5m' }),
      panel('Failed requests (5xx)', share, {
        '5 minutes': 'wp:gateway_errors:ratio_rate5m',
        '1 hour': 'wp:gateway_errors:ratio_rate1h',
        '6 hours': 'wp:gateway_errors:ratio_rate6h',
      }),
      panel('Response time', seconds, {
        median: quantile(0.5, 'http_request_duration_seconds', '', '{service="gateway"}'),
        '99th percentile': 'wp:gateway_latency:p99_5m',
      }),
      panel('Replies by status', perSecond, {
        '{{status}}': 'sum by (status) (rate(http_requests_total{service="gateway"}[$__rate_interval]))',
      }),
      panel('WebSocket connections', count, { open: 'sum(gateway_open_sockets)' }),
      panel('Failed attempts to call services', perSecond, {
        '{{upstream}}: {{kind}}':
          'sum by (upstream, kind) (rate(gateway_upstream_failures_total[$__rate_interval]))',
      }),
    ],
  },
  {
    title: 'Services',
    panels: [
      panel('Replicas that the gateway routes to', count, {
        '{{upstream}}': 'max by (upstream) (gateway_upstream_replicas)',
      }),
      panel('Requests', perSecond, {
        '{{service}}': `sum by (service) (${ofPlatform('rate(http_requests_total[$__rate_interval])')})`,
      }),
      panel('Failed requests (5xx)', share, { '{{service}}': 'wp:service_errors:ratio_rate5m' }),
      panel('Memory', 'bytes', {
        '{{service}}': `max by (service) (${ofPlatform('process_resident_memory_bytes')})`,
      }),
      panel('CPU cores used', count, {
        '{{service}}': `sum by (service) (${ofPlatform('rate(process_cpu_seconds_total[$__rate_interval])')})`,
      }),
      panel('Event loop delay, 99th percentile', seconds, {
        '{{service}}': `max by (service) (${ofPlatform('nodejs_eventloop_lag_p99_seconds')})`,
      }),
      panel('Rejected routes', count, { routes: 'max(gateway_route_conflicts)' }),
      panel('Age of the revocation list', seconds, {
        '{{service}}': 'max by (service) (wp_revocation_feed_stale_seconds)',
      }),
      panel('Running processes', count, { '{{service}}': `sum by (service) (${ofPlatform('up')})` }),
    ],
  },
])

const events = dashboard('events', 'Workspace Platform: events and jobs', [
  {
    title: 'Publishing',
    panels: [
      panel('Events published', perSecond, {
        '{{service}}': 'sum by (service) (rate(events_published_total[$__rate_interval]))',
      }),
      panel('Events waiting to be published', count, {
        '{{service}}': 'max by (service) (outbox_waiting)',
      }),
      panel('Age of the oldest waiting event', seconds, {
        '{{service}}': 'max by (service) (outbox_oldest_seconds)',
      }),
      panel("Used share of each stream's limit", share, {
        '{{stream}}': 'max by (stream) (stream_bytes / stream_max_bytes)',
      }),
      panel("Used share of JetStream's storage", share, {
        storage: 'max(jetstream_storage_bytes / jetstream_max_storage_bytes)',
      }),
    ],
  },
  {
    title: 'Webhooks',
    panels: [
      panel('Attempts', perSecond, {
        '{{outcome}}': 'sum by (outcome) (rate(webhook_attempts_total[$__rate_interval]))',
      }),
      panel('Wait for the first attempt', seconds, {
        median: quantile(0.5, 'webhook_wait_seconds', ''),
        '99th percentile': quantile(0.99, 'webhook_wait_seconds', ''),
      }),
    ],
  },
  {
    title: 'Consumers',
    panels: [
      panel('Events handled', perSecond, {
        '{{service}} {{outcome}}': 'sum by (service, outcome) (rate(events_handled_total[$__rate_interval]))',
      }),
      panel('Events waiting to be handled', count, {
        '{{service}} {{consumer}}': 'max by (service, consumer) (consumer_pending)',
      }),
      panel('Stalled consumers', count, {
        '{{service}} {{consumer}}': 'max by (service, consumer) (consumer_stalled)',
      }),
      panel('Dead letters per hour', count, {
        '{{service}} {{consumer}}':
          'sum by (service, consumer) (increase(events_handled_total{outcome=~"dead|malformed"}[1h]))',
      }),
      panel('Consumer starts per hour', count, {
        '{{service}} {{consumer}}': 'sum by (service, consumer) (increase(consumer_starts_total[1h]))',
      }),
    ],
  },
  {
    title: 'Jobs and live connections',
    panels: [
      panel('Runs per hour', count, {
        '{{service}} {{job}} {{outcome}}': 'sum by (service, job, outcome) (increase(wp_job_runs_total[1h]))',
      }),
      panel('Duration, 99th percentile', seconds, {
        '{{service}} {{job}}': quantile(0.99, 'wp_job_seconds', 'service, job'),
      }),
      panel('Live connections', count, { '{{service}}': 'sum by (service) (realtime_connections)' }),
    ],
  },
])

const ofService = '{service=~"$service"}'

const service = dashboard(
  'service',
  'Workspace Platform: one service',
  [
    {
      title: 'HTTP',
      panels: [
        panel('Requests by route', perSecond, {
          '{{route}}': `topk(15, sum by (route) (rate(http_requests_total${ofService}[$__rate_interval])))`,
        }),
        panel('Response time by route, 99th percentile', seconds, {
          '{{route}}': `topk(15, ${quantile(0.99, 'http_request_duration_seconds', 'route', ofService)})`,
        }),
        panel('Failures by route', perSecond, {
          '{{route}} {{status}}':
            'sum by (route, status) (rate(http_requests_total{service=~"$service",status=~"5.."}[$__rate_interval]))',
        }),
      ],
    },
    {
      title: 'gRPC',
      panels: [
        panel('Calls answered', perSecond, {
          '{{method}} {{code}}': `sum by (method, code) (rate(rpc_server_duration_seconds_count${ofService}[$__rate_interval]))`,
        }),
        panel('Calls made', perSecond, {
          '{{peer}} {{method}} {{code}}': `sum by (peer, method, code) (rate(rpc_client_duration_seconds_count${ofService}[$__rate_interval]))`,
        }),
        panel('Call duration, 99th percentile', seconds, {
          '{{peer}} {{method}}': quantile(0.99, 'rpc_client_duration_seconds', 'peer, method', ofService),
        }),
        panel('Calls rejected because of their caller', perSecond, {
          '{{reason}}': `sum by (reason) (rate(rpc_server_refused_total${ofService}[$__rate_interval]))`,
        }),
        panel('Addresses with an open circuit breaker', count, {
          '{{service}} → {{peer}}': `max by (service, peer) (rpc_client_breaker_open${ofService})`,
        }),
      ],
    },
    {
      title: 'Database and process',
      panels: [
        panel('Database operations', perSecond, {
          '{{collection}} {{operation}}': `topk(15, sum by (collection, operation) (rate(db_operation_seconds_count${ofService}[$__rate_interval])))`,
        }),
        panel('Duration of database operations, 99th percentile', seconds, {
          '{{collection}} {{operation}}': `topk(15, ${quantile(0.99, 'db_operation_seconds', 'collection, operation', ofService)})`,
        }),
        panel('Transaction attempts', perSecond, {
          '{{service}} {{outcome}}': `sum by (service, outcome) (rate(db_transaction_attempts_total${ofService}[$__rate_interval]))`,
        }),
        panel('Heap', 'bytes', {
          '{{service}}': `max by (service) (nodejs_heap_size_used_bytes${ofService})`,
        }),
        panel('Garbage collection', share, {
          '{{service}} {{kind}}': `sum by (service, kind) (rate(nodejs_gc_duration_seconds_sum${ofService}[$__rate_interval]))`,
        }),
        panel('Unanswered uploads on disk', 'bytes', {
          '{{service}}': `max by (service) (http_upload_bytes_in_flight${ofService})`,
        }),
        panel('Open files and sockets', count, {
          '{{service}}': `max by (service) (process_open_fds${ofService})`,
        }),
      ],
    },
  ],
  { ofService: true },
)

/** Returns the Grafana dashboards: file name → content. */
export const dashboardFiles = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ overview, events, service }).map(([name, built]) => [
      `helm/platform/files/dashboards/${name}.json`,
      `${JSON.stringify(built, null, 2)}\n`,
    ]),
  )
