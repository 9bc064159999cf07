import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '@wp/embedded-mongo/test/free-port'
import { repositoryRoot, startPlatform } from '@wp/local-platform'
import { eventually } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { tutorialSteps } from '../client/tutorial.ts'

type Running = { npm: ChildProcess; output: () => string; ended: Promise<number | null> }

let dataDir = ''
let port = 0
let running: Running | null = null

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'wp-start-'))
  port = await freePort()
})

afterAll(async () => {
  if (running && running.npm.exitCode === null) interrupt(running)
  await running?.ended
  rmSync(dataDir, { recursive: true, force: true })
})

/** Starts npm as a terminal does, with npm and its children in one process group. */
const npmStart = (...options: string[]): Running => {
  const env = {
    ...process.env,
    GATEWAY_PORT: `${port}`,
    SERVICES_PORT: '20100',
    NATS_PORT: '20022',
    MONGODB_PORT: '20017',
  }
  const npm = spawn('npm', ['start', '--', '--data', dataDir, ...options], {
    cwd: repositoryRoot,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  npm.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  npm.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  const ended = new Promise<number | null>((resolve) => npm.once('close', resolve))
  return (running = { npm, output: () => text, ended })
}

/** Sends SIGINT to the whole group, like Ctrl-C. */
const interrupt = ({ npm }: Running) => process.kill(-npm.pid!, 'SIGINT')

const ready = ({ output, npm }: Running) =>
  eventually(
    () => {
      if (npm.exitCode !== null) throw new Error(`npm start ended: ${output()}`)
      expect(output()).toContain('The platform is ready')
    },
    { withinMs: 150_000, everyMs: 100 },
  )

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Returns every process that has the data folder in its arguments or environment. */
const processesOnData = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && name !== `${process.pid}`)
    .filter((pid) => `${read(`/proc/${pid}/cmdline`)}${read(`/proc/${pid}/environ`)}`.includes(dataDir))
    .map((pid) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '))

const isListening = (at: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ port: at, host: '127.0.0.1' })
    socket.once('connect', () => resolve(!socket.destroy().readable))
    socket.once('error', () => resolve(false))
  })

describe('npm start', () => {
  it('prints working curl commands, exits with 0 on Ctrl-C without leftover processes, and keeps its data', async () => {
    const first = npmStart()
    await ready(first)
    expect(first.output()).toContain(tutorialSteps()[1]!.output.trim())
    const lines = first.output().match(/^ {2}curl .*$/gm)!
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      const answer = execFileSync('sh', [
        '-c',
        line.replace('curl -sS', 'curl -sS --fail-with-body'),
      ]).toString()
      expect(() => JSON.parse(answer) as unknown).not.toThrow()
    }
    const email = `${Date.now()}@kept.example`
    execFileSync('sh', ['-c', lines[2]!.replace(/owner-'.*?'@example\.com/, email)])

    interrupt(first)
    interrupt(first)
    expect(await first.ended).toBe(0)
    expect(processesOnData()).toEqual([])
    expect(await isListening(port)).toBe(false)

    // The second start runs without npm and with only the services that a login needs.
    const second = await startPlatform({ dataDir, services: ['identity', 'admin-billing', 'gateway'] })
    onTestFinished(second.stop)
    const login = await fetch(`${second.gatewayUrl}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'correct-horse-1' }),
    })
    expect(login.status).toBe(200)
  }, 400_000)
})
