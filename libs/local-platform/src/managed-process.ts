import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, existsSync, renameSync, type WriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { endWithParent } from './programs.ts'

export type ProcessSpec = {
  name: string
  command: string
  args: string[]
  env?: NodeJS.ProcessEnv
  logFile: string
  /**
   * With `announced`, the process is ready once it prints a JSON line with `ready: true`. A function is called until
   * it returns true.
   */
  ready: 'announced' | (() => Promise<boolean>)
  readyTimeoutMs?: number
  stopTimeoutMs?: number
  /** Restarts the process when it is running but no longer answers. */
  watch?: Watch
}

/**
 * `answers` must settle. It is called every `everyMs`, and the process is killed after `misses` false results in a
 * row.
 */
export type Watch = { answers: () => Promise<boolean>; everyMs: number; misses: number }

export type Crash = { name: string; how: string; lastLines: string[]; restartInMs: number }
export type Announcement = Record<string, unknown>

export type ProcessHooks = {
  onCrash: (crash: Crash) => void
  onLine?: (name: string, line: string) => void
  /** Maximum delay before a restart; 30 s by default. */
  mostRestartMs?: number
  /** Aborts the start: the process is stopped and the promise rejects. */
  signal?: AbortSignal
}

export type ManagedProcess = {
  name: string
  readonly pid: number | undefined
  readonly announcement: Announcement
  /**
   * Kills and restarts the process without reporting a crash; resolves when it is ready again. Until the next restart,
   * `env` is added to its environment.
   */
  restart(env?: NodeJS.ProcessEnv): Promise<void>
  /** Sends SIGTERM and waits for the process to exit; kills it after a timeout. */
  stop(): Promise<void>
  /** Kills the process without giving it time to finish. */
  kill(): Promise<void>
}

const keptLines = 20
const startAttempts = 3
const backOff = { firstMs: 500, mostMs: 30_000, calmAfterMs: 30_000 }

const parseAnnouncement = (line: string): Announcement | null => {
  if (!line.startsWith('{"ready":true')) return null
  try {
    return JSON.parse(line) as Announcement
  } catch {
    return null
  }
}

/** How long lines are dropped after the log could not be written, for example because the disk is full. */
const logRetryMs = 1000

const openLog = (file: string) => {
  if (existsSync(file)) renameSync(file, `${file}.1`)
  let stream: WriteStream | null = null
  let failedAt = Number.NEGATIVE_INFINITY
  const open = (): WriteStream => {
    const opened = createWriteStream(file, { flags: 'a' })
    opened.on('error', () => {
      stream = null
      failedAt = performance.now()
    })
    return opened
  }
  return {
    write: (line: string): void => {
      if (performance.now() - failedAt < logRetryMs) return
      stream ??= open()
      stream.write(`${line}\n`)
    },
    end: (): void => void stream?.end(),
  }
}

const describeExit = (code: number | null, signal: NodeJS.Signals | null) =>
  signal ? `was killed by ${signal}` : `exited with code ${code}`

const startFailure = (name: string, how: string, lines: string[], logFile: string) =>
  new Error(
    [`${name} did not start: ${how}.`, ...lines.map((line) => `  ${line}`), `  (log: ${logFile})`].join('\n'),
  )

/**
 * Starts a process and resolves when it is ready. A process that exits is reported and restarted, with growing delays.
 * Rejects when the process does not become ready in three attempts.
 */
