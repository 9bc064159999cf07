import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PackedOperations } from './operations.ts'
import type { ThreadAnswer, ThreadRequest } from './writer-thread.ts'

/**
 * Runs large writes, which would block everything else, on a separate thread, each in one durable commit. The first
 * one starts the thread.
 */
export class LargeWrites {
  readonly #folder: string
  #thread: Worker | undefined

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Resolves when everything is on disk. A failed write leaves nothing on disk. Writes run one at a time. */
  async write(operations: PackedOperations): Promise<void> {
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

  async close(): Promise<void> {
    if (this.#thread === undefined) return
    const ended = once(this.#thread, 'exit')
    this.#thread.postMessage(null satisfies ThreadRequest)
    await ended
  }
}
