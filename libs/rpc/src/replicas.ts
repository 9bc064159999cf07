import { lookup as lookUpName } from 'node:dns/promises'
import { Client, connectivityState, credentials } from '@grpc/grpc-js'
import type { Logger } from '@wp/telemetry'
import { dialTargets, toDnsName, toTarget } from './addresses.ts'
import { createBreaker, type Breaker, type BreakerOptions } from './breaker.ts'
import { isServing } from './health-check.ts'

/** One address of a peer, with its own connection and circuit breaker. */
export type Replica = {
  readonly target: string
  readonly client: Client
  readonly breaker: Breaker
  inFlight: number
  /** True after a call failed because of the replica, until a health check succeeds. */
  isSuspect: boolean
}

export type Replicas = {
  /**
   * Returns the less loaded of two random healthy replicas. Unhealthy replicas are used only when there are no others,
   * and `tried` only when it is the only replica.
   */
  choose(tried?: Replica): Replica
  /**
   * Marks a replica that caused a failure as unhealthy until its health check succeeds. Does nothing when it is the
   * only replica.
   */
  suspect(replica: Replica): void
  close(): void
}

type ReplicasDeps = {
  peer: string
  addresses: string
  breaker: BreakerOptions
  onOpenBreakers: (count: number) => void
  logger: Logger
  /** Returns the addresses of a DNS name. */
  lookUp?: (host: string) => Promise<string[]>
}

const resolveIntervalMs = 5000
const checkIntervalMs = 1000
const checkTimeoutMs = 500
/** Removed replicas are closed after this time, which is longer than any call can take. */
const closeAfterMs = 30_000

/** A frozen peer keeps its connections open. Pings detect this even when there are no calls. */
const channelOptions = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2000,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 3000,
  'grpc.keepalive_permit_without_calls': 1,
}

const lookUpAll = async (host: string): Promise<string[]> =>
  (await lookUpName(host, { all: true })).map(({ address }) => address)

/** Opens connections to a peer's addresses. DNS names are resolved again every 5 s. */
export const openReplicas = (deps: ReplicasDeps): Replicas => {
  const { peer, logger, lookUp = lookUpAll } = deps
  const targets = dialTargets(deps.addresses)
  let replicas: Replica[] = []
  let isClosed = false

  const open = (target: string): Replica => ({
    target,
    client: new Client(target, credentials.createInsecure(), channelOptions),
    breaker: createBreaker(peer, deps.breaker, (isOpen) => {
      deps.onOpenBreakers(replicas.filter(({ breaker }) => breaker.isOpen()).length)
      logger.warn(
        { peer, address: target, isOpen },
        isOpen ? 'peer is failing; circuit breaker opened' : 'peer has recovered; circuit breaker closed',
      )
    }),
    inFlight: 0,
    isSuspect: false,
  })

  const setTargets = (next: readonly string[]): void => {
    const known = new Map(replicas.map((replica) => [replica.target, replica]))
    replicas = next.map((target) => known.get(target) ?? open(target))
    for (const replica of known.values())
      if (!replicas.includes(replica)) setTimeout(() => replica.client.close(), closeAfterMs).unref()
  }
  const resolve = async (): Promise<void> => {
    const found = await Promise.all(targets.map((target) => toAddresses(target, lookUp)))
    if (!isClosed) setTargets([...new Set(found.flat())])
  }
  const resolveInBackground = (): void => {
    resolve().catch((error: unknown) =>
      logger.debug({ err: error, peer }, 'failed to resolve a DNS name; will retry'),
    )
  }
  setTargets(targets)
  const hasNames = targets.some((target) => toDnsName(target) !== null)
  const timer = hasNames ? setInterval(resolveInBackground, resolveIntervalMs).unref() : undefined
  if (hasNames) resolveInBackground()

  const check = async (replica: Replica): Promise<void> => {
    if (isClosed || !replicas.includes(replica)) return
    if (await isServing(replica.client, checkTimeoutMs)) {
      replica.isSuspect = false
      return
    }
    setTimeout(() => void check(replica), checkIntervalMs).unref()
  }

  return {
    choose: (tried) => {
      const others = replicas.length === 1 ? replicas : replicas.filter((each) => each !== tried)
      const healthy = others.filter(isHealthy)
      const [one, two] = pickTwo(healthy.length > 0 ? healthy : others)
      return two.inFlight < one.inFlight ? two : one
    },
    suspect: (replica) => {
      if (replica.isSuspect || replicas.length === 1) return
      replica.isSuspect = true
      logger.warn(
        { peer, address: replica.target },
        'a replica failed a call; it is not used until its health check succeeds',
      )
      void check(replica)
    },
    close: () => {
      isClosed = true
      clearInterval(timer)
      for (const { client } of replicas) client.close()
    },
  }
}

const isHealthy = ({ isSuspect, breaker, client }: Replica): boolean =>
  !isSuspect &&
  !breaker.isBlocking() &&
  client.getChannel().getConnectivityState(false) !== connectivityState.TRANSIENT_FAILURE

/** Returns two random replicas, or the same one twice when there is only one. */
const pickTwo = (replicas: readonly Replica[]): [Replica, Replica] => {
  const first = Math.floor(Math.random() * replicas.length)
  const second = (first + 1 + Math.floor(Math.random() * (replicas.length - 1))) % replicas.length
  return [replicas[first]!, replicas[second]!]
}

/** Keeps a DNS name that has only one address, because grpc-js resolves it again itself after a lost connection. */
const toAddresses = async (
  target: string,
  lookUp: (host: string) => Promise<string[]>,
): Promise<string[]> => {
  const name = toDnsName(target)
  const hosts = name ? await lookUp(name.host) : []
  return name && hosts.length > 1 ? hosts.map((host) => toTarget(host, name.port)) : [target]
}
