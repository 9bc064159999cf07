import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, semaphore } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import type { ClientSession, Connection } from 'mongoose'
import { draftEvent } from './envelope.ts'
import type { DraftEvent } from './envelope.ts'
import {
  isFromDatabase,
  isTransient,
  isUnknownCommit,
  isUnreachable,
  isWriteConflict,
  markTransient,
  translate,
  unavailable,
} from './errors.ts'
import { groupQueues } from './group-queues.ts'
import { turnsByKey } from './turns.ts'
import type { EndTurn } from './turns.ts'
import type { Tx } from './tx.ts'
import { allowedMs, within } from './within.ts'

/**
 * Extra time for a transaction beyond the limit of one operation, so that it can be repeated after a late failure.
 */
const repeatMs = 1000

/** Returns how long a transaction can last: its operations until the last attempt may start, then the commit. */
export const longestTransactionMs = (operationMs: number): number => operationMs + repeatMs + operationMs
const reservedShare = 1 / 3

/**
 * The turn that a transaction holds after a write conflict until it ends. `contended` identifies the records
 * on which its last attempt conflicted.
 */
type Turn = { key: string | null; end: EndTurn; contended: string | null }

/** One attempt at a transaction. */
type Attempt = {
  readonly session: ClientSession
  readonly turn: Turn
  readonly deadline: number
  /** The queue in which the transaction waited. */
  readonly waitedIn: string | undefined
  readonly tx: Tx
  readonly events: DraftEvent[]
  readonly listeners: (() => void)[]
  /** Operations of one session must not overlap, so they are queued. */
  queue: Promise<unknown>
  /**
   * The first error from the database or an inner transaction. The transaction fails even if the caller ignored the
   * error.
   */
  failure: unknown
  hasBegun: boolean
  hasEnded: boolean
  isCommitted: boolean
}

/** Thrown to roll back the transaction without a retry. */
export class NonRetryable extends Error {}

/** `records` names the records that the operation reads or writes: those of a collection and a workspace. */
export type Operate = <Result>(
  work: (session: ClientSession | undefined) => Promise<Result>,
  records?: string,
) => Promise<Result>

export type TransactionOptions = {
  /**
   * Names a record that many transactions change. Those of this process that name the same one run one after the other,
   * or together in one commit, instead of making each other start again. Inside another transaction, it must be the
   * queue of that transaction: one that has begun cannot wait for another queue.
   */
  queue?: string
}

export type Transactions = {
  run<Result>(work: (tx: Tx) => Promise<Result>, options?: TransactionOptions): Promise<Result>
  /**
   * Runs one database operation within the deadline, in the current transaction if there is one, and converts driver
   * errors.
   */
  operate: Operate
  /** Runs the listener after the current transaction commits, or immediately outside a transaction. */
  afterCommit(listener: () => void): void
  current(): Tx | undefined
}

export type TransactionHooks = {
  /** Writes the events before the commit. */
  append: (events: readonly DraftEvent[]) => Promise<() => void>
  /** Wraps the commit to time it. */
  measure: (commit: () => Promise<void>) => Promise<void>
  /** Called with every error of an operation. */
  onFailure: (error: unknown) => void
  /** Called with the outcome of every attempt. */
  onAttempt: (outcome: 'committed' | 'conflict' | 'failed') => void
}

/**
 * Returns the transactions for a connection with `poolSize` connections; `operationMs` limits each operation.
 *
 * Many transactions that change the same record would mostly fail and restart. So after a write conflict, a transaction waits for its turn, which only one transaction of this process can have at a time for the records of a collection and workspace. While the turn is taken, a transaction that starts with these records waits for it too.
 */
