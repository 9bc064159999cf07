import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { firing } from './firing.ts'

const root = join(import.meta.dirname, '../../..')
const file = join(root, 'helm/platform/files/rules.yaml')

type Rule = { alert?: string; labels?: { severity?: string }; annotations?: Record<string, string> }
const rules = (parse(readFileSync(file, 'utf8')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
)
const alerts = rules.filter(({ alert }) => alert !== undefined)

const promtool = (...args: string[]): string =>
  execFileSync('promtool', args, { encoding: 'utf8', stdio: 'pipe' })

test('the rules are valid', () => {
  expect(promtool('check', 'rules', file)).toContain('SUCCESS')
})

test('the configuration of the Prometheus in containers is valid', () => {
  const config = join(root, 'deploy/compose/prometheus.yml')
  expect(promtool('check', 'config', '--syntax-only', config)).toContain('SUCCESS')
})

test.each(alerts)(
  '$alert has a severity, a sentence and a runbook that is there',
  ({ labels, annotations }) => {
    expect(labels?.severity).toMatch(/^(page|ticket)$/)
    expect(annotations?.['summary']).toBeTruthy()
    expect(existsSync(join(root, annotations?.['runbook_url'] ?? 'none'))).toBe(true)
  },
)

test('every alert has series that make it fire', () => {
  expect(Object.keys(firing)).toEqual(alerts.map(({ alert }) => alert))
})

test.each(Object.entries(firing))('%s fires when it should, and not when all is well', (alertname, given) => {
  const input = (values: string[]) => given.series.map((series, at) => ({ series, values: values[at]! }))
  const check = (values: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'wp-rules-'))
    const tests = join(folder, 'tests.yaml')
    // An alert that fires is expected not to: promtool then prints what it got.
    const alert = { alertname, eval_time: given.at, exp_alerts: [] }
    const unit = { interval: '1m', input_series: input(values), alert_rule_test: [alert] }
    writeFileSync(tests, stringify({ rule_files: [file], evaluation_interval: '1m', tests: [unit] }))
    try {
      return promtool('test', 'rules', tests)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  expect(check(given.well)).toContain('SUCCESS')
  expect(() => check(given.ill)).toThrow(`alertname="${alertname}"`)
})
