/** An operation's time limit. It is paused while a cursor waits for the client. */
export class Deadline {
  readonly #now: () => number
  #at: number
  #pausedAt: number | undefined

  constructor(ms: number, now: () => number = Date.now) {
    this.#now = now
    this.#at = now() + ms
  }

  /** The remaining milliseconds; 0 after the deadline. */
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
