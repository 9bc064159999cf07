import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

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

const run = (guard: (typeof safeguards)[number], isCutOut: boolean) => {
  const { file, find, replace } = guard
  const folder = mkdtempSync(join(tmpdir(), 'wp-safeguard-'))
  const report = join(folder, 'report.json')
  try {
    const { status } = spawnSync(
      process.execPath,
      [
        join(repository, 'node_modules/vitest/vitest.mjs'),
        'run',
        `--root=${guard.root}`,
        `--config=${join(import.meta.dirname, 'without-safeguard.config.ts')}`,
        '--reporter=json',
        `--outputFile=${report}`,
        '-t',
        guard.title,
        `test/${guard.test}.test.ts`,
      ],
      {
        cwd: repository,
        env: { ...process.env, WP_SAFEGUARD: JSON.stringify(isCutOut ? { file, find, replace } : {}) },
      },
    )
    const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(
      readFileSync(report, 'utf8'),
    ) as Record<string, number>
    return { status, passed, failed }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A test that stays green without what it guards proves nothing. */
describe.each(safeguards)('$name', (guard) => {
  test('is missed by its test when it is cut out, and only then', { timeout: 180_000 }, () => {
    const without = run(guard, true)
    expect(without.status).toBe(1)
    expect(without.failed).toBeGreaterThan(0)
    const withIt = run(guard, false)
    expect(withIt).toMatchObject({ status: 0, failed: 0 })
    expect(withIt.passed).toBeGreaterThan(0)
  })
})
