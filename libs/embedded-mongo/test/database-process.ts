import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** The embedded database running in its own process. */
export interface DatabaseProcess {
  uri: string
  port: number
  pid: number
  child: ChildProcess
  stderr(): string
  kill(signal: NodeJS.Signals): Promise<number | null>
}

/** Starts the process, optionally under another command (`strace …`), and waits until it is ready. */
export async function startProcess(
  folder: string,
  under: string[] = [],
  port = 0,
  lifetimeSeconds = 60,
  nodeOptions: string[] = [],
): Promise<DatabaseProcess> {
  const limit = `transactionLifetimeLimitSeconds=${lifetimeSeconds}`
  const options = ['--data', folder, '--port', String(port), '--setParameter', limit]
  const [command, ...args] = [...under, process.execPath, ...nodeOptions, MAIN, ...options]
  const child = spawn(command!, args, { stdio: ['ignore', 'pipe', 'pipe'], detached: under.length > 0 })
  let errors = ''
  child.stderr!.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const exited = once(child, 'exit') as Promise<[number | null]>
  const lines = createInterface({ input: child.stdout! })
  const ready = await Promise.race([
    once(lines, 'line').then(([line]) => JSON.parse(line as string) as { port: number; uri: string }),
    exited.then(([code]) => {
      throw new Error(`The database stopped with ${code}: ${errors}`)
    }),
  ])
  return {
    ...ready,
    pid: child.pid!,
    child,
    stderr: () => errors,
    kill: async (signal) => {
      if (child.exitCode === null && child.signalCode === null) {
        if (under.length > 0) process.kill(-child.pid!, signal)
        else child.kill(signal)
      }
      const [code] = await exited
      return code
    },
  }
}

/** The limit that `npm start` sets. */
const LIFETIME_SECONDS = 10

/** Starts a database process on a fixed port, for tests that stop, freeze or restart it. */
export async function startDatabase(folder: string, nodeOptions: string[] = []) {
  const port = await freePort()
  let running = await startProcess(folder, [], port, LIFETIME_SECONDS, nodeOptions)
  const { uri } = running
  return {
    uri,
    pid: () => running.pid,
    kill: async (): Promise<void> => void (await running.kill('SIGKILL')),
    start: async (): Promise<void> => {
      running = await startProcess(folder, [], port, LIFETIME_SECONDS, nodeOptions)
    },
    /** Freezes the process; its connections stay open. */
    freeze: () => void running.child.kill('SIGSTOP'),
    thaw: () => void running.child.kill('SIGCONT'),
    close: async (): Promise<void> => void (await running.kill('SIGTERM')),
  }
}
