import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { safeguards } from './safeguards.ts'
import type { SafeguardRun, Variant } from './without-safeguard.config.ts'

const repository = join(import.meta.dirname, '../..')

const roots = [...Map.groupBy(safeguards, ({ root }) => root)]
const inPlace = (root: string) => `${root} unchanged`
const variants: Variant[] = [
  ...safeguards.map((guard) => ({
    name: guard.name,
    root: guard.root,
    tests: [guard.test],
    cutOut: guard,
  })),
  ...roots.map(([root, guards]) => ({
    name: inPlace(root),
    root,
    tests: [...new Set(guards.map(({ test }) => test))],
    cutOut: null,
  })),
]

/** The number of passed and failed tests per variant; one vitest run covers them all. */
const counts: Record<string, { passed: number; failed: number }> = {}

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-safeguard-'))
  const report = join(folder, 'report.json')
  const titles = safeguards.map(({ title }) => title).join('|')
  const args = [
    'run',
    `--config=${join(import.meta.dirname, 'without-safeguard.config.ts')}`,
    '-t',
    `(${titles})`,
  ]
  const env = { ...process.env, WP_SAFEGUARDS: JSON.stringify({ report, variants } satisfies SafeguardRun) }
  try {
    const vitest = spawn(process.execPath, [join(repository, 'node_modules/vitest/vitest.mjs'), ...args], {
      cwd: repository,
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    await once(vitest, 'close')
    Object.assign(counts, JSON.parse(readFileSync(report, 'utf8')))
  } finally {
    rmSync(folder, { recursive: true })
  }
}, 600_000)

// A test that passes without the safeguard does not test it.
it.each(safeguards)('fails a test when the $name safeguard is removed', ({ name }) => {
  expect(counts[name]!.failed).toBeGreaterThan(0)
})

it.each(roots)('passes the selected tests of %s with every safeguard in place', (root, guards) => {
  const { passed, failed } = counts[inPlace(root)]!
  expect(failed).toBe(0)
  expect(passed).toBeGreaterThanOrEqual(guards.length)
})
