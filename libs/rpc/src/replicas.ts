import { lookup as lookUpName } from 'node:dns/promises'
import { Client, connectivityState, credentials } from '@grpc/grpc-js'
import type { Logger } from '@wp/telemetry'
import { dialTargets, nameOf, toTarget } from './addresses.ts'
import { createBreaker, type Breaker, type BreakerOptions } from './breaker.ts'
import { isServing } from './health-check.ts'

/** One address of a peer, with a connection and a breaker of its own. */
export type Replica = {
  readonly target: string
  readonly client: Client
  readonly breaker: Breaker
  inFlight: number
  /** It failed a call, and has not said since that it serves. */
  isSuspect: boolean
}

export type Replicas = {
  /** The less loaded of two that are well, chosen at random; of the others only when there are none. */
  choose(tried?: Replica): Replica
  /** To be called when a replica was at fault for a failure: where there are others, it is left out until it says that it serves. */
  suspect(replica: Replica): void
  close(): void
}

type ReplicasDeps = {
  peer: string
  addresses: string
  breaker: BreakerOptions
  onOpenBreakers: (count: number) => void
  logger: Logger
  /** The addresses that a name stands for. */
  lookUp?: (host: string) => Promise<string[]>
}

const resolveMs = 5000
const checkMs = 1000
const checkTimeoutMs = 500
/** Longer than any call. */
const closeAfterMs = 30_000

/** A peer that freezes keeps its connections; the pings find that out also where nobody calls. */
const channelOptions = {
  'grpc.initial_reconnect_backoff_ms': 100,
  'grpc.max_reconnect_backoff_ms': 2000,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 3000,
  'grpc.keepalive_permit_without_calls': 1,
}

const lookUpAll = async (host: string): Promise<string[]> =>
  (await lookUpName(host, { all: true })).map(({ address }) => address)

/** The addresses of a peer. A DNS name that stands for several is looked up again every 5 s. */
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
        isOpen ? 'peer is failing, calls are held back' : 'peer is back',
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
  const resolveInTurn = (): void => {
    resolve().catch((error: unknown) => logger.debug({ err: error, peer }, 'a name cannot be looked up'))
  }
  setTargets(targets)
  const hasNames = targets.some((target) => nameOf(target) !== null)
  const timer = hasNames ? setInterval(resolveInTurn, resolveMs).unref() : undefined
  if (hasNames) resolveInTurn()

  const check = async (replica: Replica): Promise<void> => {
    if (isClosed || !replicas.includes(replica)) return
    if (await isServing(replica.client, checkTimeoutMs)) {
      replica.isSuspect = false
      return
    }
    setTimeout(() => void check(replica), checkMs).unref()
  }

  return {
    choose: (tried) => {
      const others = replicas.length === 1 ? replicas : replicas.filter((each) => each !== tried)
      const well = others.filter(isWell)
      const [one, two] = pickTwo(well.length > 0 ? well : others)
      return two.inFlight < one.inFlight ? two : one
    },
    suspect: (replica) => {
      if (replica.isSuspect || replicas.length === 1) return
      replica.isSuspect = true
      logger.warn(
        { peer, address: replica.target },
        'a replica of the peer is left out until it says that it serves',
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

const isWell = ({ isSuspect, breaker, client }: Replica): boolean =>
  !isSuspect &&
  !breaker.isResting() &&
  client.getChannel().getConnectivityState(false) !== connectivityState.TRANSIENT_FAILURE

/** Two of them, which may be one and the same where there is only one. */
const pickTwo = (replicas: readonly Replica[]): [Replica, Replica] => {
  const first = Math.floor(Math.random() * replicas.length)
  const second = (first + 1 + Math.floor(Math.random() * (replicas.length - 1))) % replicas.length
  return [replicas[first]!, replicas[second]!]
}

/** A name with one address stays a name: grpc-js looks it up itself when that address changes. */
const toAddresses = async (
  target: string,
  lookUp: (host: string) => Promise<string[]>,
): Promise<string[]> => {
  const name = nameOf(target)
  const hosts = name ? await lookUp(name.host) : []
  return name && hosts.length > 1 ? hosts.map((host) => toTarget(host, name.port)) : [target]
}
