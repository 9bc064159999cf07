import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '@wp/kernel'
import { repositoryRoot } from '@wp/local-platform'
import { identityService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import { createLogger, createMetrics } from '@wp/telemetry'
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
      query: expr.replaceAll('$__rate_interval', '5m').replaceAll('$service', '.*'),
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

const refusedCall = async (): Promise<void> => {
  const client = rpcClient(identityService, {
    addresses: platform().services['identity']![0]!.rpc,
    deadlineMs: 10_000,
    logger: createLogger({ service: 'tests', level: 'silent' }),
    metrics: createMetrics('tests'),
  })
  await expect(client.getJwks({})).rejects.toBeInstanceOf(AppError)
  client.close()
}

/** Kills a service, so that the gateway returns 5xx until the service has restarted. */
const failedRequest = async (): Promise<void> => {
  const { token, workspaceId } = await newWorkspace()
  process.kill(platform().services['contests']![0]!.pid!, 'SIGKILL')
  await eventually(
    async () => {
      const reply = await fetch(`${platform().gatewayUrl}/v1/workspace/${workspaceId}/contests`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(reply.status).toBeGreaterThanOrEqual(500)
    },
    { everyMs: 5 },
  )
}

let prometheus: Prometheus

beforeAll(async () => {
  prometheus = await startPrometheus(rulesFile)
  await Promise.all([refusedCall(), failedRequest()])
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

  it('evaluates every rule without an error', timeout, () =>
    eventually(async () => expect(await prometheus.listBrokenRules()).toEqual([]), patience),
  )
})
