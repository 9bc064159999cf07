import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { SafeguardRun, Variant } from './without-safeguard.config.ts'

/** The safeguards: how to remove each one, and the test that must then fail. */
const safeguards = [
  {
    name: 'outbox',
    root: 'libs/mongo',
    test: 'crash',
    title: 'keeps all or nothing of a write when the process is killed',
    file: 'libs/mongo/src/outbox.ts',
    find: 'await plain((session) => insertAll(records, { session }))',
    replace: '',
  },
  {
    name: 'inbox',
    root: 'libs/mongo',
    test: 'transactions',
    title: 'handles an event once, even for concurrent deliveries',
    file: 'libs/mongo/src/inbox.ts',
    find: 'handled.insertOne({ _id, at: clock.now() }, { session })',
    replace: 'Promise.resolve(session)',
  },
  {
    name: 'tenant filter',
    root: 'libs/mongo',
    test: 'stores',
    title: 'reads and changes only records of the workspace',
    file: 'libs/mongo/src/filters.ts',
    find: 'return { workspaceId, ...toQuery(filter) }',
    replace: 'return toQuery(filter)',
  },
  {
    name: 'idempotency record',
    root: 'libs/mongo',
    test: 'idempotency',
    title: 'returns the first answer for a repeated request without a second effect',
    file: 'libs/mongo/src/idempotency.ts',
    find: 'await claim(id, request).catch(',
    replace: 'await Promise.resolve().catch(',
  },
  {
    name: 'fence of sagas',
    root: 'libs/mongo',
    test: 'saga',
    title: 'ignores writes by a process that lost the step',
    file: 'libs/mongo/src/saga-records.ts',
    find: '...Object.fromEntries(fence.map((field) => [field, record[field]])),',
    replace: '',
  },
  {
    name: 'undo of sagas',
    root: 'libs/mongo',
    test: 'saga',
    title: 'undoes a step whose answer was lost after the peer committed',
    file: 'libs/mongo/src/saga.ts',
    find: 'else if (undoStep !== undefined) await undo(deps, record, undoStep, 0)',
    replace: 'else if (undoStep !== undefined) await records.end(deps.db, record)',
  },
  {
    name: 'timeout of a saga step that was taken over',
    root: 'libs/mongo',
    test: 'saga',
    title: 'lets only one of two replicas take over a step',
    file: 'libs/mongo/src/saga-records.ts',
    find: 'overdue(until, now, termMs) as Filter<Doc>, handOver(newTerm(now, termMs))',
    replace: 'overdue(until, now, termMs) as Filter<Doc>, handOver({})',
  },
  {
    name: 'drain',
    root: 'libs/runtime',
    test: 'drain',
    title: 'loses no requests on 30 busy connections',
    file: 'libs/runtime/src/http-server.ts',
    find: 'await delay(quietMs)',
    replace: 'server.closeAllConnections()',
  },
]

const repository = join(import.meta.dirname, '../..')

type Safeguard = (typeof safeguards)[number]
const testFile = ({ test }: Safeguard) => `test/${test}.test.ts`
const roots = [...Map.groupBy(safeguards, ({ root }) => root)]
const inPlace = (root: string) => `${root} unchanged`
const variants: Variant[] = [
  ...safeguards.map((guard) => ({
    name: guard.name,
    root: guard.root,
    tests: [testFile(guard)],
    cutOut: guard,
  })),
  ...roots.map(([root, guards]) => ({
    name: inPlace(root),
    root,
    tests: guards.map(testFile),
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
