import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createLogger } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { root } from '../root.ts'

const pages = globSync('docs/runbooks/*.md', { cwd: root }).toSorted()
const code = pages.flatMap((page) =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/`([^`\n]+)`/g)].map(([, text]) => text!),
)
const commands = code.filter((text) => /^(grep|helm|kubectl|nats|npm|curl) \S/.test(text))

/** Returns the lines that a service logs at each level. */
const logLines = (): string => {
  const lines: string[] = []
  const logger = createLogger({
    service: 'pos',
    level: 'info',
    destination: { write: (line) => lines.push(line) },
  })
  for (const level of ['info', 'warn', 'error'] as const)
    logger[level]({ err: new Error('x') }, `at ${level}`)
  return lines.join('')
}

describe('a runbook', () => {
  it('contains commands', () => {
    expect(commands.length).toBeGreaterThan(10)
  })

  it('has the name of every alert that links to it as its title, and is listed', () => {
    type Rules = { groups: { rules: { alert?: string; annotations?: { runbook: string } }[] }[] }
    const alerts = globSync('helm/*/files/*rule*.yaml', { cwd: root })
      .flatMap((file) => (parse(readFileSync(join(root, file), 'utf8')) as Rules).groups)
      .flatMap(({ rules }) => rules)
      .flatMap(({ alert, annotations }) => (alert ? [{ alert, page: annotations!.runbook }] : []))
    expect(alerts.length).toBeGreaterThan(15)
    const list = readFileSync(join(root, 'docs/runbooks/README.md'), 'utf8').split('\n')
    for (const { alert, page } of alerts) {
      const [title] = readFileSync(join(root, page), 'utf8').split('\n')
      expect(title!.replace('# ', '').split(', ')).toContain(alert)
      expect(list).toContain(`- [${title!.replace('# ', '')}](${basename(page)})`)
    }
  })

  it.each(commands.filter((command) => command.includes('grep ')))('%s finds errors only', (command) => {
    const [, pattern] = /grep '([^']+)'/.exec(command)!
    const { stdout } = spawnSync('grep', [pattern!], { input: logLines(), encoding: 'utf8' })
    expect(stdout.trim().split('\n')).toEqual([expect.stringContaining('"msg":"at error"')])
  })

  it('rolls back a release, not a service: one release can contain all services', () => {
    const rollbacks = commands.filter((command) => command.startsWith('helm rollback'))
    expect(rollbacks.length).toBeGreaterThan(1)
    expect(new Set(rollbacks)).toEqual(new Set(['helm rollback <release>']))
  })

  it('names only values of the charts that exist', () => {
    const values = parse(readFileSync(join(root, 'helm/service/values.yaml'), 'utf8')) as object
    const named = code.filter((text) => /^(global|autoscaling|resources)(\.[a-zA-Z]+)+$/.test(text))
    expect(named.length).toBeGreaterThan(5)
    const valueOf = (path: string): unknown =>
      path
        .split('.')
        .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values)
    expect(named.filter((path) => valueOf(path) === undefined)).toEqual([])
  })

  it('names only settings that exist', () => {
    const named = code.flatMap((text) => /^([A-Z]+(?:_[A-Z]+)+)(?:=\d+)?$/.exec(text)?.[1] ?? [])
    expect(named.length).toBeGreaterThan(2)
    const settings = globSync('{libs/runtime/src/base-config,services/*/src/config}.ts', { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n')
    expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(settings))).toEqual([])
  })

  it('names only folders and files that exist', () => {
    const files = code.filter((text) => /^(docs|helm|libs|services|tools)\/[^<*\s]+$/.test(text))
    expect(files.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([])
  })
})
