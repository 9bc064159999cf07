import { AppError, isConflict } from '@wp/kernel'
import { mongo } from 'mongoose'

const { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } = mongo

/** Server error codes for shutting down, stepping down, timing out or missing a majority: a retry may succeed. */
const temporaryCodes = new Set([50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436])

const temporaryNames = new Set([
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

class DatabaseUnavailable extends AppError {}

/** Returns the error for a database that cannot be reached or did not answer in time. */
export const unavailable = (cause: unknown): AppError =>
  new DatabaseUnavailable('UNAVAILABLE', 'The database is not available; try again shortly', {
    cause,
    retryAfterSeconds: 1,
  })

/**
 * Returns whether the database of this process cannot be reached or cannot store anything. Returns false for a conflict
 * with other requests and for another service that is unavailable.
 */
export const isDatabaseUnavailable = (error: unknown): boolean => error instanceof DatabaseUnavailable

/** Returns whether the database rejected a write because its disk is nearly full. */
export const isDiskFull = (error: unknown): boolean =>
  causesOf(error).some((each) => each instanceof MongoServerError && each.code === 14031)

const diskFull = (cause: unknown): AppError =>
  new DatabaseUnavailable(
    'UNAVAILABLE',
    'The disk of the database is full, so nothing can be saved; try again later',
    {
      cause,
      retryAfterSeconds: 30,
    },
  )

/** Returns whether running the whole transaction again may succeed. Also checks the error's causes. */
export const isTransient = (error: unknown): boolean =>
  causesOf(error).some(
    (each) => each instanceof MongoError && each.hasErrorLabel('TransientTransactionError'),
  )

/** Returns whether a failed commit may have taken effect, so that it must be repeated. */
export const isUnknownCommit = (error: unknown): boolean =>
  error instanceof MongoError &&
  (error.hasErrorLabel('UnknownTransactionCommitResult') || isUnreachable(error))

/**
 * Marks an error of an operation in a transaction as transient when the server is unreachable: nothing is committed
 * yet, so the whole transaction can run again. The driver does so for some of these errors only.
 */
export const markTransient = (error: unknown): unknown => {
  if (error instanceof MongoError && isUnreachable(error)) error.addErrorLabel('TransientTransactionError')
  return error
}

/** Returns whether the connection broke or no server could be selected. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  error instanceof MongoServerSelectionError ||
  (error instanceof MongoError &&
    (error.name === 'MongoPoolClearedError' || error.name === 'PoolClearedOnNetworkError'))

export const isDuplicateKey = (error: unknown): boolean =>
  causesOf(error).some((each) => each instanceof MongoServerError && each.code === 11000)

export const isWriteConflict = (error: unknown): boolean =>
  causesOf(error).some((each) => each instanceof MongoServerError && each.code === 112)

/** Returns whether the error came from the server or the connection, which aborts a transaction. */
export const isFromDatabase = (error: unknown): boolean =>
  causesOf(error).some((each) => each instanceof MongoError)

/**
 * Runs `work` and converts a duplicate key error with `toError`. A surrounding transaction fails regardless.
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

/**
 * Runs `work`, and repeats it after a CONFLICT: if a concurrent request has created the record, the second
 * run finds it.
 */
export const retryAfterConflict = <Result>(work: () => Promise<Result>): Promise<Result> =>
  work().catch((error: unknown) => {
    if (isConflict(error)) return work()
    throw error
  })

/** Converts a driver error to CONFLICT or UNAVAILABLE; returns other errors unchanged. */
export const translate = (error: unknown): unknown => {
  if (error instanceof AppError || !(error instanceof Error)) return error
  if (isDuplicateKey(error)) return conflict(error)
  if (isDiskFull(error)) return diskFull(error)
  return causesOf(error).some(isTemporary) ? unavailable(error) : error
}

/**
 * Returns whether the connection failed, or the server timed out, is shutting down or is no longer the primary, so that
 * a read can be repeated.
 */
export const isLostReply = (error: unknown): boolean =>
  error instanceof MongoNetworkError ||
  (error instanceof MongoServerError && typeof error.code === 'number' && temporaryCodes.has(error.code))

const isTemporary = (error: Error): boolean =>
  isLostReply(error) || error instanceof MongoServerSelectionError || temporaryNames.has(error.name)

const conflict = (error: Error): AppError => {
  const { keyPattern = {} } = error as { keyPattern?: Record<string, unknown> }
  const fields = Object.keys(keyPattern)
    .filter((field) => field !== 'workspaceId')
    .map((field) => (field === '_id' ? 'id' : field))
  const key = fields.length === 0 ? 'key' : fields.join(' and ')
  return new AppError('CONFLICT', `A record with this ${key} already exists`, {
    cause: error,
    details: fields.map((path) => ({ path, message: 'already exists' })),
  })
}

const causesOf = (error: unknown): Error[] => {
  const causes: Error[] = []
  for (let each = error; each instanceof Error && causes.length < 8; each = causeOf(each)) causes.push(each)
  return causes
}

/** Bulk write errors wrap the original error without setting it as their cause. */
const causeOf = (error: Error): unknown =>
  error.cause ?? (error instanceof MongoServerError ? error.errorResponse : undefined)
