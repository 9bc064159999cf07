import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../root.ts'

export type Servers = { source: string; mongodbUrl: string; natsUrl: string; stop(): Promise<void> }

type Started = { url: string; stop(): Promise<unknown> }
type Start = (image: string) => Promise<Started>
type Containers = { startMongoDb: Start; startNats: Start }

/** The sockets at which testcontainers finds an engine if DOCKER_HOST is not set. */
const sockets = ({ XDG_RUNTIME_DIR: runtimeDir }: NodeJS.ProcessEnv): string[] => [
  '/var/run/docker.sock',
  join(runtimeDir ?? `/run/user/${process.getuid?.()}`, 'docker.sock'),
  join(homedir(), '.docker/run/docker.sock'),
  join(homedir(), '.docker/desktop/docker.sock'),
  '//./pipe/docker_engine',
]

/** Returns whether a container engine seems to be available, so that nothing is installed without one. */
export const hasEngine = (env: NodeJS.ProcessEnv): boolean => {
  const host = env['DOCKER_HOST']
  const [, socket] = /^(?:unix|npipe):\/\/(.+)$/.exec(host ?? '') ?? []
  if (host) return socket === undefined || existsSync(socket)
  return sockets(env).some((path) => existsSync(path))
}

/** Installs testcontainers, which is not a dependency of the repository, and returns functions that use it. */
const loadContainers = async (): Promise<Containers> => {
  const folder = join(root, 'tools/containers')
  const install = join(root, 'tools/setup/install.mjs')
  const { status } = spawnSync(process.execPath, [install], { cwd: folder, stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error('Installing the packages of tools/containers failed')
  return (await import(join(folder, 'start.mjs'))) as Containers
}

/** Returns the image of a container in `deploy/compose.yaml`. */
const imageOf = (container: string): string => {
  const text = readFileSync(join(root, 'deploy/compose.yaml'), 'utf8')
  const { services } = parse(text, { merge: true }) as { services: Record<string, { image: string }> }
  return services[container]!.image
}

const given = async (url: string): Promise<Started> => ({ url, stop: async () => {} })

/**
 * Returns a MongoDB replica set and NATS: the servers at `MONGODB_URL` and `NATS_URL`, or new containers.
 * Returns null when a container is needed and no engine is available.
 */
export const startServers = async (
  env: NodeJS.ProcessEnv,
  load: () => Promise<Containers> = loadContainers,
): Promise<Servers | null> => {
  const { MONGODB_URL: mongodbUrl, NATS_URL: natsUrl } = env
  const isComplete = Boolean(mongodbUrl && natsUrl)
  if (!isComplete && !hasEngine(env)) return null
  const containers = isComplete ? null : await load()
  const [mongodb, nats] = await startAll([
    mongodbUrl ? given(mongodbUrl) : containers!.startMongoDb(imageOf('mongodb')),
    natsUrl ? given(natsUrl) : containers!.startNats(imageOf('nats')),
  ])
  return {
    source: `${mongodbUrl ? 'MONGODB_URL' : 'a container'} and ${natsUrl ? 'NATS_URL' : 'a container'}`,
    mongodbUrl: mongodb.url,
    natsUrl: nats.url,
    stop: async () => {
      await Promise.all([mongodb.stop(), nats.stop()])
    },
  }
}

/** Waits for both. Stops one when the other fails. */
const startAll = async (
  starting: [mongodb: Promise<Started>, nats: Promise<Started>],
): Promise<[Started, Started]> => {
  const [mongodb, nats] = await Promise.allSettled(starting)
  if (mongodb.status === 'fulfilled' && nats.status === 'fulfilled') return [mongodb.value, nats.value]
  for (const result of [mongodb, nats]) if (result.status === 'fulfilled') await result.value.stop()
  throw mongodb.status === 'rejected' ? mongodb.reason : (nats as PromiseRejectedResult).reason
}
