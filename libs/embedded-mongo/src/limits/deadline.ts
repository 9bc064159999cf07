/** The time an operation may take. A cursor's stands still while nobody asks it for more. */
export class Deadline {
  readonly #now: () => number
  #at: number
  #pausedAt: number | undefined

  constructor(ms: number, now: () => number = Date.now) {
    this.#now = now
    this.#at = now() + ms
  }

  /** How many milliseconds are left; 0 when it is over. */
  get leftMs(): number {
    return Math.max(0, this.#at - (this.#pausedAt ?? this.#now()))
  }

  pause(): void {
    this.#pausedAt ??= this.#now()
  }

  resume(): void {
    if (this.#pausedAt === undefined) return
    this.#at += this.#now() - this.#pausedAt
    this.#pausedAt = undefined
  }
}
