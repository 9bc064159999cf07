import { AppError, isConflict } from '@wp/kernel'
import { mongo } from 'mongoose'

const { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } = mongo

/** Codes of a server that is stopping, stepping down or out of time: the same request may work a moment later. */
const passingCodes = new Set([50, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])

const passingNames = new Set([
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
  'PoolClearedOnNetworkError',
])

/** The database did not answer in time; callers may come again. */
export const unavailable = (cause: unknown): AppError =>
  new AppError('UNAVAILABLE', 'The database does not answer at the moment; try again shortly', {
    cause,
    retryAfterSeconds: 1,
  })

/** True when running the whole transaction again may succeed; looks through the causes. */
export const isTransient = (error: unknown): boolean =>
  causesOf(error).some(
    (each) => each instanceof MongoError && each.hasErrorLabel('TransientTransactionError'),
  )

export const isUnknownCommit = (error: unknown): boolean =>
  error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult')

export const isDuplicateKey = (error: unknown): boolean =>
  causesOf(error).some((each) => each instanceof MongoServerError && each.code === 11000)

export const isWriteConflict = (error: unknown): boolean =>
  causesOf(error).some((each) => each instanceof MongoServerError && each.code === 112)

/** True for an error that came from the server or the connection, and so ends a transaction. */
export const isFromDatabase = (error: unknown): boolean =>
  causesOf(error).some((each) => each instanceof MongoError)

/**
 * Runs `work`; when it fails for a duplicate key, throws the error that `toError` makes of it. Inside a transaction that
 * is the end of the transaction all the same.
 */
export const onConflict = async <Result>(
  work: () => Promise<Result>,
  toError: (conflict: AppError) => Error,
): Promise<Result> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof AppError && isDuplicateKey(error) ? toError(error) : error
  }
}

/** Runs `work` once more when it fails for a duplicate key: somebody made the same record at that moment, and the second look finds it. */
export const retryAfterConflict = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (isConflict(error)) return work()
    throw error
  })

/** A driver's error as callers should see it: CONFLICT, UNAVAILABLE, or the error itself. */
export const translate = (error: unknown): unknown => {
  if (error instanceof AppError || !(error instanceof Error)) return error
  if (isDuplicateKey(error)) return conflict(error)
  return causesOf(error).some(isPassing) ? unavailable(error) : error
}

/** True when a reply did not come, or says that another server has to be asked: a read may simply be asked for again. */
export const isLostReply = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  (error instanceof MongoServerError && typeof error.code === 'number' && passingCodes.has(error.code))

const isPassing = (error: Error): boolean =>
  isLostReply(error) || error instanceof MongoServerSelectionError || passingNames.has(error.name)

const conflict = (error: Error): AppError => {
  const { keyPattern = {} } = error as { keyPattern?: Record<string, unknown> }
  const fields = Object.keys(keyPattern)
    .filter((field) => field !== 'workspaceId')
    .map((field) => (field === '_id' ? 'id' : field))
  const what = fields.length === 0 ? 'the same key' : `the same ${fields.join(' and ')}`
  return new AppError('CONFLICT', `There is a record with ${what} already: choose another`, {
    cause: error,
    details: fields.map((path) => ({ path, message: 'is taken already' })),
  })
}

const causesOf = (error: unknown): Error[] => {
  const causes: Error[] = []
  for (let each = error; each instanceof Error && causes.length < 8; each = causeOf(each)) causes.push(each)
  return causes
}

/** Writes of many records wrap what stopped them, a lost connection too, without naming it as their cause. */
const causeOf = (error: Error): unknown =>
  error.cause ?? (error instanceof MongoServerError ? error.errorResponse : undefined)
