import { setImmediate as nextTurn } from 'node:timers/promises'
import { fail } from '../errors.ts'
import type { Deadline } from './deadline.ts'

const SLICE_MS = 4

/** Lets a long loop yield to other work every few milliseconds, and stops it at its deadline. */
export class Yielder {
  readonly #deadline: Deadline | undefined
  #since = performance.now()

  constructor(deadline?: Deadline) {
    this.#deadline = deadline
  }

  /** Whether `yieldIfDue` would yield now. */
  get isDue(): boolean {
    return performance.now() - this.#since >= SLICE_MS
  }

  async yieldIfDue(): Promise<void> {
    if (!this.isDue) return
    if (this.#deadline?.leftMs === 0) {
      fail('MaxTimeMSExpired', 'operation exceeded time limit')
    }
    await nextTurn()
    this.#since = performance.now()
  }
}
