import { type ClientSession, type MongoClient, MongoServerError } from 'mongodb'

const DEFAULT_LIFETIME_SECONDS = 60
/** SnapshotTooOld, SnapshotUnavailable and NoSuchTransaction. */
const EXPIRED_CODES = new Set<unknown>([239, 246, 251])

class SnapshotExpired extends Error {
  constructor(cause: unknown) {
    super(
      'Reading took longer than the database keeps a snapshot. Stop the services and use --no-snapshot, or set a longer minSnapshotHistoryWindowInSeconds on MongoDB.',
      { cause },
    )
  }
}

/**
 * Runs reads that all see the same point in time. MongoDB keeps a snapshot for five minutes by default. On servers
 * without snapshot sessions, the reads run in a transaction of up to `lifetimeSeconds`, a minute by default.
 */
export async function inSnapshot<Result>(
  client: MongoClient,
  work: (session: ClientSession) => Promise<Result>,
  lifetimeSeconds = DEFAULT_LIFETIME_SECONDS,
): Promise<Result> {
  const session = (await hasSnapshotSessions(client))
    ? client.startSession({ snapshot: true })
    : await openTransaction(client, lifetimeSeconds)
  try {
    return await work(session)
  } catch (error) {
    throw error instanceof MongoServerError && EXPIRED_CODES.has(error.code)
      ? new SnapshotExpired(error)
      : error
  } finally {
    if (session.inTransaction()) await session.abortTransaction()
    await session.endSession()
  }
}

/**
 * Returns whether the server supports snapshot sessions. If it does, its replies contain the time of the snapshot.
 */
async function hasSnapshotSessions(client: MongoClient): Promise<boolean> {
  const ask = { find: 'snapshot', limit: 1, readConcern: { level: 'snapshot' } }
  try {
    const reply = await client.db('wp').command(ask)
    return (reply as { cursor: { atClusterTime?: unknown } }).cursor.atClusterTime !== undefined
  } catch (error) {
    if (error instanceof MongoServerError) return false
    throw error
  }
}

/** Begins a transaction with its own time limit, regardless of the server's limit for other transactions. */
async function openTransaction(client: MongoClient, lifetimeSeconds: number): Promise<ClientSession> {
  const setLimit = async (transactionLifetimeLimitSeconds: number): Promise<number> => {
    const { was } = await client.db('admin').command({ setParameter: 1, transactionLifetimeLimitSeconds })
    return was as number
  }
  const session = client.startSession()
  const before = await setLimit(lifetimeSeconds)
  try {
    session.startTransaction({ readConcern: { level: 'snapshot' } })
    await client.db('wp').collection('snapshot').findOne({}, { session })
  } finally {
    await setLimit(before)
  }
  return session
}
