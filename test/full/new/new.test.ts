import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { copyRepository } from './copy.ts'

const { root, remove } = copyRepository()
afterAll(remove)

const run = (program: string, ...args: string[]) => {
  const env = {
    ...process.env,
    PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    NO_COLOR: '1',
    VITEST: undefined,
    VITEST_POOL_ID: undefined,
    VITEST_WORKER_ID: undefined,
  }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, env, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}
const passing = { status: 0, output: expect.any(String) }

test('both commands write, and say what comes next', { timeout: 120_000 }, () => {
  const service = run('npm', 'run', '--silent', 'wp', '--', 'new', 'service', 'library', 'book')
  expect(service).toMatchObject(passing)
  expect(service.output).toContain('npm test -- library books')
  expect(
    run('npm', 'run', '--silent', 'wp', '--', 'new', 'resource', 'library', 'reading-room'),
  ).toMatchObject(passing)
  expect(run('npm', 'run', '--silent', 'wp', '--', 'new', 'resource', 'scheduling', 'opinion')).toMatchObject(
    passing,
  )
  expect(existsSync(join(root, 'node_modules/@wp/library/src/reading-rooms'))).toBe(true)
})

test('every check of the repository passes', { timeout: 600_000 }, () => {
  expect(run('node', 'tools/check.ts')).toMatchObject(passing)
})

test('the tests of the service and of its resources pass', { timeout: 300_000 }, () => {
  expect(run('vitest', 'run', '--root', 'services/library')).toMatchObject(passing)
})

test('the tests of an older service pass', { timeout: 300_000 }, () => {
  expect(run('vitest', 'run', '--root', 'services/scheduling', 'opinions', 'events')).toMatchObject(passing)
})

test('what holds for every service and route holds for them', { timeout: 600_000 }, () => {
  const ofNewRoutes = 'Book|ReadingRoom|Opinion|library'
  expect(run('vitest', 'run', '--root', 'test', 'contract', 'security', '-t', ofNewRoutes)).toMatchObject(
    passing,
  )
  expect(run('vitest', 'run', 'tools/check', 'client-types', 'route-table')).toMatchObject(passing)
})
