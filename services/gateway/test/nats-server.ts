import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that goes with the test. */
export const scratch = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'wp-gateway-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** A NATS server that can be stopped and started again on its port, with or without its data. */
export const nats = async () => {
  const folder = await scratch()
  const port = await freePort()
  let running: ReturnType<typeof spawn> | null = null
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      if (!running) return resolve()
      running.once('exit', () => resolve())
      running.kill('SIGKILL')
      running = null
    })
  const start = (store = 'store'): void => {
    running = spawn(
      'nats-server',
      ['-js', '-a', '127.0.0.1', '-p', String(port), '-sd', join(folder, store)],
      { stdio: 'ignore' },
    )
  }
  onTestFinished(stop)
  start()
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    stop,
    /** Keeps its connections open and answers nothing. */
    freeze: () => running?.kill('SIGSTOP'),
  }
}
