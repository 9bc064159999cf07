import { mongo } from 'mongoose'
import type { Connection } from 'mongoose'
import { indexName } from './collection.ts'
import type { IndexDeclaration } from './collection.ts'

type Declared = { name: string; indexes: readonly IndexDeclaration[] }

const namespaceExists = 48
const indexConflicts = new Set([85, 86])
/** By default, MongoDB waits for all voting members, so that one that is down would block every start. */
const options = { commitQuorum: 'majority' } as const

/**
 * Creates collections and indexes; recreates indexes whose options changed. Several processes can run this
 * concurrently.
 */
export const ensureCollections = async (
  connection: Connection,
  declared: readonly Declared[],
): Promise<void> => {
  for (const { name, indexes } of declared) {
    if (indexes.length === 0) await ensureCollection(connection, name)
    else await ensureIndexes(connection, name, indexes.map(specificationOf))
  }
}

const ensureCollection = async (connection: Connection, name: string): Promise<void> => {
  try {
    await connection.createCollection(name)
  } catch (error) {
    if (!(error instanceof mongo.MongoServerError && error.code === namespaceExists)) throw error
  }
}

const ensureIndexes = async (
  connection: Connection,
  name: string,
  specifications: ReturnType<typeof specificationOf>[],
): Promise<void> => {
  const target = connection.collection(name)
  try {
    await target.createIndexes(specifications, options)
  } catch (error) {
    if (!isIndexConflict(error)) throw error
    for (const each of specifications)
      await target.createIndexes([each], options).catch(async (reason: unknown) => {
        if (!isIndexConflict(reason)) throw reason
        await target.dropIndex(each.name)
        await target.createIndexes([each], options)
      })
  }
}

const isIndexConflict = (error: unknown): boolean =>
  error instanceof mongo.MongoServerError && indexConflicts.has(Number(error.code))

const specificationOf = (index: IndexDeclaration) => ({
  key: index.keys,
  name: indexName(index),
  ...(index.unique && { unique: true }),
  ...(index.sparse && { sparse: true }),
  ...(index.partial && { partialFilterExpression: index.partial }),
  ...(index.ttlSeconds !== undefined && { expireAfterSeconds: index.ttlSeconds }),
})
