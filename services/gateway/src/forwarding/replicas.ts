import type { Clock } from '@wp/kernel'
import { Pool } from 'undici'
import type { ReplicaAddress } from '../routing/route-table.ts'
import { ReplicaLoad, type ReplicaLimits } from './replica-load.ts'

/**
 * A replica and its connections. Until `outUntil`, which is set when an attempt fails or the replica drains, it is
 * used only when no other replica is available.
 */
export type Replica = {
  readonly key: string
  readonly service: string
  readonly origin: string
  readonly lanes: Readonly<Record<Lane, { readonly pool: Pool; readonly load: ReplicaLoad }>>
  outUntil: number
}

/** Uploads have their own connections and slots, so that slow senders do not take those of other requests. */
export type Lane = 'requests' | 'uploads'

/** The lane in which a request needs a slot, and the caller that the slot counts toward. */
export type SlotRequest = { readonly lane: Lane; readonly caller: string }

export type Replicas = {
  /**
   * Returns the least loaded replica that was not tried yet, or null. Prefers replicas that are healthy and have a
   * free slot.
   */
  choose(
    candidates: readonly ReplicaAddress[],
    slot: SlotRequest,
    tried?: ReadonlySet<string>,
    now?: number,
  ): Replica | null
  setAside(replica: Replica): void
  /** Closes the connections of all other replicas. */
  keepOnly(keys: ReadonlySet<string>): void
  close(): Promise<void>
}

const asideMs = 2000

/** Keeps one pool of keep-alive connections per replica and lane. */
export const replicas = (clock: Clock, timeoutMs: number, limits: Record<Lane, ReplicaLimits>): Replicas => {
  const open = new Map<string, Replica>()
  let turn = 0

  const replicaAt = ({ key, service, address }: ReplicaAddress): Replica => {
    const known = open.get(key)
    if (known?.origin === address) return known
    if (known) closeLanes(known)
    const toLane = (lane: Lane) => ({
      pool: poolOf(address, timeoutMs, limits[lane].maxInFlight),
      load: new ReplicaLoad(limits[lane]),
    })
    const made: Replica = {
      key,
      service,
      origin: address,
      lanes: { requests: toLane('requests'), uploads: toLane('uploads') },
      outUntil: 0,
    }
    open.set(key, made)
    return made
  }

  return {
    choose: (candidates, slot, tried, now = clock.monotonicMs()) => {
      if (candidates.length === 1 && tried === undefined) return replicaAt(candidates[0]!)
      turn += 1
      let best: Replica | null = null
      for (let i = 0; i < candidates.length; i += 1) {
        // Starting at a different index each time balances equally loaded replicas.
        const candidate = replicaAt(candidates[(i + turn) % candidates.length]!)
        if (tried?.has(candidate.key)) continue
        if (best === null || isBetter(candidate, best, slot, now)) best = candidate
      }
      return best
    },
    setAside: (replica) => {
      replica.outUntil = clock.monotonicMs() + asideMs
    },
    keepOnly: (keys) => {
      for (const [key, replica] of open) {
        if (keys.has(key)) continue
        open.delete(key)
        closeLanes(replica)
      }
    },
    close: async () => {
      await Promise.all(
        [...open.values()].flatMap(({ lanes }) => Object.values(lanes).map(({ pool }) => pool.destroy())),
      )
      open.clear()
    },
  }
}

const isBetter = (candidate: Replica, best: Replica, { lane, caller }: SlotRequest, now: number): boolean => {
  const [load, bestLoad] = [candidate.lanes[lane].load, best.lanes[lane].load]
  const isOut = candidate.outUntil > now || load.isFull(now, caller)
  const isBestOut = best.outUntil > now || bestLoad.isFull(now, caller)
  return isOut === isBestOut ? load.inFlight < bestLoad.inFlight : isBestOut
}

const closeLanes = ({ lanes }: Replica): void => {
  for (const { pool } of Object.values(lanes)) void pool.close()
}

const poolOf = (address: string, timeoutMs: number, connections: number): Pool =>
  new Pool(address, {
    connections,
    pipelining: 1,
    connect: { timeout: 2000 },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    // Must be shorter than the 65 s after which services close idle connections.
    keepAliveTimeout: 3000,
    keepAliveTimeoutThreshold: 1500,
  })
