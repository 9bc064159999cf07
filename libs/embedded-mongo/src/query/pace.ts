import { setImmediate as nextTurn } from 'node:timers/promises'
import { fail } from '../errors.ts'

const SLICE_MS = 4

/** Lets other work in every few milliseconds of a long loop, and stops it at its deadline. */
export class Pace {
  readonly #deadline: number | undefined
  #since = performance.now()

  constructor(deadline?: number) {
    this.#deadline = deadline
  }

  async breathe(): Promise<void> {
    if (performance.now() - this.#since < SLICE_MS) return
    if (this.#deadline !== undefined && Date.now() > this.#deadline) {
      fail('MaxTimeMSExpired', 'operation exceeded time limit')
    }
    await nextTurn()
    this.#since = performance.now()
  }
}
