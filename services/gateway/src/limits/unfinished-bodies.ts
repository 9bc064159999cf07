import type { Socket } from 'node:net'
import { AppError } from '@wp/kernel'
import type { Caller } from './caller.ts'
import { shareError, Shares, type ShareLimit } from './shares.ts'

/**
 * A body may pause for `idleMs` at a time. Not counting the first `idleMs`, it must arrive at an average of at least
 * `bytesPerSecond`.
 */
export type BodyPace = { idleMs: number; bytesPerSecond: number }

const longestTickMs = 250

/**
 * Limits request bodies that are still arriving: their number, in total and per caller, and the time they take. Time
 * passes in ticks, and a late tick counts as two at most, so that no body is cut off because the gateway itself was
 * stalled.
 */
export class UnfinishedBodies {
  readonly #bodies = new Set<UnfinishedBody>()
  readonly #shares: Shares
  readonly #pace: BodyPace
  readonly #tickMs: number
  #timer: NodeJS.Timeout | undefined
  #tickedAt = 0

  constructor(limit: ShareLimit, pace: BodyPace) {
    this.#shares = new Shares(limit)
    this.#pace = pace
    this.#tickMs = Math.min(longestTickMs, pace.idleMs / 4)
  }

  /**
   * Throws RATE_LIMITED when the caller has too many unfinished bodies, and UNAVAILABLE when there are too many in
   * total.
   */
  begin(caller: Caller, socket: Pick<Socket, 'bytesRead'>): UnfinishedBody {
    const exceeded = this.#shares.exceeded(caller)
    if (exceeded !== null) throw shareError(exceeded)
    this.#shares.add(caller)
    return this.watch(socket, () => this.#shares.remove(caller))
  }

  /**
   * Watches the pace of a body without counting it toward the limits, for example one that is being
   * discarded.
   */
  watch(socket: Pick<Socket, 'bytesRead'>, release?: () => void): UnfinishedBody {
    const body: UnfinishedBody = new UnfinishedBody(socket, () => {
      if (!this.#bodies.delete(body)) return
      release?.()
      if (this.#bodies.size === 0) clearInterval(this.#timer)
    })
    this.#bodies.add(body)
    if (this.#bodies.size === 1) {
      this.#tickedAt = performance.now()
      this.#timer = setInterval(() => this.#tick(), this.#tickMs).unref()
    }
    return body
  }

  close(): void {
    clearInterval(this.#timer)
  }

  #tick(): void {
    const now = performance.now()
    const passedMs = Math.min(now - this.#tickedAt, 2 * this.#tickMs)
    this.#tickedAt = now
    // The first tick comes early for a body that began between two ticks.
    const pace = { ...this.#pace, idleMs: this.#pace.idleMs + this.#tickMs }
    for (const body of this.#bodies) if (body.isTooSlow(passedMs, pace)) body.onSlow()
  }
}

/** A body that is still arriving. Its progress is measured by the bytes read from its connection. */
export class UnfinishedBody {
  /** Call when the body is complete or was abandoned; further calls do nothing. */
  readonly end: () => void
  /** Called at every tick while the body is too slow, until `end` is called. */
  onSlow: () => void = () => undefined
  /** False while the gateway does not read the body, for example because the service cannot take more. */
  isReading = true
  readonly #socket: Pick<Socket, 'bytesRead'>
  readonly #start: number
  #bytes = 0
  #readingMs = 0
  #idleMs = 0

  constructor(socket: Pick<Socket, 'bytesRead'>, end: () => void) {
    this.#socket = socket
    this.#start = socket.bytesRead
    this.end = end
  }

  isTooSlow(passedMs: number, { idleMs, bytesPerSecond }: BodyPace): boolean {
    if (!this.isReading) return false
    const bytes = this.#socket.bytesRead - this.#start
    this.#idleMs = bytes > this.#bytes ? 0 : this.#idleMs + passedMs
    this.#readingMs += passedMs
    this.#bytes = bytes
    return this.#idleMs > idleMs || this.#readingMs > idleMs + (bytes * 1000) / bytesPerSecond
  }
}

export const tooSlow = (): AppError =>
  new AppError('REQUEST_TIMEOUT', 'The body arrived too slowly; send it again')
