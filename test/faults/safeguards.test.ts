import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** A safeguard, how to cut it out, and the promise that must then break. */
const safeguards = [
  {
    name: 'the outbox',
    root: 'libs/mongo',
    test: 'crash',
    title: 'a process killed before the transaction leaves all of a write or nothing',
    file: 'libs/mongo/src/outbox.ts',
    find: 'await plain((session) => events.insertMany(records, { session }))',
    replace: '',
  },
  {
    name: 'the inbox',
    root: 'libs/mongo',
    test: 'transactions',
    title: 'an event is handled once in effect',
    file: 'libs/mongo/src/inbox.ts',
    find: 'handled.insertOne({ _id, at: clock.now() }, { session })',
    replace: 'Promise.resolve(session)',
  },
  {
    name: 'the tenant filter',
    root: 'libs/mongo',
    test: 'stores',
    title: 'sees and changes only its own records',
    file: 'libs/mongo/src/filters.ts',
    find: 'return { workspaceId, ...toQuery(filter) }',
    replace: 'return toQuery(filter)',
  },
  {
    name: 'the idempotency record',
    root: 'libs/mongo',
    test: 'idempotency',
    title: 'used again gives the first answer, without a second effect',
    file: 'libs/mongo/src/idempotency.ts',
    find: 'await claim(id, request).catch(',
    replace: 'await Promise.resolve().catch(',
  },
  {
    name: 'the drain',
    root: 'libs/runtime',
    test: 'drain',
    title: 'loses no request of 30 busy connections',
    file: 'libs/runtime/src/http-server.ts',
    find: 'await delay(quietMs)',
    replace: 'server.closeAllConnections()',
  },
]

const repository = join(import.meta.dirname, '../..')

type Safeguard = (typeof safeguards)[number]

/** Runs the promises of these safeguards, of one package, with one safeguard cut out or with none. */
const run = (guards: Safeguard[], cutOut?: Safeguard) => {
  const folder = mkdtempSync(join(tmpdir(), 'wp-safeguard-'))
  const report = join(folder, 'report.json')
  try {
    const { status } = spawnSync(
      process.execPath,
      [
        join(repository, 'node_modules/vitest/vitest.mjs'),
        'run',
        `--root=${guards[0]!.root}`,
        `--config=${join(import.meta.dirname, 'without-safeguard.config.ts')}`,
        '--reporter=json',
        `--outputFile=${report}`,
        '-t',
        `(${guards.map(({ title }) => title).join('|')})`,
        ...guards.map((guard) => `test/${guard.test}.test.ts`),
      ],
      { cwd: repository, env: { ...process.env, WP_SAFEGUARD: JSON.stringify(cutOut ?? {}) } },
    )
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(
      readFileSync(report, 'utf8'),
    ) as Record<string, number>
    return { status, passed, failed }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

// A test that stays green without what it guards proves nothing.
test.each(safeguards)('$name: its test fails when it is cut out', { timeout: 180_000 }, (guard) => {
  const { status, failed } = run([guard], guard)
  expect(status).toBe(1)
  expect(failed).toBeGreaterThan(0)
})

test.each([...Map.groupBy(safeguards, ({ root }) => root)])(
  'with every safeguard of %s in place its promises hold',
  { timeout: 180_000 },
  (_, guards) => {
    const { status, passed, failed } = run(guards)
    expect({ status, failed }).toEqual({ status: 0, failed: 0 })
    expect(passed).toBeGreaterThanOrEqual(guards.length)
  },
)
