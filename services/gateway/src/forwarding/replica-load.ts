/** So many requests that wait too long for their reply are no accident: the replica is behind. */
const manyLate = 8
/** A replica that is behind may have as many requests at work as it answers in this time, and a few in any case. */
const backlogMs = 5000
const fewInFlight = 32

/** `lateMs`: a request that has waited longer for its reply is late. */
export type ReplicaLimits = { maxInFlight: number; lateMs: number }

/**
 * What one replica has to do, and whether it can take more. A fixed number would be too low for a quick replica and, for
 * a slow one, a queue in which every request is answered too late; so it follows what the replica answers.
 */
export class ReplicaLoad {
  inFlight = 0
  readonly #limits: ReplicaLimits
  /** Requests whose reply has not begun, and since when they wait: the oldest first. */
  readonly #waiting = new Map<object, number>()
  /** Replies of the last seconds; older ones count less and less. */
  #answered = 0
  #answeredAt = 0

  constructor(limits: ReplicaLimits) {
    this.#limits = limits
  }

  /** `isSlowCaller`: the request still comes in, so that its reply says nothing about the replica. */
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
