import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startProcess, type Crash, type ManagedProcess, type Watch } from '../src/managed-process.ts'

let folder = ''
let started: ManagedProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wp-local-'))
})

afterEach(async () => {
  await Promise.all(started.map((process) => process.stop()))
  started = []
  rmSync(folder, { recursive: true, force: true })
})

const announce = `console.log(JSON.stringify({ ready: true, port: 7 }));`
const forever = `setInterval(() => {}, 1000);`

const start = async (
  script: string,
  onCrash: (crash: Crash) => void = () => undefined,
  signal?: AbortSignal,
  watch?: Watch,
) => {
  const spec = {
    name: 'probe',
    command: process.execPath,
    args: ['-e', script],
    logFile: join(folder, 'probe.log'),
    ready: 'announced' as const,
    stopTimeoutMs: 1_000,
    watch,
  }
  const process_ = await startProcess(spec, { onCrash, signal })
  started.push(process_)
  return process_
}

const isAlive = (pid: number | undefined) => {
  try {
    return process.kill(pid ?? 0, 0)
  } catch {
    return false
  }
}

describe('startProcess', () => {
  it('resolves with the line that the process announces', async () => {
    const running = await start(announce + forever)
    expect(running.announcement).toMatchObject({ port: 7 })
    expect(isAlive(running.pid)).toBe(true)
  })

  it('keeps the process running while its log cannot be written, and writes the log as soon as it can', async () => {
    const logFile = join(folder, 'missing', 'probe.log')
    const lines: string[] = []
    const spec = {
      name: 'probe',
      command: process.execPath,
      args: ['-e', `${announce}setInterval(() => console.log('a line'), 50);`],
      logFile,
      ready: 'announced' as const,
    }
    const hooks = { onCrash: () => undefined, onLine: (_: string, line: string) => void lines.push(line) }
    const running = await startProcess(spec, hooks)
    started.push(running)
    await expect.poll(() => lines).toContain('a line')
    expect(existsSync(logFile)).toBe(false)
    mkdirSync(join(folder, 'missing'))
    const read = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '')
    await expect.poll(read).toContain('a line')
    expect(isAlive(running.pid)).toBe(true)
  })

  it('stops a process that ignores SIGTERM', async () => {
    const running = await start(`process.on('SIGTERM', () => {});${announce}${forever}`)
    const { pid } = running
    await running.stop()
    expect(isAlive(pid)).toBe(false)
  })

  it('kills the process without SIGTERM, and does not report a crash', async () => {
    const crashes: Crash[] = []
    const running = await start(
      `process.on('SIGTERM', () => console.error('asked'));${announce}${forever}`,
      (crash) => crashes.push(crash),
    )
    const { pid } = running
    const log = join(folder, 'probe.log')
    await expect.poll(() => existsSync(log)).toBe(true) // created in the background
    await running.kill()
    expect(isAlive(pid)).toBe(false)
    expect(crashes).toEqual([])
    expect(readFileSync(log, 'utf8')).not.toContain('asked')
  })

  it('reports a crash with the last log lines and restarts the process', async () => {
    const crashes: Crash[] = []
    const running = await start(
      `process.on('SIGUSR2', () => { console.error('out of luck'); process.exit(3) });${announce}${forever}`,
      (c) => crashes.push(c),
    )
    const first = running.pid
    process.kill(first!, 'SIGUSR2')
    await vi.waitFor(() => expect(crashes).toHaveLength(1), 60_000)
    expect(crashes[0]).toMatchObject({ name: 'probe', how: 'exited with code 3' })
    expect(crashes[0]!.lastLines.at(-1)).toBe('out of luck')
    await vi.waitFor(() => expect(running.pid !== first && isAlive(running.pid)).toBe(true), 60_000)
  })

  it('kills and restarts a process that no longer answers', async () => {
    const crashes: Crash[] = []
    let answering = true
    const watch = { answers: async () => answering, everyMs: 5, misses: 3 }
    const running = await start(
      `process.on('SIGTERM', () => {});${announce}${forever}`,
      (crash) => {
        crashes.push(crash)
        answering = true
      },
      undefined,
      watch,
    )
    const first = running.pid
    answering = false
    await vi.waitFor(() => expect(crashes).toHaveLength(1), 60_000)
    expect(crashes[0]).toMatchObject({ name: 'probe', how: 'stopped answering and was killed' })
    await vi.waitFor(() => expect(running.pid !== first && isAlive(running.pid)).toBe(true), 60_000)
  })

  it('rejects with the exit code and output of a process that exits before it is ready', async () => {
    await expect(start(`console.error('no such setting'); process.exit(1)`)).rejects.toThrow(
      /probe did not start: exited with code 1[\s\S]*no such setting/,
    )
  })

  it('rejects and ends the process when its start is aborted', async () => {
    const giveUp = new AbortController()
    const pending = start(`console.log(process.pid);${forever}`, undefined, giveUp.signal)
    const log = () => readFileSync(join(folder, 'probe.log'), 'utf8')
    await vi.waitFor(() => expect(log()).toMatch(/^\d+\n/), 60_000)
    giveUp.abort()
    await expect(pending).rejects.toThrow(/did not start/)
    expect(isAlive(Number(log()))).toBe(false)
  })

  it('restarts on request, even while a delayed restart is pending, and does not report the stop as a crash', async () => {
    const crashes: Crash[] = []
    const count = join(folder, 'count')
    // The process fails when it is started for the second time.
    const script = `const fs = require('node:fs'); fs.appendFileSync(${JSON.stringify(count)}, '.');
    if (fs.readFileSync(${JSON.stringify(count)}, 'utf8') === '..') process.exit(3);${announce}${forever}`
    const running = await start(script, (crash) => void crashes.push(crash))
    const { pid } = running
    await expect(running.restart()).rejects.toThrow('exited with code 3')
    expect(isAlive(pid)).toBe(false)
    await running.restart()
    expect(isAlive(running.pid)).toBe(true)
    expect(readFileSync(count, 'utf8')).toBe('...')
    expect(crashes.map(({ how }) => how).filter((how) => how.includes('SIGKILL'))).toEqual([])
  })
})
