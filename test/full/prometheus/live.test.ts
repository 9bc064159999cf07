import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'
import { eventually, newWorkspace, platform } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { dashboardFiles } from '@wp/tools/dashboards'
import { startPrometheus, type Prometheus } from './prometheus.ts'

const rulesFile = join(repositoryRoot, 'helm/platform/files/rules.yaml')
const rules = (
  parse(readFileSync(rulesFile, 'utf8')) as { groups: { rules: { alert?: string; expr: string }[] }[] }
).groups.flatMap((group) => group.rules)

type Panel = { title: string; targets?: { expr: string }[] }

/** Every dashboard query as Grafana sends it. */
const dashboardQueries = Object.entries(dashboardFiles()).flatMap(([file, text]) =>
  (JSON.parse(text) as { panels: Panel[] }).panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr }) => ({
      panel: `${file.slice(file.lastIndexOf('/') + 1)} “${title}”`,
      query: expr.replaceAll('$__rate_interval', '5m').replaceAll(/\$(service|namespace)/g, '.*'),
    })),
  ),
)

/** Returns the series that an alert reads, because a healthy alert returns none itself. */
const selectorsOf = (expression: string): string[] => [
  ...new Set(
    [...expression.matchAll(/\b(?:up\b|wp:[a-z0-9_:]+|[a-z]+(?:_[a-z0-9]+)+)(?:\{[^}]*\})?/g)]
      .map(([selector]) => selector)
      .filter((selector) => !['histogram_quantile', 'max_over_time'].includes(selector)),
  ),
]
const alertQueries = rules.flatMap(({ alert, expr }) =>
  alert === undefined ? [] : selectorsOf(expr).map((query) => ({ alert, query })),
)

/** The queries and metrics in the runbooks, for one service. */
const runbookCode = globSync('docs/runbooks/*.md', { cwd: repositoryRoot }).flatMap((file) =>
  [...readFileSync(join(repositoryRoot, file), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!),
)
const runbookQueries = [
  ...runbookCode
    .filter((text) => /\[5m\]/.test(text))
    .map((text) => text.replaceAll('<service>', 'identity')),
  ...runbookCode
    .filter((text) => /^[a-z]+(?:_[a-z]+)+$/.test(text) && !text.startsWith('max_'))
    .map((name) => `{__name__=~"${name}(_count)?"}`),
]

let prometheus: Prometheus

beforeAll(async () => {
  prometheus = await startPrometheus([rulesFile], platform().services)
  // Durations by route exist after the first request. All other series exist before any request or failure.
  await newWorkspace()
}, 120_000)
afterAll(() => prometheus.stop())

/** Long enough for the two samples that a rate needs, and for the consumer lag, which is read every five seconds. */
const patience = { withinMs: 90_000, everyMs: 500 }
const timeout = { timeout: 120_000 }

describe('Prometheus', () => {
  it.each(dashboardQueries)('returns data for the panel $panel: $query', timeout, ({ query }) =>
    eventually(async () => expect(await prometheus.countSeries(query)).toBeGreaterThan(0), patience),
  )

  it.each(alertQueries)('finds series for the alert $alert: $query', timeout, ({ query }) =>
    eventually(async () => expect(await prometheus.countSeries(query)).toBeGreaterThan(0), patience),
  )

  it('finds queries in the runbooks', () => {
    expect(runbookQueries.length).toBeGreaterThan(8)
  })

  it.each(runbookQueries)('returns data for the query of a runbook: %s', timeout, (query) =>
    eventually(async () => expect(await prometheus.countSeries(query)).toBeGreaterThan(0), patience),
  )

  it('evaluates every rule without an error', timeout, () =>
    eventually(async () => expect(await prometheus.listBrokenRules()).toEqual([]), patience),
  )
})
