/** A replica with this many late requests is considered overloaded. */
const manyLate = 8
/**
 * An overloaded replica may have as many requests in flight as it answers in this time, but at least `fewInFlight`.
 */
const backlogMs = 5000
const fewInFlight = 32

/** A request counts toward `maxNewPerCaller` for this long. One that takes longer mostly waits for something else. */
const newMs = 1000

/**
 * A request that has waited at least `lateMs` for its reply is late. `maxNewPerCaller` limits the requests of
 * one caller that began within the last `newMs`: a replica handles one at a time, so other callers' requests
 * wait behind them.
 */
export type ReplicaLimits = {
  maxInFlight: number
  maxPerCaller: number
  maxNewPerCaller: number
  lateMs: number
}

/**
 * Tracks one replica's load and decides whether it can take more requests. When the replica is overloaded, its limit
 * follows its throughput, because a fixed limit would be too low for a fast replica and too high for a slow one.
 */
export class ReplicaLoad {
  inFlight = 0
  readonly #limits: ReplicaLimits
  /** Start times of requests whose reply has not started, oldest first. Streamed uploads are left out. */
  readonly #waiting = new Map<object, number>()
  /** Start times of the requests in flight of each caller, oldest first. */
  readonly #byCaller = new Map<string, Map<object, number>>()
  /** The number of recent replies; older ones count less. */
  #answered = 0
  #answeredAt = 0

  constructor(limits: ReplicaLimits) {
    this.#limits = limits
  }

  /** `isSlowCaller` means that the request is still arriving, so its reply time does not reflect the replica's load. */
  begin(request: object, now: number, isSlowCaller: boolean, caller: string): void {
    this.inFlight += 1
    let own = this.#byCaller.get(caller)
    if (!own) this.#byCaller.set(caller, (own = new Map()))
    own.set(request, isSlowCaller ? Number.NEGATIVE_INFINITY : now)
    if (!isSlowCaller) this.#waiting.set(request, now)
  }

  answer(request: object, now: number): void {
    if (!this.#waiting.delete(request)) return
    this.#answered = this.#recentlyAnswered(now) + 1
    this.#answeredAt = now
  }

  end(request: object, caller: string): void {
    this.inFlight -= 1
    const own = this.#byCaller.get(caller)
    own?.delete(request)
    if (own?.size === 0) this.#byCaller.delete(caller)
    this.#waiting.delete(request)
  }

  /** Returns whether the replica has no slot for another request of this caller. */
  isFull(now: number, caller: string): boolean {
    const { maxInFlight, maxPerCaller, maxNewPerCaller } = this.#limits
    if (this.inFlight >= maxInFlight) return true
    const own = this.#byCaller.get(caller)
    if (own && own.size >= maxPerCaller) return true
    if (own && own.size >= maxNewPerCaller && countNew(own, now) >= maxNewPerCaller) return true
    if (this.inFlight < fewInFlight) return false
    return this.isBehind(now) && this.inFlight >= this.#recentlyAnswered(now)
  }

  /** Returns whether many requests have waited too long for their replies. */
  isBehind(now: number): boolean {
    let late = 0
    for (const since of this.#waiting.values()) {
      if (now - since < this.#limits.lateMs) return false
      late += 1
      if (late === manyLate) return true
    }
    return false
  }

  #recentlyAnswered(now: number): number {
    return this.#answered * Math.exp((this.#answeredAt - now) / backlogMs)
  }
}

const countNew = (startTimes: ReadonlyMap<object, number>, now: number): number => {
  let count = 0
  for (const since of startTimes.values()) if (now - since < newMs) count += 1
  return count
}
