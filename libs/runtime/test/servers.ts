import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startServer } from '@wp/embedded-mongo'
import { freePort } from '@wp/embedded-mongo/test/free-port'
import { afterAll, onTestFinished } from 'vitest'

export const scratchFolder = async (): Promise<string> => mkdtemp(join(tmpdir(), 'wp-runtime-'))

/** Polls until `check` gives something other than undefined, or fails after the deadline with what it last saw. */
export const eventually = async <Result>(
  check: () => Promise<Result | undefined>,
  deadlineMs = 25_000,
): Promise<Result> => {
  const end = Date.now() + deadlineMs
  let last: unknown = 'nothing'
  while (Date.now() < end) {
    try {
      const found = await check()
      if (found !== undefined) return found
    } catch (error) {
      last = error
    }
    await delay(25)
  }
  throw new Error(`It did not happen within ${deadlineMs} ms`, { cause: last })
}

/** A real nats-server with JetStream. */
export const startNats = async (options: { port?: number; folder?: string } = {}) => {
  const port = options.port ?? (await freePort())
  const folder = options.folder ?? (await scratchFolder())
  const child = spawn('nats-server', ['-a', '127.0.0.1', '-p', String(port), '-js', '-sd', folder], {
    stdio: 'ignore',
  })
  await eventually(() => isListening(port))
  return {
    url: `nats://127.0.0.1:${port}`,
    port,
    folder,
    stop: async (): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

const isListening = (port: number): Promise<true | undefined> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(undefined))
  })

/** The embedded database on a folder of its own. */
export const startDatabase = async (options: { port?: number; folder?: string } = {}) => {
  const folder = options.folder ?? (await scratchFolder())
  const server = await startServer({ dataDir: folder, port: options.port ?? 0 })
  let stopped: Promise<void> | null = null
  return { url: server.uri, port: server.port, folder, stop: () => (stopped ??= server.close()) }
}

type Server = { folder: string; stop(): Promise<void> }

/** For this test alone: stopped and wiped at its end, also when it fails. */
export const stopAtEnd = async <Started extends Server>(starting: Promise<Started>): Promise<Started> => {
  const server = await starting
  atEnd(async () => {
    await server.stop()
    await rm(server.folder, { recursive: true, force: true })
  })
  return server
}

/** One database and one NATS for a whole test file. */
export const sharedServers = async () => {
  const [database, nats] = await Promise.all([startDatabase(), startNats()])
  afterAll(async () => {
    await Promise.all([database.stop(), nats.stop()])
    await Promise.all(
      [database.folder, nats.folder].map((folder) => rm(folder, { recursive: true, force: true })),
    )
  })
  return { database, nats }
}

/** Registers a clean-up for the end of the test, also of a failed one. */
export const atEnd = (clean: () => unknown): void => {
  onTestFinished(async () => {
    await clean()
  })
}
