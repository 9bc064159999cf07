/** A replica with this many late requests is considered overloaded. */
const manyLate = 8
/**
 * An overloaded replica may have as many requests in flight as it answers in this time, but at least `fewInFlight`.
 */
const backlogMs = 5000
const fewInFlight = 32

/** A request that has waited longer than `lateMs` for its reply is late. */
export type ReplicaLimits = { maxInFlight: number; lateMs: number }

/**
 * Tracks one replica's load and decides whether it can take more requests. The limit follows the replica's
 * throughput, because a fixed limit would be too low for a fast replica and too high for a slow one.
 */
export class ReplicaLoad {
  inFlight = 0
  readonly #limits: ReplicaLimits
  /** Start times of requests whose reply has not started, oldest first. */
  readonly #waiting = new Map<object, number>()
  /** The number of recent replies; older ones count less. */
  #answered = 0
  #answeredAt = 0

  constructor(limits: ReplicaLimits) {
    this.#limits = limits
  }

  /** `isSlowCaller` means that the request is still arriving, so its reply time says nothing about the replica. */
  begin(request: object, now: number, isSlowCaller: boolean): void {
    this.inFlight += 1
    if (!isSlowCaller) this.#waiting.set(request, now)
  }

  answer(request: object, now: number): void {
    if (!this.#waiting.delete(request)) return
    this.#answered = this.#recentlyAnswered(now) + 1
    this.#answeredAt = now
  }

  end(request: object): void {
    this.inFlight -= 1
    this.#waiting.delete(request)
  }

  isFull(now: number): boolean {
    if (this.inFlight >= this.#limits.maxInFlight) return true
    if (this.inFlight < fewInFlight) return false
    return this.#isBehind(now) && this.inFlight >= this.#recentlyAnswered(now)
  }

  #isBehind(now: number): boolean {
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
