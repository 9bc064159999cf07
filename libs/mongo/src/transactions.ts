import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, semaphore } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import type { ClientSession, Connection } from 'mongoose'
import { maxConnections } from './connection.ts'
import { draftEvent } from './envelope.ts'
import type { DraftEvent } from './envelope.ts'
import { isFromDatabase, isTransient, isUnknownCommit, translate, unavailable } from './errors.ts'
import type { Tx } from './tx.ts'
import { allowedMs, within } from './within.ts'

const transactionMs = 5000
const operationMs = 4000
const keptForTransactions = 20

/** One try of a transaction. */
type Attempt = {
  readonly session: ClientSession
  readonly tx: Tx
  readonly events: DraftEvent[]
  readonly listeners: (() => void)[]
  /** Operations of one session must not overlap; they wait for each other here. */
  queue: Promise<unknown>
  /** The first error from the database: the server has given the transaction up, whatever the caller made of it. */
  failure: unknown
  isOver: boolean
}

/** Thrown inside a transaction it rolls back for good: no write conflict makes it run again. */
export class NonRetryable extends Error {}

export type Operate = <Result>(
  work: (session: ClientSession | undefined) => Promise<Result>,
) => Promise<Result>

export type Transactions = {
  run<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** Runs one database operation: in the ambient transaction if there is one, within the deadline, its errors translated. */
  operate: Operate
  /** Runs the listener after the commit of the ambient transaction; without one, now. */
  afterCommit(listener: () => void): void
  /** The ambient transaction. */
  current(): Tx | undefined
}

/** Ambient transactions over one connection. `append` writes the events just before the commit, `measure` measures that one. */
export const transactionsOn = (
  connection: Connection,
  clock: Clock,
  append: (events: readonly DraftEvent[]) => Promise<() => void>,
  measure: (commit: () => Promise<void>) => Promise<void>,
): Transactions => {
  const ambient = new AsyncLocalStorage<Attempt>()
  const slots = semaphore(maxConnections - keptForTransactions)

  /** A write outside a transaction waits, on its connection, for one that holds its record: some stay free for that one to end. */
  const alone = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const until = Date.now() + allowedMs(operationMs)
    return inTime(() =>
      slots(() => (Date.now() < until ? work() : Promise.reject(unavailable(new Error('waited too long'))))),
    )
  }

  const operate: Operate = async (work) => {
    const attempt = ambient.getStore()
    if (!attempt) return alone(() => work(undefined))
    const turn = attempt.queue.then(async () => {
      if (attempt.isOver)
        throw new Error('This transaction is over; await everything that belongs to it inside')
      if (attempt.failure !== undefined) throw attempt.failure
      try {
        return await inTime(() => work(attempt.session))
      } catch (error) {
        if (isFromDatabase(error)) attempt.failure = error
        throw error
      }
    })
    attempt.queue = turn.catch(() => undefined)
    return turn
  }

  const begin = async (): Promise<Attempt> => {
    const session = await inTime(() => connection.startSession())
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } })
    const events: DraftEvent[] = []
    const listeners: (() => void)[] = []
    const tx: Tx = {
      publish: (event, message) => {
        if (attempt.isOver) throw new Error(`Too late to publish ${event.type}: this transaction is over`)
        events.push(draftEvent(event, message, clock.now()))
      },
      afterCommit: (listener) => {
        listeners.push(listener)
      },
    }
    const attempt: Attempt = {
      session,
      tx,
      events,
      listeners,
      queue: Promise.resolve(),
      failure: undefined,
      isOver: false,
    }
    return attempt
  }

  const tryOnce = async <Result>(work: (tx: Tx) => Promise<Result>, deadline: number): Promise<Result> => {
    const attempt = await begin()
    let result: Result
    try {
      result = await ambient.run(attempt, async () => {
        const done = await work(attempt.tx)
        await attempt.queue
        if (attempt.failure !== undefined) throw attempt.failure
        if (attempt.events.length > 0) attempt.listeners.push(await append(attempt.events))
        return done
      })
      attempt.isOver = true
      await measure(() => commit(attempt.session, deadline))
    } catch (error) {
      attempt.isOver = true
      await abandon(attempt.session)
      throw isTransient(attempt.failure) && !(error instanceof NonRetryable) ? attempt.failure : error
    } finally {
      void attempt.session.endSession().catch(() => undefined)
    }
    for (const listener of attempt.listeners) listener()
    return result
  }

  const run = async <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => {
    const joined = ambient.getStore()
    if (joined && !joined.isOver) return join(joined, work)
    const deadline = Date.now() + allowedMs(transactionMs)
    for (let tries = 0; ; tries += 1) {
      try {
        return await tryOnce(work, deadline)
      } catch (error) {
        if (!isTransient(error)) throw translate(error)
        const pause = Math.random() * Math.min(200, 4 * 2 ** tries)
        if (Date.now() + pause >= deadline)
          throw new AppError('UNAVAILABLE', 'The records are being changed by others; try again shortly', {
            cause: error,
            retryAfterSeconds: 1,
          })
        await delay(pause)
      }
    }
  }

  return {
    run,
    operate,
    current: () => ambient.getStore()?.tx,
    afterCommit: (listener) => {
      const attempt = ambient.getStore()
      if (attempt) attempt.listeners.push(listener)
      else listener()
    },
  }
}

/** A failed inner transaction has no roll-back of its own, so it must take the outer one with it. */
const join = async <Result>(attempt: Attempt, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
  try {
    return await work(attempt.tx)
  } catch (error) {
    attempt.failure ??= error
    throw error
  }
}

const inTime = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await within(allowedMs(operationMs), work)
  } catch (error) {
    throw isTransient(error) ? error : translate(error)
  }
}

const commit = async (session: ClientSession, deadline: number): Promise<void> => {
  for (;;) {
    try {
      return await within(deadline - Date.now() + operationMs, () => session.commitTransaction())
    } catch (error) {
      if (!isUnknownCommit(error) || Date.now() >= deadline) throw translate(error)
      await delay(20)
    }
  }
}

const abandon = async (session: ClientSession): Promise<void> => {
  if (!session.inTransaction()) return
  await within(500, () => session.abortTransaction()).catch(() => undefined)
}
