import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { copyRepository } from './copy.ts'

const { root, remove } = copyRepository()
afterAll(remove)

/** Runs a program in the copy of the repository and returns its output, or throws it if the program fails. */
const run = (program: string, ...args: string[]): string => {
  const env = {
    ...process.env,
    PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
    NO_COLOR: '1',
    VITEST: undefined,
    VITEST_POOL_ID: undefined,
    VITEST_WORKER_ID: undefined,
  }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`)
  return stdout
}
const runTests = (...args: string[]) => run('vitest', 'run', '--no-isolate', ...args)

describe('wp new', { timeout: 1_800_000 }, () => {
  it('writes files and prints the next steps', () => {
    const create = (...args: string[]) => run('npm', 'run', '--silent', 'wp', '--', 'new', ...args)
    expect(create('service', 'library', 'book')).toContain('npm test -- library books')
    create('resource', 'library', 'reading-room')
    create('resource', 'scheduling', 'opinion')
    expect(existsSync(join(root, 'node_modules/@wp/library/src/reading-rooms'))).toBe(true)
  })

  it('creates code that passes every check of the repository', () => {
    expect(run('node', 'tools/check.ts')).not.toContain('✗')
  })

  it.each([
    ['a service and resources that pass their own tests', ['--root', 'services/library']],
    [
      "a resource in an existing service without breaking the service's tests",
      ['--root', 'services/scheduling', 'opinions', 'events'],
    ],
    [
      'routes that pass the tests that cover every service and route',
      ['--root', 'test', 'contract', 'security', '-t', 'Book|ReadingRoom|Opinion|library'],
    ],
    ['code that passes the tests of checks and types', ['tools/check', 'client-types', 'route-table']],
  ])('creates %s', (_, args) => {
    expect(runTests(...args)).toContain('passed')
  })
})
