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

/** Polls until `check` returns something other than undefined. Throws after the deadline with the last error. */
export const eventually = async <Result>(
  check: () => Promise<Result | undefined>,
  deadlineMs = 25_000,
): Promise<Result> => {
  const end = Date.now() + deadlineMs
  let lastError: unknown
  while (Date.now() < end) {
    try {
      const found = await check()
      if (found !== undefined) return found
    } catch (error) {
      lastError = error
    }
    await delay(25)
  }
  throw new Error(`The condition was not met within ${deadlineMs} ms`, { cause: lastError })
}

/** Starts a nats-server with JetStream. */
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

/** Starts the embedded database with its own folder. */
export const startDatabase = async (options: { port?: number; folder?: string } = {}) => {
  const folder = options.folder ?? (await scratchFolder())
  const server = await startServer({ dataDir: folder, port: options.port ?? 0 })
  let stopped: Promise<void> | null = null
  return { url: server.uri, port: server.port, folder, stop: () => (stopped ??= server.close()) }
}

type Server = { folder: string; stop(): Promise<void> }

/** Stops the server and deletes its data when the test ends, even if the test fails. */
export const stopAtEnd = async <Started extends Server>(starting: Promise<Started>): Promise<Started> => {
  const server = await starting
  atEnd(async () => {
    await server.stop()
    await rm(server.folder, { recursive: true, force: true })
  })
  return server
}

/** Starts one database server and one NATS server for a test file. */
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

/** Registers a cleanup that runs when the test ends, even if the test fails. */
export const atEnd = (clean: () => unknown): void => {
  onTestFinished(async () => {
    await clean()
  })
}
