import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PackedOperations } from './operations.ts'
import type { ThreadAnswer, ThreadRequest } from './writer-thread.ts'

/**
 * Writes that would keep everybody waiting: a thread of their own makes one durable commit of each. The thread is
 * started with the first of them.
 */
export class LargeWrites {
  readonly #folder: string
  #thread: Worker | undefined
  #last: Promise<unknown> = Promise.resolve()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Resolves when all is on disk; when it fails nothing of it is. */
  async write(operations: PackedOperations): Promise<void> {
    const turn = this.#last.then(() => this.#ask(operations))
    this.#last = turn.catch(() => undefined)
    await turn
  }

  async close(): Promise<void> {
    await this.#last
    if (this.#thread === undefined) return
    const ended = once(this.#thread, 'exit')
    this.#thread.postMessage(null satisfies ThreadRequest)
    await ended
  }

  async #ask(operations: PackedOperations): Promise<void> {
    const chunks = operations.take() satisfies ThreadRequest
    this.#thread ??= new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: this.#folder })
    const answered = once(this.#thread, 'message') as Promise<[ThreadAnswer]>
    this.#thread.postMessage(
      chunks,
      chunks.map(({ bytes }) => bytes),
    )
    const [{ error }] = await answered
    if (error !== undefined) throw new Error(`A large commit failed: ${error}`)
  }
}
