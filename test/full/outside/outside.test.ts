import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { repositoryRoot } from '@wp/local-platform'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'wp-outside-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a program and expects it to succeed. A failure's message is the program's output. */
const run = (cwd: string, program: string, ...args: string[]): string => {
  const env = { ...process.env, NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  expect(status, `${program} ${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
  return stdout
}

type Published = { id: string; files: { path: string }[] }

const left = ['node_modules', 'dist', '.turbo']
let packed = ''

/** Packs a copy, because npm pack changes package.json of the client for a moment. */
const packClient = (): string => {
  const copy = join(folder, 'repository')
  for (const path of ['LICENSE', 'tsconfig.base.json', 'libs/client'])
    cpSync(join(repositoryRoot, path), join(copy, path), {
      recursive: true,
      filter: (file) => !left.includes(basename(file)),
    })
  symlinkSync(join(repositoryRoot, 'node_modules'), join(copy, 'node_modules'))
  const client = join(copy, 'libs/client')
  const before = readFileSync(join(client, 'package.json'), 'utf8')
  process.env['PATH'] = [join(repositoryRoot, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  run(client, 'npm', 'pack', '--silent', '--pack-destination', folder)
  expect(readFileSync(join(client, 'package.json'), 'utf8')).toBe(before)
  expect(existsSync(join(client, 'LICENSE'))).toBe(false)
  return join(folder, globSync('*.tgz', { cwd: folder })[0]!)
}

beforeAll(() => {
  packed = packClient()
})

const createApp = (name: string): string => {
  run(folder, 'node', join(repositoryRoot, 'libs/create-app/create.mjs'), name, '--client', packed)
  return join(folder, name)
}

describe('packed client', () => {
  it('contains modules with source maps and types, a README and a license, and nothing else', () => {
    const files = run(folder, 'tar', '-tzf', packed)
      .trim()
      .split('\n')
      .map((file) => file.replace('package/', ''))
    expect(files).toEqual(
      expect.arrayContaining(['package.json', 'README.md', 'LICENSE', 'dist/index.js', 'dist/index.js.map']),
    )
    const others = files.filter((file) => !/^dist\/(?:types\/.+\.d\.ts|[\w-]+\.js(?:\.map)?)$/.test(file))
    expect(others.toSorted()).toEqual(['LICENSE', 'README.md', 'package.json'])
  })
})

describe('release script', () => {
  it('publishes the packed file of this version, whatever was packed before', () => {
    const client = join(folder, 'repository/libs/client')
    writeFileSync(join(client, 'workspace-platform-client-0.0.1.tgz'), 'an older package')
    const output = run(client, 'npm', 'run', 'release', '--', '--dry-run', '--json')
    const { version } = JSON.parse(readFileSync(join(client, 'package.json'), 'utf8')) as { version: string }
    const reports = JSON.parse(output.slice(output.indexOf('{'))) as Record<string, Published>
    const report = reports['@workspace-platform/client']
    expect(report).toMatchObject({ id: `@workspace-platform/client@${version}` })
    expect(report?.files.map(({ path }) => path)).toContain('dist/index.js')
  })
})

describe('app from the template', () => {
  it.each(['5', '7'])('compiles with TypeScript %s and builds', (version) => {
    const app = createApp(`app-${version}`)
    run(app, 'npm', 'install', '--no-audit', '--no-fund', `typescript@${version}`, '--save-dev')
    expect(run(app, 'npx', 'tsc', '--version')).toContain(`Version ${version}.`)
    run(app, 'npm', 'run', 'build')
    expect(globSync('dist/assets/*.js', { cwd: app })).toHaveLength(1)
  })

  it('runs in Node with the packed modules', () => {
    const script =
      "import { createPlatformClient } from '@workspace-platform/client'; import { openRealtime } from '@workspace-platform/client/realtime'; console.log(typeof createPlatformClient, typeof openRealtime)"
    const output = run(join(folder, 'app-7'), 'node', '--input-type=module', '-e', script)
    expect(output.trim()).toBe('function function')
  })

  it('is not written into a folder with files', () => {
    const create = join(repositoryRoot, 'libs/create-app/create.mjs')
    const { status, stderr } = spawnSync('node', [create, 'app-7'], { cwd: folder, encoding: 'utf8' })
    expect([status, stderr]).toEqual([1, 'app-7 is not empty\n'])
  })
})
