import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readDeclarations } from '@wp/credentials/setup'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../root.ts'

// Chart checks that do not need Helm; test/full/helm renders the charts.

const services = [...readDeclarations(root).keys()]

describe('the platform chart', () => {
  it('contains exactly the declared services', () => {
    const chart = readFileSync(join(root, 'helm/platform/Chart.yaml'), 'utf8')
    const aliases = [...chart.matchAll(/alias: ([a-z-]+)/g)].map(([, alias]) => alias!)
    expect(aliases.toSorted((a, b) => a.localeCompare(b))).toEqual(services)
  })
})

describe('values.schema.json of the service chart', () => {
  const service = new Ajv({ strict: false }).compile(
    JSON.parse(readFileSync(join(root, 'helm/service/values.schema.json'), 'utf8')) as object,
  )

  it.each([
    { service: 'unknown' },
    { replica: 3 },
    { replicas: 0 },
    { image: { tag: 'latest' } },
    { image: { digest: 'sha256:short' } },
    { autoscaling: { kind: 'lag' } },
    { resources: { cpuLimit: '1' } },
    { resources: { memory: 'lots' } },
    { gracePeriodSeconds: 30 },
    { drainSeconds: 1 },
    { extraEnv: { LOG_LEVEL: 'debug' } },
    { extraObjects: ['kind: Secret'] },
    { config: { lower: '1' } },
    { config: { OPS_PORT: 1 } },
    { config: { DRAIN_MS: 60_000 } },
    { config: { MONGODB_POOL_SIZE: 500 } },
    { config: { UPLOAD_SPOOL_MB: 5000 } },
    { config: { NATS_REPLICAS: 1 } },
    { config: { NATS_STREAM_MB: 1 } },
    { config: { NATS_STORE_MB: 1 } },
    { config: { MONGODB_URL: 'mongodb://name:password@host' } },
    { secretFiles: { HMAC_KEY: 'the secret itself' } },
    { global: { nats: { url: 'nats://seed@nats:4222' } } },
    { global: { environment: 'prod' } },
    { global: { domain: 'https://platform.example.com' } },
    { global: { expose: { kind: 'gateway-api', parentRefs: [] } } },
    { global: { mongodb: { peers: [{ cidr: '10.0.0.0/8' }] } } },
  ])('rejects the values %j', (values) => {
    expect(service({ service: 'identity' })).toBe(true)
    expect(service(values)).toBe(false)
  })
})

describe('an alert or dashboard', () => {
  type Rules = { groups: { rules: { expr: string }[] }[] }
  type Variable = { name: string; type: string; query: string; allValue?: string }
  type Dashboard = { panels: { targets?: { expr: string }[] }[]; templating: { list: Variable[] } }

  const read = (file: string): string => readFileSync(join(root, file), 'utf8')
  const ruleQueries = (parse(read('helm/platform/files/rules.yaml')) as Rules).groups.flatMap(({ rules }) =>
    rules.map(({ expr }) => expr),
  )
  const dashboards = globSync('helm/platform/files/dashboards/*.json', { cwd: root })
  const dashboardQueries = dashboards.flatMap((file) =>
    (JSON.parse(read(file)) as Dashboard).panels.flatMap(({ targets = [] }) =>
      targets.map(({ expr }) => expr),
    ),
  )

  const metric = /(?<![:\w])([a-z]+(?:_[a-z0-9]+)+?)(?:_bucket|_count|_sum)?(?=[{)[])/g
  const ofPrometheus = /^nodejs_|^process_|^histogram_quantile$/
  it.each([
    ['rules', ruleQueries],
    ['dashboards', dashboardQueries],
  ])('queries only metrics that the code exports (%s)', (_, queries) => {
    const asked = new Set(queries.flatMap((query) => [...query.matchAll(metric)].map(([, name]) => name!)))
    const sources = globSync('{libs,services}/*/src/**/*.ts', { cwd: root }).map(read).join('\n')
    const names = [...asked].filter((name) => !ofPrometheus.test(name))
    expect(names.length).toBeGreaterThan(8)
    expect(names.filter((name) => !sources.includes(`'${name}'`))).toEqual([])
  })

  it('restricts every selector to the chosen namespaces (dashboards)', () => {
    expect(dashboardQueries.length).toBeGreaterThan(30)
    const selector = /\b(?:up|wp:[a-z0-9_:]+|[a-z]+(?:_[a-z0-9]+)+)\b(?![(:])(?:\{[^}]*\})?/g
    const selectors = dashboardQueries.flatMap((query) => query.match(selector) ?? [])
    expect(selectors.length).toBeGreaterThan(30)
    expect(selectors.filter((each) => !each.includes('namespace=~"$namespace"'))).toEqual([])
  })

  it('offers only namespaces and services of the platform (dashboards)', () => {
    const variables = dashboards
      .flatMap((file) => (JSON.parse(read(file)) as Dashboard).templating.list)
      .filter(({ type }) => type === 'query')
    expect(new Set(variables.map(({ name }) => name))).toEqual(new Set(['namespace', 'service']))
    for (const { query, allValue } of variables) {
      expect(query).toMatch(/^label_values\(wp:/)
      // Otherwise, “All” would not mean the offered values.
      expect(allValue).toBeUndefined()
    }
  })

  it('leaves out other applications with the same metrics (dashboards)', () => {
    const shared = dashboardQueries.filter((query) => /\b(?:up\b|http_|process_|nodejs_)/.test(query))
    expect(shared.length).toBeGreaterThan(8)
    expect(
      shared.filter((query) => !/wp:service_known:max|service="gateway"|service=~"\$service"/.test(query)),
    ).toEqual([])
  })

  it('queries only recorded series that the rules create (dashboards)', () => {
    const recordings = read('helm/platform/files/rules.yaml')
    const asked = dashboardQueries.flatMap((query) => query.match(/wp:[a-z0-9_:]+/g) ?? [])
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.filter((name) => !recordings.includes(`record: ${name}\n`))).toEqual([])
  })
})
