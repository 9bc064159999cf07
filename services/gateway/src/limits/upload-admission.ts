import type { Caller } from './caller.ts'
import { shareError, Shares, type ShareLimit } from './shares.ts'

/**
 * Limits the number and the declared size of unanswered uploads, in total and per caller, before any bytes are sent
 * to a service.
 */
export class UploadAdmission {
  readonly #uploads: Shares
  readonly #bytes: Shares

  constructor(uploads: ShareLimit, bytes: ShareLimit) {
    this.#uploads = new Shares(uploads)
    this.#bytes = new Shares(bytes)
  }

  /**
   * Counts an upload until the returned function is called. Throws RATE_LIMITED or UNAVAILABLE when a limit would be
   * exceeded.
   */
  begin(caller: Caller, bytes: number): () => void {
    const exceeded = this.#uploads.exceeded(caller) ?? this.#bytes.exceeded(caller, bytes)
    if (exceeded !== null) throw shareError(exceeded)
    this.#uploads.add(caller)
    this.#bytes.add(caller, bytes)
    return () => {
      this.#uploads.remove(caller)
      this.#bytes.remove(caller, bytes)
    }
  }
}
