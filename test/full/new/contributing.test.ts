import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort } from '@wp/embedded-mongo/test/free-port'
import { repositoryRoot } from '@wp/local-platform'
import { afterAll, describe, expect, it } from 'vitest'
import { copyRepository } from './copy.ts'

// tools/check/contributing.test.ts checks that all commands exist.

const { root, remove } = copyRepository()
afterAll(remove)

const minutes = 60_000

const documented = new Set(
  [...readFileSync(join(repositoryRoot, 'CONTRIBUTING.md'), 'utf8').matchAll(/```sh\n([\s\S]*?)```/g)]
    .flatMap(([, block]) => block!.split('\n'))
    .map((line) => line.replace(/\s+#.*$/, '').trim())
    .filter((line) => line !== ''),
)

const env = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter),
  NO_COLOR: '1',
  VITEST: undefined,
  VITEST_POOL_ID: undefined,
  VITEST_WORKER_ID: undefined,
}

const run = (command: string): string => {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: root, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`)
  return stdout
}

/** Starts the platform by a command; `stop` sends Ctrl-C and returns the exit code. */
const start = async (command: string) => {
  const ports = {
    GATEWAY_PORT: `${await freePort()}`,
    SERVICES_PORT: '21100',
    NATS_PORT: '21022',
    MONGODB_PORT: '21017',
  }
  const child = spawn('sh', ['-c', `exec ${command}`], {
    cwd: root,
    env: { ...env, ...ports },
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => {
      output += text.toString()
    })
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  await expect.poll(() => output, { timeout: 4 * minutes, interval: 200 }).toContain('The platform is ready')
  return {
    url: `http://127.0.0.1:${ports.GATEWAY_PORT}`,
    output: () => output,
    stop: () => {
      process.kill(-child.pid!, 'SIGINT')
      return ended
    },
  }
}

/** Commands that run in other suites, need a Git repository, root or hours, or fail on a slow machine (`bench`). */
const elsewhere = [
  'npm test',
  'npm run wp -- test changed',
  'npm run wp -- test full',
  'npm run wp -- test upgrade',
  'npm run wp -- test soak',
  'npm run wp -- test images',
  'npm run wp -- test containers',
  'npm run bench -- restart',
  // In new.test.ts:
  'npm run wp -- new service pets',
  'npm run wp -- new service library book',
]

/** Returns a command for a test; fails when it is not documented. */
const command = (text: string): string => {
  expect([...documented]).toContain(text)
  covered.add(text)
  return text
}
const covered = new Set(elsewhere)

describe('a command in CONTRIBUTING.md', { timeout: 15 * minutes }, () => {
  it('checks the repository', () => {
    expect(run(command('npm run check'))).not.toContain('✗')
  })

  it('runs the tests of a service, of some of its files, or with a title', () => {
    expect(run(command('npm test -- scheduling sessions'))).toMatch(/\d+ passed/)
    expect(run(command("npm test -- scheduling -t 'newest first'"))).toMatch(/\d+ passed/)
    covered.add('npm test -- scheduling')
  })

  it('runs the sources, finds the log lines of a request, and lets a debugger attach', async () => {
    covered.add('npm run dev')
    const { url, stop } = await start(command('npm run dev -- --inspect scheduling'))
    try {
      const reply = await fetch(`${url}/v1/public/plans`)
      const id = reply.headers.get('x-request-id')!
      const logs = command('npm run wp -- logs --request <x-request-id>').replace('<x-request-id>', id)
      await expect.poll(() => run(logs), { timeout: minutes }).toContain('admin-billing')
      const [target] = (await (await fetch('http://127.0.0.1:9229/json')).json()) as { url: string }[]
      expect(target!.url).toMatch(/services\/scheduling\/src\/main\.ts$/)
    } finally {
      expect(await stop()).toBe(0)
    }
  })

  it('prints all logs', async () => {
    const { output, stop } = await start(command('npm start -- --verbose'))
    expect(output()).toMatch(/scheduling.*ready/)
    expect(await stop()).toBe(0)
  })

  it('adds resources', () => {
    run(command('npm run wp -- new resource contests prize'))
    expect(existsSync(join(root, 'services/contests/src/prizes'))).toBe(true)
    run(command('npm run wp -- new resource contests person --plural people'))
    expect(existsSync(join(root, 'services/contests/src/people'))).toBe(true)
  })

  it('runs in a test', () => {
    expect([...documented].filter((text) => !covered.has(text))).toEqual([])
  })
})