export const startProcess = async (spec: ProcessSpec, hooks: ProcessHooks): Promise<ManagedProcess> => {
  const log = openLog(spec.logFile)
  let lastLines: string[] = []
  let child: ChildProcess | null = null
  let ended: Promise<string> = Promise.resolve('')
  let announcement: Announcement = {}
  let env = spec.env
  let stopping = false
  let restartMs = backOff.firstMs
  let skipDelay = new AbortController()
  let requested: PromiseWithResolvers<void> | null = null
  const onAbort = () => {
    stopping = true
    child?.kill('SIGTERM')
  }
  hooks.signal?.addEventListener('abort', onAbort)

  const run = (): Promise<void> => {
    const [command, args] = endWithParent(spec.command, spec.args)
    // Detached, so that Ctrl-C reaches only the runner, which stops the other processes in order.
    const current = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    child = current
    lastLines = []
    ended = new Promise((resolve) => {
      current.once('error', (error) => resolve(`could not be started (${error.message})`))
      current.once('close', (code, signal) => resolve(describeExit(code, signal)))
    })
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        current.kill('SIGKILL')
        reject(
          startFailure(
            spec.name,
            `not ready after ${spec.readyTimeoutMs ?? 60_000} ms`,
            lastLines,
            spec.logFile,
          ),
        )
      }, spec.readyTimeoutMs ?? 60_000)
      const onReady = () => {
        clearTimeout(timer)
        resolve()
      }
      const onLine = (line: string) => {
        log.write(line)
        lastLines = [...lastLines.slice(1 - keptLines), line]
        hooks.onLine?.(spec.name, line)
        const announced = spec.ready === 'announced' ? parseAnnouncement(line) : null
        if (!announced) return
        announcement = announced
        onReady()
      }
      createInterface({ input: current.stdout }).on('line', onLine)
      createInterface({ input: current.stderr }).on('line', onLine)
      void ended.then((how) => {
        clearTimeout(timer)
        reject(startFailure(spec.name, how, lastLines, spec.logFile))
      })
      if (spec.ready !== 'announced') void poll(spec.ready, current).then(onReady, reject)
    })
  }

  const restartOnExit = async (): Promise<void> => {
    const since = Date.now()
    const watched = spec.watch && child ? killWhenSilent(spec.watch, child, ended) : Promise.resolve(false)
    const exit = await ended
    if (stopping) return
    const how = (await watched) ? 'stopped answering and was killed' : exit
    if (Date.now() - since > backOff.calmAfterMs) restartMs = backOff.firstMs
    if (!requested) {
      hooks.onCrash({ name: spec.name, how, lastLines, restartInMs: restartMs })
      await pause(restartMs, undefined, { signal: skipDelay.signal }).catch(() => undefined)
      restartMs = Math.min(restartMs * 2, hooks.mostRestartMs ?? backOff.mostMs)
    }
    if (stopping) return
    const restart = requested
    requested = null
    skipDelay = new AbortController()
    await run().then(restart?.resolve, restart?.reject ?? (() => undefined))
    await restartOnExit()
  }

  for (let attempt = 1; ; attempt += 1) {
    try {
      hooks.signal?.throwIfAborted()
      await run()
      break
    } catch (error) {
      if (attempt < startAttempts && !stopping) {
        await pause(restartMs)
        continue
      }
      hooks.signal?.removeEventListener('abort', onAbort)
      await ended
      log.end()
      throw error
    }
  }
  hooks.signal?.removeEventListener('abort', onAbort)
  void restartOnExit()

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    stopping = true
    skipDelay.abort()
    child?.kill(signal)
    const timer = setTimeout(() => child?.kill('SIGKILL'), spec.stopTimeoutMs ?? 15_000)
    await ended
    clearTimeout(timer)
    log.end()
  }

  return {
    name: spec.name,
    get pid() {
      return child?.pid
    },
    get announcement() {
      return announcement
    },
    restart: (added = {}) => {
      env = { ...spec.env, ...added }
      requested ??= Promise.withResolvers()
      const { promise } = requested
      skipDelay.abort()
      child?.kill('SIGKILL')
      return promise
    },
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

const poll = async (isReady: () => Promise<boolean>, child: ChildProcess): Promise<void> => {
  while (child.exitCode === null && child.signalCode === null) {
    if (await isReady()) return
    await pause(50)
  }
}

/**
 * Kills a process that no longer answers and resolves to true; resolves to false when the process exits on
 * its own.
 */
const killWhenSilent = async (
  { answers, everyMs, misses }: Watch,
  child: ChildProcess,
  ended: Promise<unknown>,
): Promise<boolean> => {
  const over = new AbortController()
  void ended.then(() => over.abort())
  for (let missed = 0; missed < misses;) {
    await pause(everyMs, undefined, { signal: over.signal }).catch(() => undefined)
    if (over.signal.aborted) return false
    missed = (await answers()) ? 0 : missed + 1
  }
  return !over.signal.aborted && child.kill('SIGKILL')
}