export const transactionsOn = (
  connection: Connection,
  clock: Clock,
  { operationMs, poolSize }: { operationMs: number; poolSize: number },
  { append, measure, onFailure, onAttempt }: TransactionHooks,
): Transactions => {
  const turns = turnsByKey()
  const ambient = new AsyncLocalStorage<Attempt>()
  const slots = semaphore(poolSize - Math.ceil(poolSize * reservedShare))

  const inTime = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    try {
      return await within(allowedMs(operationMs), work)
    } catch (error) {
      onFailure(error)
      throw isTransient(error) ? error : translate(error)
    }
  }

  /**
   * Outside a transaction, a write to a locked record blocks its connection, so some connections are reserved for
   * transactions.
   */
  const runAlone = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const until = performance.now() + allowedMs(operationMs)
    return inTime(() =>
      slots(() =>
        performance.now() < until
          ? work()
          : Promise.reject(unavailable(new Error('No connection became free in time'))),
      ),
    )
  }

  const takeTurn = async (turn: Turn, key: string, deadline: number, attempt?: Attempt): Promise<void> => {
    turn.end()
    const end = await turns.take(key, deadline - performance.now())
    if (attempt?.hasEnded) {
      end?.()
      throw transactionEnded()
    }
    Object.assign(turn, end ? { key, end } : noTurn)
    if (!end) throw tooBusy()
  }

  const operate: Operate = async (work, records) => {
    const attempt = ambient.getStore()
    if (!attempt) return runAlone(() => work(undefined))
    const result = attempt.queue.then(async () => {
      if (attempt.hasEnded) throw transactionEnded()
      if (attempt.failure !== undefined) throw attempt.failure
      const isFirst = !attempt.hasBegun
      attempt.hasBegun = true
      // Later operations would still see the records from the time of the first one, and conflict after
      // waiting.
      if (isFirst && records !== undefined && attempt.turn.key === null && turns.isTaken(records))
        await takeTurn(attempt.turn, records, attempt.deadline, attempt)
      try {
        return await inTime(() => work(attempt.session).catch(rethrowMarked))
      } catch (error) {
        if (isFromDatabase(error)) attempt.failure = error
        if (isWriteConflict(error)) attempt.turn.contended = records ?? null
        throw error
      }
    })
    attempt.queue = result.catch(() => undefined)
    return result
  }

  const begin = async (turn: Turn, deadline: number, waitedIn?: string): Promise<Attempt> => {
    const session = await inTime(() => connection.startSession())
    session.startTransaction({ readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } })
    const events: DraftEvent[] = []
    let longBytes = 0
    const tx: Tx = {
      publish: (event, message) => {
        if (attempt.hasEnded) throw new Error(`Cannot publish ${event.type}: the transaction has ended`)
        const draft = draftEvent(event, message, clock.now(), longBytes)
        longBytes += draft.longBytes
        events.push(draft)
      },
      afterCommit: (listener) => afterCommitOf(attempt, listener),
    }
    const attempt: Attempt = {
      session,
      turn,
      deadline,
      waitedIn,
      tx,
      events,
      listeners: [],
      queue: Promise.resolve(),
      failure: undefined,
      hasBegun: false,
      hasEnded: false,
      isCommitted: false,
    }
    return attempt
  }

  const tryOnce = async <Result>(
    work: (tx: Tx) => Promise<Result>,
    turn: Turn,
    deadline: number,
    queue?: string,
  ): Promise<Result> => {
    const attempt = await begin(turn, deadline, queue)
    let result: Result
    try {
      result = await ambient.run(attempt, async () => {
        const done = await work(attempt.tx)
        await attempt.queue
        if (attempt.failure !== undefined) throw attempt.failure
        if (attempt.events.length > 0) attempt.listeners.push(await append(attempt.events))
        return done
      })
      attempt.hasEnded = true
      await measure(() => commit(attempt.session, deadline, operationMs))
    } catch (error) {
      attempt.hasEnded = true
      const isRetried = isTransient(attempt.failure) && !(error instanceof NonRetryable)
      const aborting = abort(attempt.session)
      // The server has already ended a transaction with a transient error, so the next attempt does not need
      // to wait.
      if (!isRetried) await aborting
      onAttempt(isRetried && isWriteConflict(attempt.failure) ? 'conflict' : 'failed')
      throw isRetried ? attempt.failure : error
    }
    attempt.isCommitted = true
    onAttempt('committed')
    void attempt.session.endSession().catch(() => undefined)
    for (const listener of attempt.listeners) listener()
    return result
  }

  /** Tries until the transaction is committed, fails for another reason than a conflict, or the deadline passes. */
  const runUntil = async <Result>(
    work: (tx: Tx) => Promise<Result>,
    deadline: number,
    queue?: string,
  ): Promise<Result> => {
    const turn: Turn = { ...noTurn }
    try {
      for (let tries = 0; ; tries += 1) {
        try {
          return await tryOnce(work, turn, deadline, queue)
        } catch (error) {
          if (!isTransient(error)) throw translate(error)
          const pause = Math.random() * Math.min(200, 4 * 2 ** tries)
          if (performance.now() + pause >= deadline)
            throw isUnreachable(error) ? unavailable(error) : tooBusy(error)
          const { contended } = turn
          turn.contended = null
          if (contended === null || contended === turn.key) await delay(pause)
          else await takeTurn(turn, contended, deadline)
        }
      }
    } finally {
      turn.end()
    }
  }

  const queues = groupQueues<Attempt>(async (jobs, queue) => {
    const turn: Turn = { ...noTurn }
    let haveRun = false
    const runAll = async (): Promise<unknown[]> => {
      const attempt = ambient.getStore()!
      const results: unknown[] = []
      for (const job of jobs) results.push(await job.within(attempt))
      haveRun = true
      return results
    }
    try {
      return await tryOnce(runAll, turn, Math.min(...jobs.map(({ deadline }) => deadline)), queue)
    } catch (error) {
      // A commit whose outcome is unknown must not be repeated.
      if (haveRun && !isTransient(error)) throw translate(error)
      return null
    } finally {
      turn.end()
    }
  })

  const run = async <Result>(
    work: (tx: Tx) => Promise<Result>,
    { queue }: TransactionOptions = {},
  ): Promise<Result> => {
    const joined = ambient.getStore()
    if (joined && !joined.hasEnded) {
      if (queue !== undefined && queue !== joined.waitedIn) throw notInQueue(queue)
      return join(joined, work)
    }
    const deadline = performance.now() + allowedMs(operationMs + repeatMs)
    const alone = () => runUntil(work, deadline, queue)
    if (queue === undefined) return alone()
    const within = async (attempt: Attempt): Promise<Result> => {
      const enter = AsyncLocalStorage.snapshot()
      const before = attempt.listeners.splice(0)
      const result = await ambient.run(attempt, () => work(attempt.tx))
      const own = attempt.listeners.splice(0)
      attempt.listeners.push(...before, ...own.map((listener) => () => enter(listener)))
      return result
    }
    return (await queues.run(queue, { alone, within, deadline, tooLate: tooBusy })) as Result
  }

  return {
    run,
    operate,
    current: () => ambient.getStore()?.tx,
    afterCommit: (listener) => {
      const attempt = ambient.getStore()
      if (attempt) afterCommitOf(attempt, listener)
      else listener()
    },
  }
}

