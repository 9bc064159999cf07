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
import { attachDebugger } from './inspector.ts'

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

/** Starts npm like a terminal, with npm and its children in one process group. */
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

/** Sets a breakpoint in the source of a handler, and continues when a request has reached it. */
const expectPauseAtLogin = async (port: number, logIn: () => Promise<Response>): Promise<void> => {
  const debug = await attachDebugger(port)
  onTestFinished(debug.close)
  const source = 'services/identity/src/login/login.handlers.ts'
  const lines = readFileSync(join(repositoryRoot, source), 'utf8').split('\n')
  const lineNumber = lines.findIndex((line) => line.includes('await login(deps'))
  await debug.send('Debugger.enable')
  await debug.send('Debugger.setBreakpointByUrl', { urlRegex: `${source}$`, lineNumber })
  const reply = logIn()
  await eventually(() => expect(debug.received('Debugger.paused')).toHaveLength(1), { withinMs: 10_000 })
  const [pause] = debug.received('Debugger.paused')
  const [frame] = pause!['callFrames'] as { location: { scriptId: string; lineNumber: number } }[]
  const { location } = frame!
  expect(location.lineNumber).toBe(lineNumber)
  const scripts = debug.received('Debugger.scriptParsed')
  expect(scripts.find(({ scriptId }) => scriptId === location.scriptId)?.['url']).toContain(source)
  await debug.send('Debugger.resume')
  expect((await reply).status).toBe(200)
}

describe('npm start', () => {
  it('prints working curl commands, lets a debugger attach, exits with 0 on Ctrl-C without leftover processes, and keeps its data', async () => {
    const inspectPort = await freePort()
    const first = npmStart('--inspect', `console=${inspectPort}`)
    await ready(first)
    const debug = await attachDebugger(inspectPort)
    expect(await debug.send('Runtime.evaluate', { expression: 'process.argv[1]' })).toMatchObject({
      result: { value: expect.stringMatching(/console\.mjs$/) },
    })
    debug.close()
    expect(first.output()).toMatch(/^ {2}Console {3}http:\S+\/console /m)
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
    const debugPort = await freePort()
    const services = ['identity', 'admin-billing', 'gateway']
    const second = await startPlatform({ dataDir, services, inspect: { identity: debugPort } })
    onTestFinished(second.stop)
    const logIn = () =>
      fetch(`${second.gatewayUrl}/v1/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password: 'correct-horse-1' }),
      })
    expect((await logIn()).status).toBe(200)
    await expectPauseAtLogin(debugPort, logIn)
  }, 400_000)
})
