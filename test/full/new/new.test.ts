import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { copyRepository } from './copy.ts'
import { callLoyaltyFromLibrary, extendLoyalty } from './loyalty.ts'

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

const git = (...args: string[]) =>
  run('git', '-c', 'user.name=Tests', '-c', 'user.email=tests@shop.example', ...args)

const commitAll = (): void => {
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'feat: add a service')
}

/** Returns the files that differ from the last commit, without the folder of a service and its proto. */
const changedOutside = (service: string): string[] =>
  git('status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .map((line) => line.slice(3))
    .filter((file) => file !== '' && !new RegExp(`^(services|protos)/${service}/`).test(file))
    .toSorted()

/** Returns which of these files neither `npm run build` nor `npm run wp -- docs` writes. */
const notGenerated = (files: string[]): string[] => {
  const program = `import { documents } from './tools/docs/documents.ts'
    console.log(JSON.stringify(Object.keys(await documents())))`
  const written = JSON.parse(run('node', '--input-type=module', '--eval', program)) as string[]
  return files.filter((file) => !written.includes(file) && file !== 'protos/index.ts')
}

const wp = (...args: string[]) => run('npm', 'run', '--silent', 'wp', '--', ...args)

/** Reads every file of the copy that is not built or installed. */
const readTree = (): Map<string, string> => {
  const left = ['node_modules', 'dist', 'generated', '.turbo', '.reports']
  const entries = globSync('**/*', {
    cwd: root,
    withFileTypes: true,
    exclude: ({ name }) => left.includes(name),
  })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return new Map(files.map((file) => [file, readFileSync(file, 'latin1')]))
}

describe('wp remove service', { timeout: 600_000 }, () => {
  it('undoes wp new service, and lists what the service leaves in NATS and MongoDB', () => {
    const before = readTree()
    const changedFiles = () => {
      const now = readTree()
      return [...new Set([...before.keys(), ...now.keys()])].filter(
        (file) => before.get(file) !== now.get(file),
      )
    }
    wp('new', 'service', 'pets')
    expect(changedFiles().length).toBeGreaterThan(30)
    expect(() => wp('remove', 'service', 'pets')).toThrow('These files are not committed')
    const output = wp('remove', 'service', 'pets', '--force')
    expect(output).toContain('npm run wp -- nats remove-service pets')
    expect(output).toContain('db.getSiblingDB("wp_pets").dropDatabase()')
    expect(changedFiles()).toEqual([])
    expect(existsSync(join(root, 'node_modules/@wp/pets'))).toBe(false)
  })
})

describe('wp new', { timeout: 1_800_000 }, () => {
  it('writes files and prints the next steps', () => {
    expect(wp('new', 'service', 'library', 'book')).toContain('npm test -- library books')
    wp('new', 'resource', 'library', 'reading-room')
    wp('new', 'resource', 'scheduling', 'opinion')
    expect(existsSync(join(root, 'node_modules/@wp/library/src/reading-rooms'))).toBe(true)
  })

  it('registers a service for npm; every other file outside its folder is generated', () => {
    commitAll()
    wp('new', 'service', 'loyalty', 'card')
    const registered = ['package-lock.json', 'test/package.json', 'tools/package.json']
    expect(notGenerated(changedOutside('loyalty'))).toEqual(registered)
  })

  it('creates a service that can be extended by editing only its folder and proto; other files are generated', () => {
    commitAll()
    extendLoyalty(root)
    run('npm', 'run', '--silent', 'build')
    wp('docs')
    run('oxfmt', 'services/loyalty')
    const changed = changedOutside('loyalty')
    expect(notGenerated(changed)).toEqual(['package-lock.json'])
    expect(changed).toEqual(
      expect.arrayContaining([
        'docs/errors.md',
        'libs/client/src/realtime/channels.ts',
        'libs/client/src/webhooks/records.ts',
        'protos/index.ts',
      ]),
    )
  })

  it('creates a service that other services can call after edits only in their own folders', () => {
    commitAll()
    callLoyaltyFromLibrary(root)
    wp('docs')
    run('oxfmt', 'services/library')
    expect(notGenerated(changedOutside('library'))).toEqual(['package-lock.json'])
  })

  it('creates code that passes every check of the repository', () => {
    expect(run('node', 'tools/check.ts')).not.toContain('✗')
  })

  it.each([
    ['a service and resources that pass their own tests', ['--root', 'services/library']],
    [
      'a service with a consumer, a public event, an RPC, a job, permissions and an error code that passes its own tests',
      ['--root', 'services/loyalty'],
    ],
    [
      "a resource in an existing service without breaking the service's tests",
      ['--root', 'services/scheduling', 'opinions', 'events'],
    ],
    [
      'routes that pass the tests that cover every service and route',
      [
        '--root',
        'test',
        'contract',
        'security',
        '-t',
        'Book|ReadingRoom|Opinion|library|Card|loyalty|permissions',
      ],
    ],
    ['code that passes the tests of checks and types', ['tools/check', 'client-types', 'route-table']],
  ])('creates %s', (_, args) => {
    expect(runTests(...args)).toContain('passed')
  })

  it('creates a service that wp remove service removes with its proto', () => {
    expect(() => wp('remove', 'service', 'loyalty')).toThrow('services/library/service.json calls it')
    git('checkout', '--quiet', 'HEAD', '--', 'services/library', 'package-lock.json')
    const output = wp('remove', 'service', 'loyalty')
    expect(output).toContain('npm run wp -- nats remove-service loyalty')
    run('npm', 'run', '--silent', 'build')
    expect(git('diff', '--stat', 'HEAD~2')).toBe('')
    expect(existsSync(join(root, 'protos/loyalty'))).toBe(false)
  })
})
