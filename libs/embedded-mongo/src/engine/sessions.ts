import { Binary, type Doc, Long, type Value, isDoc, isNumber } from '../bson/values.ts'
import { fail } from '../errors.ts'
import type { Engine } from './engine.ts'
import { type Transaction, transactionGone } from '../transactions/transaction.ts'

/** The maximum duration of a transaction, because its snapshot prevents the store from reusing pages. */
export const TRANSACTION_LIFETIME_MS = 60_000
const UUID_BYTES = 16
const SESSION_LIFETIME_MS = 30 * 60_000

/** A client's logical session, with the transaction number and the transaction that it last used. */
export interface Session {
  readonly id: Buffer
  txnNumber: bigint
  transaction: Transaction | undefined
  connection: object | undefined
  timer: NodeJS.Timeout | undefined
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
  readonly #lifeMs: number

  constructor(engine: Engine, lifeMs = TRANSACTION_LIFETIME_MS) {
    this.#engine = engine
    this.#lifeMs = lifeMs
  }

  get openTransactions(): number {
    let count = 0
    for (const { transaction } of this.#sessions.values()) if (transaction?.state === 'open') count++
    return count
  }

  /** Parses lsid, txnNumber, autocommit and startTransaction, and starts or continues a transaction. */
  use(body: Doc, command: string, connection: object): SessionUse {
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
    if (body.get('startTransaction') === true) this.#begin(session, txnNumber, connection)
    else if (!isEnd) this.#continue(session, txnNumber)
    session.connection = connection
    const transaction = session.txnNumber === txnNumber ? session.transaction : undefined
    return { session, transaction, txnNumber, retryNumber: undefined }
  }

  #begin(session: Session, txnNumber: bigint, connection: object): void {
    if (txnNumber === session.txnNumber) {
      if (session.transaction?.state === 'open') {
        fail('ConflictingOperationInProgress', `Transaction ${txnNumber} is already in progress`)
      }
      throw transactionGone(
        `Transaction ${txnNumber} has been aborted or committed; it cannot be started again`,
      )
    }
    this.#replace(session, txnNumber)
    const transaction = this.#engine.begin()
    session.transaction = transaction
    session.connection = connection
    session.timer = setTimeout(() => {
      if (transaction.state === 'open') transaction.finish('aborted')
    }, this.#lifeMs)
    session.timer.unref()
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
    clearTimeout(session.timer)
    if (session.transaction?.state === 'open') session.transaction.finish('aborted')
  }

  /** Aborts the open transactions of a closed connection. */
  abortAllOf(connection: object): void {
    for (const session of this.#sessions.values()) {
      if (session.connection === connection) this.abort(session)
    }
  }

  end(lsid: Doc): Session | undefined {
    const key = idOf(lsid).toString('latin1')
    const session = this.#sessions.get(key)
    if (session === undefined) return undefined
    this.abort(session)
    this.#sessions.delete(key)
    return session
  }

  /** Removes sessions that were not used for half an hour. */
  sweep(now: number): void {
    for (const [key, session] of this.#sessions) {
      if (now - session.lastUsed < SESSION_LIFETIME_MS) continue
      this.abort(session)
      this.#sessions.delete(key)
    }
  }

  close(): void {
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
        connection: undefined,
        timer: undefined,
        lastUsed: 0,
      }
      this.#sessions.set(key, session)
    }
    session.lastUsed = Date.now()
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
