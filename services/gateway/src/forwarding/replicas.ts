import type { Clock } from '@wp/kernel'
import { Pool } from 'undici'
import type { ReplicaAddress } from '../routing/route-table.ts'
import { ReplicaLoad, type ReplicaLimits } from './replica-load.ts'

/**
 * A replica and its connections. Until `outUntil`, which is set when it refuses a connection or drains, it is used
 * only when no other replica is available.
 */
export type Replica = {
  readonly key: string
  readonly service: string
  readonly origin: string
  readonly pool: Pool
  readonly load: ReplicaLoad
  outUntil: number
}

export type Replicas = {
  /**
   * Returns the least loaded healthy replica that has capacity and was not tried yet, or else an unhealthy one, or
   * null.
   */
  choose(candidates: readonly ReplicaAddress[], tried?: ReadonlySet<string>, now?: number): Replica | null
  setAside(replica: Replica): void
  /** Closes the connections of replicas that are no longer in any route. */
  keepOnly(keys: ReadonlySet<string>): void
  close(): Promise<void>
}

const asideMs = 2000

/** Keeps one pool of keep-alive connections per replica. */
export const replicas = (clock: Clock, timeoutMs: number, limits: ReplicaLimits): Replicas => {
  const open = new Map<string, Replica>()
  let turn = 0

  const replicaAt = ({ key, service, address }: ReplicaAddress): Replica => {
    const known = open.get(key)
    if (known?.origin === address) return known
    if (known) void known.pool.close()
    const made: Replica = {
      key,
      service,
      origin: address,
      pool: poolOf(address, timeoutMs),
      load: new ReplicaLoad(limits),
      outUntil: 0,
    }
    open.set(key, made)
    return made
  }

  return {
    choose: (candidates, tried, now = clock.now().getTime()) => {
      if (candidates.length === 1 && tried === undefined) return replicaAt(candidates[0]!)
      turn += 1
      let best: Replica | null = null
      for (let i = 0; i < candidates.length; i += 1) {
        // Starting at a different index each time balances equally loaded replicas.
        const candidate = replicaAt(candidates[(i + turn) % candidates.length]!)
        if (tried?.has(candidate.key)) continue
        if (best === null || isBetter(candidate, best, now)) best = candidate
      }
      return best
    },
    setAside: (replica) => {
      replica.outUntil = clock.now().getTime() + asideMs
    },
    keepOnly: (keys) => {
      for (const [key, replica] of open) {
        if (keys.has(key)) continue
        open.delete(key)
        void replica.pool.close()
      }
    },
    close: async () => {
      await Promise.all([...open.values()].map(({ pool }) => pool.destroy()))
      open.clear()
    },
  }
}

const isBetter = (candidate: Replica, best: Replica, now: number): boolean => {
  const isOut = candidate.outUntil > now || candidate.load.isFull(now)
  const isBestOut = best.outUntil > now || best.load.isFull(now)
  return isOut === isBestOut ? candidate.load.inFlight < best.load.inFlight : isBestOut
}

const poolOf = (address: string, timeoutMs: number): Pool =>
  new Pool(address, {
    connections: 256,
    pipelining: 1,
    connect: { timeout: 2000 },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    // Must be shorter than the 5 s after which services close idle connections.
    keepAliveTimeout: 3000,
    keepAliveTimeoutThreshold: 1500,
  })
