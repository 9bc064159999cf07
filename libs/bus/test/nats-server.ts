import { execFileSync, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@wp/embedded-mongo/test/free-port'

/**
 * Starts a nats-server with JetStream on a free port with its own folder. It can be killed, frozen, wiped and
 * restarted.
 */
export const startNats = async (settings: { maxStoreBytes?: number; env?: NodeJS.ProcessEnv } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'wp-nats-'))
  const store = join(folder, 'store')
  const port = await freePort()
  let child: ChildProcess | null = null

  const start = async ({ maxStoreBytes } = settings): Promise<void> => {
    const ports = join(folder, 'ports')
    const config = join(folder, 'nats.conf')
    const limit = maxStoreBytes === undefined ? '' : `max_file_store: ${maxStoreBytes}`
    await writeFile(config, `jetstream { store_dir: "${store}", ${limit} }\n`)
    await rm(ports, { recursive: true, force: true })
    await mkdir(ports)
    child = spawn(
      'nats-server',
      ['-a', '127.0.0.1', '-p', String(port), '-c', config, '--ports_file_dir', ports],
      {
        stdio: 'ignore',
        env: { ...process.env, ...settings.env, PATH: `${process.env['PATH']}:/usr/sbin:/usr/local/sbin` },
      },
    )
    await waitUntilListening(ports)
  }
  const kill = async (): Promise<void> => {
    if (!child || child.exitCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
    child = null
  }
  // Stops the server even if a test hangs and never reaches its cleanup.
  const killOnExit = () => void child?.kill('SIGKILL')
  process.once('exit', killOnExit)
  await start()
  return {
    url: () => `nats://127.0.0.1:${port}`,
    pid: () => child?.pid,
    kill,
    start,
    /** Freezes the server: connections stay open but get no answers. */
    freeze: async () => {
      child?.kill('SIGSTOP')
      while (child?.pid && !isStopped(child.pid)) await delay(10)
    },
    thaw: () => void child?.kill('SIGCONT'),
    wipe: () => rm(store, { recursive: true, force: true }),
    close: async () => {
      await kill()
      process.off('exit', killOnExit)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * Returns whether the process is stopped. On a busy machine the signal may arrive late, and the server still answers
 * until then.
 */
const isStopped = (pid: number): boolean =>
  execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith('T')

/** nats-server writes a file with its ports once it is listening. */
const waitUntilListening = async (folder: string): Promise<void> => {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await delay(20))
    if ((await readdir(folder)).length > 0) return
  throw new Error('nats-server did not start; is it on the PATH?')
}
