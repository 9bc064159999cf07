import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { firing } from './firing.ts'

const root = join(import.meta.dirname, '../../..')
const file = join(root, 'helm/platform/files/rules.yaml')

type Rule = {
  alert?: string
  expr: string
  labels?: { severity?: string }
  annotations?: Record<string, string>
}
const rules = (parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
const alerts = rules.filter(({ alert }) => alert !== undefined)

const promtool = (...args: string[]): string =>
  execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' })

type Input = { series: string; values: string }[]

/** Returns what promtool prints about the alert when it fires for the series, with one value per minute, otherwise null. */
const findFiring = (alertname: string, series: Input, at = '15m', ruleFile = file): string | null => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-rules-'))
  const tests = join(folder, 'tests.yaml')
  // Expects no alert, so that promtool prints the alerts that fire.
  const alert = { alertname, eval_time: at, exp_alerts: [] }
  const unit = { interval: '1m', input_series: series, alert_rule_test: [alert] }
  writeFileSync(tests, stringify({ rule_files: [ruleFile], evaluation_interval: '1m', tests: [unit] }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', tests], { encoding: 'utf8' })
  rmSync(folder, { recursive: true })
  if (status === 0) return null
  const output = `${stdout}${stderr}`
  expect(output).toContain(`alertname="${alertname}"`)
  return output
}

const fires = (...given: Parameters<typeof findFiring>): boolean => findFiring(...given) !== null

describe('deploy/compose/prometheus.yml', () => {
  it('passes promtool check config', () => {
    const config = join(root, 'deploy/compose/prometheus.yml')
    expect(promtool('check', 'config', '--syntax-only', config)).toContain('SUCCESS')
  })
})

describe('rules.yaml', () => {
  it('passes promtool check rules', () => {
    expect(promtool('check', 'rules', file)).toContain('SUCCESS')
  })

  it.each(alerts)(
    'has a severity, a summary and an existing runbook for $alert',
    ({ labels, annotations }) => {
      expect(labels?.severity).toMatch(/^(page|ticket)$/)
      expect(annotations?.['summary']).toBeTruthy()
      expect(existsSync(join(root, annotations?.['runbook'] ?? 'none'))).toBe(true)
    },
  )

  it('aggregates by namespace, because one Prometheus may watch several platforms', () => {
    const expressions = rules.map(({ expr }) => expr.replaceAll(/ by \(namespace\b/g, ''))
    expect(expressions.filter((expr) => /\bby \(|\b(sum|max|min|avg|count|group) ?\(/.test(expr))).toEqual([])
  })

  it.each(['0x30', '1x5 stale', '1x5 0x5 stale'])('fires ServiceDown for the values %s', (values) => {
    const known = {
      series: 'gateway_upstream_replicas{namespace="b",upstream="identity"}',
      values: '1x5 0x30',
    }
    const targets = { series: 'up{namespace="b",service="identity"}', values }
    expect(fires('ServiceDown', [targets, known])).toBe(true)
    const gateway = { series: 'up{namespace="b",service="gateway"}', values }
    const platform = { series: 'gateway_route_conflicts{namespace="b"}', values: '0x5 stale' }
    expect(fires('ServiceDown', [gateway, platform])).toBe(true)
  })

  it.each([
    ['the gateway never ran', '0x1600', '30m'],
    ['the gateway never had a target', '_x1600', '30m'],
    ['the gateway has been down for a day', '1x5 0x1600', '26h'],
    ['the gateway has had no target for a day', '1x5 stale', '26h'],
  ])('fires ServiceDown when other services run and %s', (_, values, at) => {
    const others = {
      series: 'wp_revocation_feed_stale_seconds{namespace="b",service="pos"}',
      values: '0x1600',
    }
    const gateway = { series: 'up{namespace="b",service="gateway"}', values }
    expect(fires('ServiceDown', [gateway, others], at)).toBe(true)
    expect(fires('ServiceDown', [{ ...gateway, values: '1x1600' }, others], at)).toBe(false)
  })

  it('does not fire ServiceDown for a service that the gateway has dropped', () => {
    const removed = [
      { series: 'up{namespace="b",service="labs"}', values: '1x5 stale' },
      { series: 'gateway_upstream_replicas{namespace="b",upstream="labs"}', values: '1x5 stale' },
      { series: 'up{namespace="b",service="gateway"}', values: '1x30' },
    ]
    expect(fires('ServiceDown', removed)).toBe(false)
  })

  it('watches a service that was released alone', () => {
    const known = { series: 'gateway_upstream_replicas{namespace="b",upstream="loyalty"}', values: '1x30' }
    const targets = (values: string) => ({ series: 'up{namespace="b",service="loyalty"}', values })
    expect(fires('ServiceDown', [known, targets('1x30')])).toBe(false)
    expect(fires('ServiceDown', [known, targets('1x5 0x30')])).toBe(true)
    const another = { series: 'up{namespace="b",service="mailer"}', values: '0x30' }
    expect(fires('ServiceDown', [known, targets('1x30'), another])).toBe(false)
  })

  it.each([
    ['ServiceDown', ['up{service="console"}'], ['0x30']],
    ['ServiceDown', ['up{service="gateway"}'], ['1x5 stale']],
    ['ServiceErrors', firing['ServiceErrors']!.series, firing['ServiceErrors']!.ill],
    ['EventLoopDelay', firing['EventLoopDelay']!.series, firing['EventLoopDelay']!.ill],
    ['SlowRequests', firing['SlowRequests']!.series, firing['SlowRequests']!.ill],
    ['ErrorBudgetBurnsFast', firing['ErrorBudgetBurnsFast']!.series, firing['ErrorBudgetBurnsFast']!.ill],
  ])('ignores a foreign namespace for %s (%j)', (alertname, series, ill) => {
    const ofOthers = series.flatMap((each, at) =>
      each.startsWith('gateway_')
        ? []
        : [{ series: each.replace('{', '{namespace="foreign",'), values: ill[at]! }],
    )
    const ofPlatform = [
      { series: 'gateway_route_conflicts{namespace="b"}', values: '0x120' },
      { series: 'gateway_upstream_replicas{namespace="b",upstream="pos"}', values: '1x120' },
      { series: 'up{namespace="b",service="pos"}', values: '1x120' },
    ]
    const at = firing[alertname]!.at
    const gateway = { series: 'up{namespace="b",service="gateway"}', values: '1x120' }
    expect(fires(alertname, [...ofOthers, ...ofPlatform, gateway], at)).toBe(false)
    const inForeign = ofPlatform.map((each) => ({
      ...each,
      series: each.series.replace('"b"', '"foreign"'),
    }))
    expect(fires(alertname, [...ofOthers, ...inForeign], at)).toBe(true)
  })

  it('has test series for every alert', () => {
    expect(Object.keys(firing)).toEqual(alerts.map(({ alert }) => alert))
  })

  it.each(Object.entries(firing))(
    'fires %s only in the namespace with unhealthy series',
    (alertname, given) => {
      const input = (namespace: string, values: string[]): Input =>
        given.series.map((series, at) => ({
          series: series.replace('{', `{namespace="${namespace}",`),
          values: values[at]!,
        }))
      const healthy = input('a', given.well)
      expect(fires(alertname, [...healthy, ...input('b', given.well)], given.at)).toBe(false)
      const output = findFiring(alertname, [...healthy, ...input('b', given.ill)], given.at)
      expect(output).toContain('namespace="b"')
      expect(output).not.toContain('namespace="a"')
    },
  )
})

describe('absence-rule.yaml of the service chart', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-absence-'))
  const filled = join(folder, 'rule.yaml')
  const text = readFileSync(join(root, 'helm/service/files/absence-rule.yaml'), 'utf8')
  // As helm/service/templates/absence-rule.yaml does.
  writeFileSync(filled, text.replaceAll('SERVICE', 'loyalty').replaceAll('NAMESPACE', 'b'))
  afterAll(() => rmSync(folder, { recursive: true }))

  const target = (labels: string, values: string) => [{ series: `up{${labels}}`, values }]

  it('passes promtool check rules', () => {
    expect(promtool('check', 'rules', filled)).toContain('SUCCESS')
  })

  it.each([
    ['the service has no target', 'namespace="b",service="identity"', '1x30', true],
    ['only another namespace has the service', 'namespace="a",service="loyalty"', '1x30', true],
    ['the targets vanished', 'namespace="b",service="loyalty"', '1x5 stale', true],
    ['Prometheus has never reached a target', 'namespace="b",service="loyalty"', '0x30', true],
    ['the service runs', 'namespace="b",service="loyalty"', '1x30', false],
  ])('decides whether ServiceAbsent fires when %s', (_, labels, values, isFiring) => {
    expect(fires('ServiceAbsent', target(labels, values), '20m', filled)).toBe(isFiring)
  })

  it('fires while the service is down', () => {
    const labels = 'namespace="b",service="loyalty"'
    expect(fires('ServiceAbsent', target(labels, '1x5 0x1600'), '26h', filled)).toBe(true)
  })

  it('names the namespace and the service', () => {
    const [alert] = (parse(readFileSync(filled, 'utf8')) as { groups: { rules: Rule[] }[] }).groups[0]!.rules
    expect(alert!.labels).toMatchObject({ namespace: 'b', service: 'loyalty' })
  })
})
