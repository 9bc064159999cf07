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
  /** `announced`: the process prints one JSON line with `ready: true`; otherwise asked until it answers. */
  ready: 'announced' | (() => Promise<boolean>)
  readyTimeoutMs?: number
  stopTimeoutMs?: number
  /** Asked for as long as the process lives: one that lives and no longer answers is ended and started again. */
  watch?: Watch
}

/** `answers` must settle by itself; `misses` false answers in a row, `everyMs` apart, end the process. */
export type Watch = { answers: () => Promise<boolean>; everyMs: number; misses: number }

export type Crash = { name: string; how: string; lastLines: string[]; restartInMs: number }
export type Announcement = Record<string, unknown>

export type ProcessHooks = {
  onCrash: (crash: Crash) => void
  onLine?: (name: string, line: string) => void
  /** One that ends again and again is started after this time at the latest; 30 s by default. */
  mostRestartMs?: number
  /** Ends the wait for readiness: what has begun is stopped, and the start fails. */
  signal?: AbortSignal
}

export type ManagedProcess = {
  name: string
  readonly pid: number | undefined
  readonly announcement: Announcement
  /** Kills it and starts it at once, without reporting an end; resolves when it is ready, rejects when it is not. */
  restart(): Promise<void>
  /** Asks it to end and waits until it has; killed when it does not. It is not started again. */
  stop(): Promise<void>
  /** Ends it at once. It is not started again. */
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

const openLog = (file: string): WriteStream => {
  if (existsSync(file)) renameSync(file, `${file}.1`)
  return createWriteStream(file, { flags: 'a' })
}

const describeExit = (code: number | null, signal: NodeJS.Signals | null) =>
  signal ? `ended by ${signal}` : `ended with exit code ${code}`

/** What went wrong, with the last lines that the process wrote. */
const startFailure = (name: string, how: string, lines: string[], logFile: string) =>
  new Error(
    [`${name} did not start: ${how}.`, ...lines.map((line) => `  ${line}`), `  (log: ${logFile})`].join('\n'),
  )

/**
 * Starts a process, resolves when it is ready and keeps it running: when it ends by itself it is reported and
 * started again, later each time. Rejects when it does not become ready in three attempts.
 */
export const startProcess = async (spec: ProcessSpec, hooks: ProcessHooks): Promise<ManagedProcess> => {
  const log = openLog(spec.logFile)
  let lastLines: string[] = []
  let child: ChildProcess | null = null
  let ended: Promise<string> = Promise.resolve('')
  let announcement: Announcement = {}
  let stopping = false
  let restartMs = backOff.firstMs
  let haste = new AbortController()
  let wanted: PromiseWithResolvers<void> | null = null
  const onAbort = () => {
    stopping = true
    child?.kill('SIGTERM')
  }
  hooks.signal?.addEventListener('abort', onAbort)

  const run = (): Promise<void> => {
    const [command, args] = endWithParent(spec.command, spec.args)
    // A session of its own: Ctrl-C in the terminal reaches the runner alone, which then ends the others in order.
    const current = spawn(command, args, { env: spec.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    child = current
    lastLines = []
    ended = new Promise((resolve) => {
      current.once('error', (error) => resolve(`could not be run (${error.message})`))
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
        log.write(`${line}\n`)
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
    const watched = spec.watch && child ? endWhenSilent(spec.watch, child, ended) : Promise.resolve(false)
    const exit = await ended
    if (stopping) return
    const how = (await watched) ? 'no longer answered and was killed' : exit
    if (Date.now() - since > backOff.calmAfterMs) restartMs = backOff.firstMs
    if (!wanted) {
      hooks.onCrash({ name: spec.name, how, lastLines, restartInMs: restartMs })
      await pause(restartMs, undefined, { signal: haste.signal }).catch(() => undefined)
      restartMs = Math.min(restartMs * 2, hooks.mostRestartMs ?? backOff.mostMs)
    }
    if (stopping) return
    const asked = wanted
    wanted = null
    haste = new AbortController()
    await run().then(asked?.resolve, asked?.reject ?? (() => undefined))
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
    haste.abort()
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
    restart: () => {
      wanted ??= Promise.withResolvers()
      const { promise } = wanted
      haste.abort()
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

/** Kills a process that no longer answers; tells in the end whether it had to. */
const endWhenSilent = async (
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
