import { mongo } from 'mongoose'
import type { ClientSession } from 'mongoose'
import { isLostReply } from './errors.ts'
import type { StoreModel } from './models.ts'

type Source = Pick<StoreModel, 'database' | 'driver'>
type ReadOptions = { session?: ClientSession; maxTimeMS: number }
type Reply = { cursor: { id: bigint; firstBatch: unknown[] } }

/** Find options that are passed to the database unchanged. */
export type Wanted = Pick<mongo.FindOptions, 'sort' | 'skip' | 'limit' | 'projection'>

// Reading a page through a driver cursor takes longer than the query itself, so a reply that contains all documents
// is read without one. Larger results and lost replies are read through a cursor.

/** Returns the matching documents as bytes; all of them unless those in the first reply exceed `maxBytes`. */
export const findDocuments = async (
  source: Source,
  filter: Record<string, unknown>,
  wanted: Wanted,
  maxBytes: number,
  options: ReadOptions,
): Promise<Uint8Array[]> => {
  const { limit } = wanted
  if (limit) {
    // The batch is one larger than the limit, so that the database does not keep a cursor open.
    const command = { find: source.driver.collectionName, filter, ...wanted, batchSize: limit + 1 }
    const reply = await runCommand(source, command, options)
    if (reply?.cursor.id === 0n) return reply.cursor.firstBatch as Uint8Array[]
    if (reply) {
      endCursor(source, reply.cursor.id, options.session)
      const found = reply.cursor.firstBatch as Uint8Array[]
      if (found.reduce((sum, { byteLength }) => sum + byteLength, 0) > maxBytes) return found
    }
  }
  const cursor = source.driver.find(filter, { ...wanted, raw: true, ...options })
  return (await cursor.toArray()) as unknown as Uint8Array[]
}

/** Returns the number of matching documents. */
export const countDocuments = async (
  source: Source,
  filter: Record<string, unknown>,
  options: ReadOptions,
): Promise<number> => {
  const pipeline = [{ $match: filter }, { $group: { _id: 1, n: { $sum: 1 } } }]
  const command = { aggregate: source.driver.collectionName, pipeline, cursor: {} }
  const reply = await runCommand(source, command, options)
  if (!reply) return source.driver.countDocuments(filter, options)
  const [counted] = reply.cursor.firstBatch as Uint8Array[]
  return counted ? (mongo.BSON.deserialize(counted) as { n: number }).n : 0
}

/** Returns the reply to a read; null when it was lost outside a transaction, so the read can be repeated. */
const runCommand = async (
  { database, driver }: Source,
  command: mongo.Document,
  { session, maxTimeMS }: ReadOptions,
): Promise<Reply | null> => {
  const { readConcern, readPreference } = driver
  try {
    const limited = { ...command, maxTimeMS }
    return (await database.command(session || !readConcern ? limited : { ...limited, readConcern }, {
      fieldsAsRaw: { firstBatch: true },
      useBigInt64: true,
      ...(session ? { session } : readPreference && { readPreference }),
    })) as Reply
  } catch (error) {
    if (session || !isLostReply(error)) throw error
    return null
  }
}

const endCursor = ({ database, driver }: Source, id: bigint, session?: ClientSession): void => {
  // The server closes the cursor when the transaction ends.
  if (session) return
  const command = { killCursors: driver.collectionName, cursors: [id] }
  database.command(command).catch(() => undefined)
}
