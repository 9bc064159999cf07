import { Binary, type Doc, Long, type Value, isDoc, isNumber } from '../bson/values.ts'
import { fail } from '../errors.ts'
import type { Engine } from './engine.ts'
import { type Transaction, transactionGone } from '../transactions/transaction.ts'

/**
 * The name of MongoDB's parameter for how long a transaction may last. Transactions are limited because they keep
 * locks, and because a snapshot prevents the store from reusing pages.
 */
export const LIFETIME_PARAMETER = 'transactionLifetimeLimitSeconds'
const DEFAULT_LIFETIME_SECONDS = 60
const MIN_SWEEP_MS = 1000
const MAX_SWEEP_MS = 60_000
const UUID_BYTES = 16
const SESSION_LIFETIME_MS = 30 * 60_000

/** A client's logical session, with the transaction number and the transaction that it last used. */
export interface Session {
  readonly id: Buffer
  txnNumber: bigint
  transaction: Transaction | undefined
  /** When the transaction expires, as a value of `performance.now()`. */
  expiresAt: number
  /** When it was last used, as a value of `performance.now()`. */
  lastUsed: number
}

/** A command's parsed session fields. */
export interface SessionUse {
  session: Session | undefined
  transaction: Transaction | undefined
  /** The number of a transaction or a retryable write. */
  txnNumber?: bigint
  /** Set only for a retryable write. */
  retryNumber: bigint | undefined
}

export class Sessions {
  readonly #engine: Engine
  readonly #sessions = new Map<string, Session>()
  #lifetimeSeconds = DEFAULT_LIFETIME_SECONDS
  #sweeping: NodeJS.Timeout | undefined

  constructor(engine: Engine, lifetimeSeconds = DEFAULT_LIFETIME_SECONDS) {
    this.#engine = engine
    this.lifetimeSeconds = lifetimeSeconds
  }

  get lifetimeSeconds(): number {
    return this.#lifetimeSeconds
  }

  /**
   * Sets how long new transactions may last. As in MongoDB, expired ones are aborted at intervals of half
   * that time (but at least 1 s and at most 60 s), so a transaction can last up to one interval longer.
   */
  set lifetimeSeconds(seconds: number) {
    this.#lifetimeSeconds = seconds
    clearInterval(this.#sweeping)
    const everyMs = Math.min(Math.max(seconds * 500, MIN_SWEEP_MS), MAX_SWEEP_MS)
    this.#sweeping = setInterval(() => this.#abortExpired(), everyMs)
    this.#sweeping.unref()
  }

  #abortExpired(): void {
    const now = performance.now()
    for (const session of this.#sessions.values()) if (session.expiresAt <= now) this.abort(session)
  }

  get openTransactions(): number {
    let count = 0
    for (const { transaction } of this.#sessions.values()) if (transaction?.state === 'open') count++
    return count
  }

  /** Parses lsid, txnNumber, autocommit and startTransaction, and starts or continues a transaction. */
  use(body: Doc, command: string): SessionUse {
    const lsid = body.get('lsid')
    const number = body.get('txnNumber')
    const isTransactional = body.get('autocommit') === false
    if (!isDoc(lsid)) {
      if (number !== undefined)
        fail('InvalidOptions', 'Transaction number requires a session ID to also be specified')
      return { session: undefined, transaction: undefined, retryNumber: undefined }
    }
    const session = this.#session(lsid)
    if (number === undefined) {
      if (isTransactional) fail('InvalidOptions', "'autocommit' requires a transaction number")
      return { session, transaction: undefined, retryNumber: undefined }
    }
    const txnNumber = bigintOf(number)
    if (txnNumber < session.txnNumber) {
      fail(
        'TransactionTooOld',
        `Cannot start transaction ${txnNumber} on session because a newer transaction ${session.txnNumber} has already started.`,
      )
    }
    if (!isTransactional) {
      if (txnNumber > session.txnNumber) this.#replace(session, txnNumber)
      else if (session.transaction !== undefined) {
        fail(
          'IncompleteTransactionHistory',
          `Transaction number ${txnNumber} belongs to a transaction of several statements`,
        )
      }
      return { session, transaction: undefined, txnNumber, retryNumber: txnNumber }
    }
    const isEnd = command === 'commitTransaction' || command === 'abortTransaction'
    if (body.get('startTransaction') === true) this.#begin(session, txnNumber)
    else if (!isEnd) this.#continue(session, txnNumber)
    const transaction = session.txnNumber === txnNumber ? session.transaction : undefined
    return { session, transaction, txnNumber, retryNumber: undefined }
  }

  #begin(session: Session, txnNumber: bigint): void {
    if (txnNumber === session.txnNumber) {
      if (session.transaction?.state === 'open') {
        fail('ConflictingOperationInProgress', `Transaction ${txnNumber} is already in progress`)
      }
      throw transactionGone(
        `Transaction ${txnNumber} has been aborted or committed; it cannot be started again`,
      )
    }
    this.#replace(session, txnNumber)
    session.transaction = this.#engine.begin()
    session.expiresAt = performance.now() + this.#lifetimeSeconds * 1000
  }

  #continue(session: Session, txnNumber: bigint): void {
    const state = session.txnNumber === txnNumber ? session.transaction?.state : undefined
    if (state === 'open') return
    if (state === 'committed') fail('TransactionCommitted', `Transaction ${txnNumber} has been committed.`)
    throw transactionGone(
      state === undefined
        ? `Given transaction number ${txnNumber} does not match any in-progress transactions.`
        : `Transaction ${txnNumber} has been aborted.`,
    )
  }

  abort(session: Session): void {
    if (session.transaction?.state === 'open') session.transaction.finish('aborted')
  }

  end(lsid: Doc): Session | undefined {
    const key = idOf(lsid).toString('latin1')
    const session = this.#sessions.get(key)
    if (session === undefined) return undefined
    this.abort(session)
    this.#sessions.delete(key)
    return session
  }

  /** Removes sessions that have not been used for half an hour. */
  sweep(now = performance.now()): void {
    for (const [key, session] of this.#sessions) {
      if (now - session.lastUsed < SESSION_LIFETIME_MS) continue
      this.abort(session)
      this.#sessions.delete(key)
    }
  }

  close(): void {
    clearInterval(this.#sweeping)
    for (const session of this.#sessions.values()) this.abort(session)
  }

  #replace(session: Session, txnNumber: bigint): void {
    this.abort(session)
    session.transaction = undefined
    session.txnNumber = txnNumber
  }

  #session(lsid: Doc): Session {
    const id = idOf(lsid)
    const key = id.toString('latin1')
    let session = this.#sessions.get(key)
    if (session === undefined) {
      session = {
        id,
        txnNumber: -1n,
        transaction: undefined,
        expiresAt: Infinity,
        lastUsed: 0,
      }
      this.#sessions.set(key, session)
    }
    session.lastUsed = performance.now()
    return session
  }
}

function idOf(lsid: Doc): Buffer {
  const id = lsid.get('id')
  if (!(id instanceof Binary)) fail('TypeMismatch', "'lsid.id' must be a UUID")
  if (id.position !== UUID_BYTES) fail('InvalidUUID', `'lsid.id' must be a UUID of ${UUID_BYTES} bytes`)
  return Buffer.from(id.buffer.subarray(0, id.position))
}

function bigintOf(value: Value): bigint {
  if (value instanceof Long) return value.toBigInt()
  if (isNumber(value)) return BigInt(Math.trunc(Number(value.toString())))
  return fail('TypeMismatch', "'txnNumber' must be a long")
}
