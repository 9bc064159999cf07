import { MongoError } from '../errors.ts'
import { type Query, runQuery } from '../execution/execute.ts'
import { Yielder } from '../limits/yielder.ts'
import type { CollectionInfo } from '../storage/catalogue.ts'
import { CollectionDropped, type Writer } from '../storage/documents.ts'
import { waitFor } from '../engine/engine.ts'
import { BlockedByTransaction, type LockOwner } from '../storage/locks.ts'
import type { RetryKey } from '../transactions/retries.ts'
import { Retries } from '../transactions/retries.ts'
import type { Transaction } from '../transactions/transaction.ts'
import type { Context } from './context.ts'
import { outcomeDoc, readOutcome } from './outcome-record.ts'
import {
  type ChangeStatement,
  type Outcome,
  type Statement,
  applyChange,
  applyInsert,
  applyUpsert,
  pointOf,
} from './statements.ts'

export type Result = Outcome | MongoError

const RUN_LENGTH = 250
const MAX_ATTEMPTS = 1000
const UPSERT_ATTEMPTS = 3

/**
 * Runs write statements and returns their results in order. An ordered batch stops at the first error. Outside of a
 * transaction, an error does not undo the statements before it.
 */
export async function runStatements(
  context: Context,
  collection: CollectionInfo,
  statements: readonly Statement[],
  isOrdered: boolean,
): Promise<Result[]> {
  const { transaction } = context
  if (transaction !== undefined) return await runInTransaction(context, transaction, collection, statements)
  const results: Result[] = []
  let [current, target] = [statements, collection]
  for (;;) {
    try {
      await runPlain(context, target, current, isOrdered, results)
      return results
    } catch (error) {
      if (!(error instanceof CollectionDropped)) throw error
      const renewed = await context.engine.ensureCollection(collection.db, collection.name)
      target = renewed
      current = statements.map((statement) =>
        statement.kind === 'insert'
          ? statement
          : { ...statement, query: { ...statement.query, collection: renewed } },
      )
    }
  }
}

async function runPlain(
  context: Context,
  collection: CollectionInfo,
  statements: readonly Statement[],
  isOrdered: boolean,
  results: Result[],
): Promise<void> {
  const stops = (): boolean => isOrdered && results.at(-1) instanceof MongoError
  while (results.length < statements.length && !stops()) {
    const run = pointRun(statements, results.length)
    if (run.length > 0) await runPoints(context, collection, run, results, isOrdered)
    else
      results.push(
        await settle(() =>
          runSearch(context, collection, statements[results.length] as ChangeStatement, results.length),
        ),
      )
  }
}

async function settle(action: () => Promise<Outcome>): Promise<Result> {
  try {
    return await action()
  } catch (error) {
    if (error instanceof MongoError) return error
    throw error
  }
}

/**
 * Returns the next statements (at most `RUN_LENGTH`) that need no search: inserts and changes by `_id`. They share one
 * commit.
 */
function pointRun(
  statements: readonly Statement[],
  from: number,
): { statement: Statement; point: Buffer | undefined }[] {
  const run: { statement: Statement; point: Buffer | undefined }[] = []
  for (const statement of statements.slice(from, from + RUN_LENGTH)) {
    const point = statement.kind === 'insert' ? undefined : pointOf(statement.query)
    if (statement.kind === 'change' && point === undefined) break
    run.push({ statement, point })
  }
  return run
}

async function runPoints(
  context: Context,
  collection: CollectionInfo,
  run: readonly { statement: Statement; point: Buffer | undefined }[],
  results: Result[],
  isOrdered: boolean,
): Promise<void> {
  const start = results.length
  while (results.length - start < run.length) {
    const blocked = await context.engine.write((writer): LockOwner | undefined => {
      while (results.length - start < run.length) {
        const { statement, point } = run[results.length - start]!
        const outcome = step(context, results.length, () =>
          statement.kind === 'insert'
            ? applyInsert(writer, collection, statement)
            : applyPoint(writer, collection, statement, point!),
        )
        if (outcome instanceof BlockedByTransaction) return outcome.owner
        results.push(outcome)
        if (isOrdered && outcome instanceof MongoError) return undefined
      }
      return undefined
    })
    if (blocked === undefined) return
    await waitFor(blocked, context.deadline)
  }
}

/**
 * Runs one statement inside a commit and records its outcome in the same commit. A retry returns the recorded
 * outcome.
 */
function step<T extends Outcome | undefined>(
  context: Context,
  at: number,
  action: () => T,
): T | Outcome | MongoError | BlockedByTransaction {
  const { environment } = context.engine
  try {
    return environment.attempt(() => {
      const key = retryKey(context, at)
      const retries = new Retries(environment)
      const known = key === undefined ? undefined : retries.find(key)
      if (known !== undefined) return readOutcome(known)
      const outcome = action()
      if (key !== undefined && outcome !== undefined) {
        context.failPoints.onRetryableWrite(context.peer)
        retries.save(key, outcomeDoc(outcome, context.command === 'findAndModify'))
      }
      return outcome
    })
  } catch (error) {
    if (error instanceof MongoError || error instanceof BlockedByTransaction) return error
    throw error
  }
}

