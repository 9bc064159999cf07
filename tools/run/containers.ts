import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { root } from '../root.ts'

export type Servers = { source: string; mongodbUrl: string; natsUrl: string; stop(): Promise<void> }

const run = promisify(execFile)
const docker = async (...args: string[]): Promise<string> => (await run('docker', args)).stdout.trim()

/**
 * Returns a MongoDB replica set and NATS: the servers at `MONGODB_URL` and `NATS_URL`, or new containers. Returns
 * null when Docker is not available.
 */
export const startServers = async (env: NodeJS.ProcessEnv): Promise<Servers | null> => {
  const { MONGODB_URL: mongodbUrl, NATS_URL: natsUrl } = env
  if (mongodbUrl && natsUrl)
    return { source: 'MONGODB_URL and NATS_URL', mongodbUrl, natsUrl, stop: async () => {} }
  const hasEngine = await docker('info').then(
    () => true,
    () => false,
  )
  return hasEngine ? startContainers() : null
}

/** Returns the image of a container in `deploy/compose.yaml`. */
const imageOf = (container: string): string => {
  const text = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')
  const { services } = parse(text, { merge: true }) as { services: Record<string, { image: string }> }
  return services[container]!.image
}

const startContainers = async (): Promise<Servers> => {
  const started: string[] = []
  const start = async (port: number, image: string, ...args: string[]) => {
    const id = await docker('run', '--detach', '--rm', '--publish', `127.0.0.1::${port}`, image, ...args)
    started.push(id)
    return { id, address: await docker('port', id, `${port}/tcp`) }
  }
  const stop = async (): Promise<void> => {
    if (started.length > 0) await docker('rm', '--force', ...started)
  }
  const starting = [
    start(27017, imageOf('mongodb'), '--replSet', 'rs0', '--bind_ip_all'),
    start(4222, imageOf('nats'), '--jetstream'),
  ] as const
  try {
    const [mongodb, nats] = await Promise.all(starting)
    await makeReplicaSet(mongodb.id)
    return {
      source: 'containers',
      mongodbUrl: `mongodb://${mongodb.address}/?directConnection=true`,
      natsUrl: `nats://${nats.address}`,
      stop,
    }
  } catch (error) {
    // The other container may still be pulling its image and could start later.
    await Promise.allSettled(starting)
    await stop()
    throw error
  }
}

const replicaSet = `
  try { rs.status() } catch { rs.initiate({ _id: 'rs0', members: [{ _id: 0, host: '127.0.0.1:27017' }] }) }
  if (!db.hello().isWritablePrimary) quit(1)`

const makeReplicaSet = async (id: string): Promise<void> => {
  const deadline = Date.now() + 60_000
  for (;;) {
    try {
      await docker('exec', id, 'mongosh', '--quiet', '--eval', replicaSet)
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
      await pause(500)
    }
  }
}
