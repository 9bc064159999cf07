import { decode, encode } from '../bson/codec.ts'
import type { Doc } from '../bson/values.ts'
import type { Environment } from '../storage/environment.ts'

const COMMIT = 0xffffffff
const LIFETIME_MS = 30 * 60_000
const SWEEP_SIZE = 500

/** Identifies a statement within a session. */
export interface RetryKey {
  session: Buffer
  number: bigint
  statement: number
}

/** Stores the outcome of a retryable write in the same commit as the write, so that a retry never writes twice. */
export class Retries {
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  find(key: RetryKey): Doc | undefined {
    const bytes = this.#environment.get('retries', keyBytes(key))
    return bytes === undefined ? undefined : decode(bytes.subarray(8))
  }

  /** Saves an outcome and deletes up to 500 earlier ones of the session. Must be called inside `write`. */
  save(key: RetryKey, answer: Doc): void {
    const environment = this.#environment
    const earlier = { start: key.session, end: keyBytes({ ...key, statement: 0 }) }
    for (const entry of environment.range('retries', earlier, SWEEP_SIZE))
      environment.remove('retries', entry.key)
    const time = Buffer.allocUnsafe(8)
    time.writeDoubleBE(Date.now())
    environment.put('retries', keyBytes(key), Buffer.concat([time, encode(answer)]))
  }

  /** Records that a transaction was committed. Must be called inside `write`. */
  saveCommit(session: Buffer, number: bigint): void {
    this.save({ session, number, statement: COMMIT }, new Map())
  }

  isCommitted(session: Buffer, number: bigint): boolean {
    return this.find({ session, number, statement: COMMIT }) !== undefined
  }

  /** Deletes records that are older than the maximum idle time of a session. */
  async sweep(now: number): Promise<void> {
    const everything = { start: Buffer.alloc(0), end: Buffer.alloc(64, 0xff) }
    let after: Buffer | undefined
    for (;;) {
      const entries = this.#environment.range('retries', everything, SWEEP_SIZE, false, after)
      const old = entries.filter(({ value }) => now - value.readDoubleBE() > LIFETIME_MS)
      if (old.length > 0) {
        await this.#environment.write(() => {
          for (const { key } of old) this.#environment.remove('retries', key)
        })
      }
      if (entries.length < SWEEP_SIZE) return
      after = entries.at(-1)!.key
    }
  }
}

function keyBytes({ session, number, statement }: RetryKey): Buffer {
  const tail = Buffer.allocUnsafe(12)
  tail.writeBigUInt64BE(number)
  tail.writeUInt32BE(statement, 8)
  return Buffer.concat([session, tail])
}
