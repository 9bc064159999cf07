import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { KeyFiles } from './keys.ts'
import type { Watch } from './managed-process.ts'
import type { PortRequest, AllocatePort } from './ports.ts'

export const repositoryRoot = join(import.meta.dirname, '../../..')
export const localBootstrapToken = 'local-bootstrap-token'

export type Ports = { http: number; rpc: number; ops: number }
export type Instance = { service: string; name: string; ports: Ports }

/**
 * Returns all services in start order: identity and admin-billing first because others call them, the gateway last.
 */
export const allServices = (): string[] => {
  const order = ['identity', 'admin-billing']
  const rank = (name: string) => (name === 'gateway' ? 9 : order.includes(name) ? order.indexOf(name) : 5)
  return readdirSync(join(repositoryRoot, 'services'))
    .filter((name) => existsSync(sourceOf(name)))
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
}

/** Returns the instances to run. Their ports stay the same when an instance restarts. */
export const planInstances = async (
  services: string[],
  replicas: Record<string, number>,
  allocatePort: AllocatePort,
  ports: { gateway: PortRequest; services: PortRequest },
): Promise<Instance[]> => {
  const unknown = Object.keys(replicas).filter((name) => !services.includes(name))
  if (unknown.length > 0) {
    throw new Error(`Unknown service in --replicas: ${unknown.join(', ')}. Services: ${services.join(', ')}.`)
  }
  const instances: Instance[] = []
  for (const service of services) {
    for (let replica = 1; replica <= (replicas[service] ?? 1); replica += 1) {
      const http = await allocatePort(service === 'gateway' && replica === 1 ? ports.gateway : ports.services)
      const rpc = await allocatePort(ports.services)
      const ops = await allocatePort(ports.services)
      const name = replica === 1 ? service : `${service}-${replica}`
      instances.push({ service, name, ports: { http, rpc, ops } })
    }
  }
  return instances
}

type Program = { name: string; file: string; runs: Instance[]; isShared: boolean }

const sourceOf = (service: string): string => join(repositoryRoot, 'services', service, 'src/main.ts')

/** Returns the processes to start: one per instance, or one for all services that share a program. */
export const planPrograms = (
  instances: Instance[],
  together: { services: readonly string[]; program: string }[],
  programOf = sourceOf,
): Program[] => {
  const shared = together.map(({ services, program }): Program => {
    const runs = instances.filter(({ service }) => services.includes(service))
    return { name: runs.map(({ name }) => name).join('+'), file: program, runs, isShared: true }
  })
  const own = instances
    .filter((instance) => !shared.some(({ runs }) => runs.includes(instance)))
    .map((instance): Program => ({
      name: instance.name,
      file: programOf(instance.service),
      runs: [instance],
      isShared: false,
    }))
  return [...shared.filter(({ runs }) => runs.length > 0), ...own]
}

const liveLimitMs = 5000

const isLive = async ({ ports }: Pick<Instance, 'ports'>): Promise<boolean> => {
  try {
    const signal = AbortSignal.timeout(liveLimitMs)
    const { ok } = await fetch(`http://127.0.0.1:${ports.ops}/live`, { signal })
    return ok
  } catch {
    return false
  }
}

/** Restarts a process when `/live` of any of its services fails for a minute, as Kubernetes does. */
export const watchLive = (runs: readonly Pick<Instance, 'ports'>[]): Watch => ({
  answers: async () => (await Promise.all(runs.map(isLive))).every(Boolean),
  everyMs: 10_000,
  misses: 6,
})

/** Returns the environment for a process that runs several services, whose settings are in `SERVICES` as JSON. */
export const sharedEnvironment = (runs: Instance[], settings: NodeJS.ProcessEnv[]): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_COMPILE_CACHE: settings[0]?.['NODE_COMPILE_CACHE'],
  SERVICES: JSON.stringify(
    runs.map(({ service }, at) => ({
      service,
      env: Object.fromEntries(
        Object.entries(settings[at]!).filter(([name, value]) => process.env[name] !== value),
      ),
    })),
  ),
})

const rpcSetting = (service: string) => `${service.toUpperCase().replaceAll('-', '_')}_RPC`

/** No server listens here, so calls to a service that was not started fail immediately. */
const unreachableAddress = '127.0.0.1:1'

const rpcAddresses = (instances: Instance[]): Record<string, string> =>
  Object.fromEntries(
    allServices().map((service) => {
      const running = instances.filter((instance) => instance.service === service)
      return [
        rpcSetting(service),
        running.map(({ ports }) => `127.0.0.1:${ports.rpc}`).join(',') || unreachableAddress,
      ]
    }),
  )

type Wiring = {
  instances: Instance[]
  dataDir: string
  keys: KeyFiles
  credentialsDir: string
  mongoUrl: string
  natsUrl: string
  publicUrl: string
}

/** Returns the environment for one instance: the caller's environment, overridden by this platform's settings. */
export const environmentOf = (
  instance: Instance,
  wiring: Wiring,
  extra: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv => {
  const { keys } = wiring
  const ownFolder = join(wiring.dataDir, 'services', instance.service)
  mkdirSync(ownFolder, { recursive: true })
  const identityOnly = { SIGNING_KEYS_FILE: keys.signingKeys, BOOTSTRAP_TOKEN: localBootstrapToken }
  return {
    // NATS reserves this for each of twelve streams.
    NATS_STREAM_MB: '256',
    // More than the streams and buckets reserve.
    NATS_STORE_MB: '3392',
    ...process.env,
    NODE_ENV: 'development',
    NODE_COMPILE_CACHE: join(repositoryRoot, 'node_modules/.cache/node-compile'),
    ...extra,
    HOST: '127.0.0.1',
    OPS_HOST: '127.0.0.1',
    HTTP_PORT: `${instance.ports.http}`,
    RPC_PORT: `${instance.ports.rpc}`,
    OPS_PORT: `${instance.ports.ops}`,
    MONGODB_URL: wiring.mongoUrl,
    NATS_URL: wiring.natsUrl,
    PUBLIC_URL: wiring.publicUrl,
    DATA_DIR: ownFolder,
    CREDENTIALS_DIR: join(wiring.credentialsDir, instance.service),
    ENCRYPTION_KEYS_FILE: keys.encryptionKeys,
    HMAC_KEY_FILE: keys.hmacKey,
    WP_ANNOUNCE: '1',
    ...rpcAddresses(wiring.instances),
    ...(instance.service === 'identity' ? identityOnly : {}),
  }
}
