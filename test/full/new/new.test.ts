import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
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

describe('wp new', () => {
  it('writes files and prints the next steps', { timeout: 120_000 }, () => {
    const service = run('npm', 'run', '--silent', 'wp', '--', 'new', 'service', 'library', 'book')
    expect(service).toMatchObject(passing)
    expect(service.output).toContain('npm test -- library books')
    expect(
      run('npm', 'run', '--silent', 'wp', '--', 'new', 'resource', 'library', 'reading-room'),
    ).toMatchObject(passing)
    expect(
      run('npm', 'run', '--silent', 'wp', '--', 'new', 'resource', 'scheduling', 'opinion'),
    ).toMatchObject(passing)
    expect(existsSync(join(root, 'node_modules/@wp/library/src/reading-rooms'))).toBe(true)
  })

  it('creates code that passes every check of the repository', { timeout: 600_000 }, () => {
    expect(run('node', 'tools/check.ts')).toMatchObject(passing)
  })

  it('creates a service and resources that pass their own tests', { timeout: 300_000 }, () => {
    expect(run('vitest', 'run', '--root', 'services/library')).toMatchObject(passing)
  })

  it(
    "creates a resource in an existing service without breaking the service's tests",
    { timeout: 300_000 },
    () => {
      expect(run('vitest', 'run', '--root', 'services/scheduling', 'opinions', 'events')).toMatchObject(
        passing,
      )
    },
  )

  it('creates routes that pass the tests that cover every service and route', { timeout: 600_000 }, () => {
    const ofNewRoutes = 'Book|ReadingRoom|Opinion|library'
    expect(run('vitest', 'run', '--root', 'test', 'contract', 'security', '-t', ofNewRoutes)).toMatchObject(
      passing,
    )
    expect(run('vitest', 'run', 'tools/check', 'client-types', 'route-table')).toMatchObject(passing)
  })
})