/**
 * Work that a transaction started but did not await can get here after the commit, when the listeners have
 * already run.
 */
const afterCommitOf = (attempt: Attempt, listener: () => void): void => {
  if (attempt.isCommitted) listener()
  else attempt.listeners.push(listener)
}

const transactionEnded = (): Error =>
  new Error('This transaction has ended; await all its operations inside it')

const notInQueue = (queue: string): Error =>
  new Error(
    `The outer transaction does not wait in the queue "${queue}"; name the queue where the transaction begins`,
  )

const noTurn: Turn = { key: null, end: () => undefined, contended: null }

const tooBusy = (cause?: unknown): AppError =>
  new AppError('UNAVAILABLE', 'Other requests are changing the same records; try again shortly', {
    cause,
    retryAfterSeconds: 1,
  })

/** An inner transaction cannot roll back on its own, so its failure fails the outer one too. */
const join = async <Result>(attempt: Attempt, work: (tx: Tx) => Promise<Result>): Promise<Result> => {
  try {
    return await work(attempt.tx)
  } catch (error) {
    attempt.failure ??= error
    throw error
  }
}

const commit = async (session: ClientSession, deadline: number, operationMs: number): Promise<void> => {
  for (;;) {
    try {
      return await within(deadline - performance.now() + operationMs, () => session.commitTransaction())
    } catch (error) {
      if (!isUnknownCommit(error) || performance.now() >= deadline) throw translate(error)
      await delay(20)
    }
  }
}

const abort = async (session: ClientSession): Promise<void> => {
  if (session.inTransaction()) await within(500, () => session.abortTransaction()).catch(() => undefined)
  void session.endSession().catch(() => undefined)
}

const rethrowMarked = (error: unknown): never => {
  throw markTransient(error)
}