function retryKey({ session, retryNumber, firstStatement = 0 }: Context, at: number): RetryKey | undefined {
  if (session === undefined || retryNumber === undefined) return undefined
  return { session: session.id, number: retryNumber, statement: firstStatement + at }
}

function applyPoint(
  writer: Writer,
  collection: CollectionInfo,
  statement: ChangeStatement,
  point: Buffer,
): Outcome {
  const outcome = applyChange(writer, collection, statement, point)
  if (outcome !== undefined) return outcome
  return statement.upsert === undefined
    ? { matched: 0, modified: 0 }
    : applyUpsert(writer, collection, statement.upsert)
}

/** Searches outside the commit. Inside it, changes the documents that still match. */
async function runSearch(
  context: Context,
  collection: CollectionInfo,
  statement: ChangeStatement,
  at: number,
): Promise<Outcome> {
  const { engine } = context
  let upserts = 0
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const key = retryKey(context, at)
    const known = key === undefined ? undefined : new Retries(engine.environment).find(key)
    if (known !== undefined) return readOutcome(known)
    const ids = await candidates(context, statement)
    if (statement.isMulti && ids.length > 0) return await changeAll(context, collection, statement, ids)
    if (ids.length === 0 && statement.upsert === undefined) return { matched: 0, modified: 0 }
    const result = await engine.write((writer) =>
      step(context, at, (): Outcome | undefined => {
        for (const idKey of ids) {
          const outcome = applyChange(writer, collection, statement, idKey)
          if (outcome !== undefined) return outcome
        }
        if (ids.length > 0 || statement.upsert === undefined) return undefined
        return applyUpsert(writer, collection, statement.upsert)
      }),
    )
    if (result instanceof BlockedByTransaction) await waitFor(result.owner, context.deadline)
    else if (result instanceof MongoError) {
      // Another writer inserted the document in the meantime, so it can now be found and updated.
      const isRace = ids.length === 0 && result.codeName === 'DuplicateKey' && ++upserts < UPSERT_ATTEMPTS
      if (!isRace) throw result
    } else if (result !== undefined) return result
  }
  throw new MongoError('WriteConflict', 'Other writers kept changing the matching documents; retry')
}

async function candidates(context: Context, statement: ChangeStatement): Promise<Buffer[]> {
  const query: Query = { ...statement.query, deadline: context.deadline }
  if (!statement.isMulti) query.limit = 1
  const ids: Buffer[] = []
  for await (const batch of runQuery(context.view, query)) for (const { idKey } of batch) ids.push(idKey)
  return ids
}

async function changeAll(
  context: Context,
  collection: CollectionInfo,
  statement: ChangeStatement,
  ids: readonly Buffer[],
): Promise<Outcome> {
  const total: Outcome = { matched: 0, modified: 0 }
  let at = 0
  while (at < ids.length) {
    const stop = await context.engine.write((writer): MongoError | LockOwner | undefined => {
      for (const end = Math.min(at + RUN_LENGTH, ids.length); at < end; at++) {
        try {
          const outcome = context.engine.environment.attempt(() =>
            applyChange(writer, collection, statement, ids[at]!),
          )
          total.matched += outcome?.matched ?? 0
          total.modified += outcome?.modified ?? 0
        } catch (error) {
          if (error instanceof BlockedByTransaction) return error.owner
          if (error instanceof MongoError) return error
          throw error
        }
      }
      return undefined
    })
    if (stop instanceof MongoError) throw stop
    if (stop !== undefined) await waitFor(stop, context.deadline)
  }
  return total
}

/**
 * Runs statements in a transaction. Every error aborts the transaction. A write conflict fails the whole command, so
 * that its error label reaches the client.
 */
async function runInTransaction(
  context: Context,
  transaction: Transaction,
  collection: CollectionInfo,
  statements: readonly Statement[],
): Promise<Result[]> {
  const results: Result[] = []
  const yielder = new Yielder(context.deadline)
  for (const statement of statements) {
    try {
      results.push(await runOneInTransaction(context, transaction, collection, statement))
      await yielder.yieldIfDue()
    } catch (error) {
      if (!(error instanceof MongoError) || error.labels.length > 0) throw error
      transaction.finish('aborted')
      results.push(error)
      return results
    }
  }
  return results
}

async function runOneInTransaction(
  context: Context,
  transaction: Transaction,
  collection: CollectionInfo,
  statement: Statement,
): Promise<Outcome> {
  if (statement.kind === 'insert') return applyInsert(transaction, collection, statement)
  const point = pointOf(statement.query)
  if (point !== undefined) return applyPoint(transaction, collection, statement, point)
  const ids = await candidates(context, statement)
  if (ids.length === 0 && statement.upsert !== undefined)
    return applyUpsert(transaction, collection, statement.upsert)
  const total: Outcome = { matched: 0, modified: 0 }
  const yielder = new Yielder(context.deadline)
  for (const idKey of ids) {
    await yielder.yieldIfDue()
    const outcome = applyChange(transaction, collection, statement, idKey)
    if (outcome === undefined) continue
    if (!statement.isMulti) return outcome
    total.matched += outcome.matched
    total.modified += outcome.modified
  }
  return total
}
