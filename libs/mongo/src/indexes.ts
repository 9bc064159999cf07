import { isDeepStrictEqual } from 'node:util'
import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@wp/telemetry'
import { mongo } from 'mongoose'
import type { Connection } from 'mongoose'
import { indexName } from './collection.ts'
import type { IndexDeclaration } from './collection.ts'
import { migrationsLease } from './leases.ts'
import type { WithLease } from './leases.ts'

type Declared = { name: string; indexes: readonly IndexDeclaration[] }
type Specification = ReturnType<typeof specificationOf>
type Existing = { name: string; key: object }
type Deps = { connection: Connection; withLease: WithLease; logger: Logger }

const namespaceExists = 48
const namespaceNotFound = 26
const indexConflicts = [85, 86]
const timedOut = [50, 262]
/** By default, MongoDB waits for all voting members, so a single member that is down would block every start. */
const options = { commitQuorum: 'majority' } as const

/** An empty collection with this name marks a database whose collections a restore is replacing. */
export const unfinishedRestore = 'restore-unfinished'

/**
 * Creates collections and indexes, and replaces indexes whose options changed. Several processes can run this
 * concurrently. Throws when a restore has not ended, because the next restore would remove the data written
 * now.
 */
export const ensureCollections = async (deps: Deps, declared: readonly Declared[]): Promise<void> => {
  const marks = await deps.connection.db!.listCollections({ name: unfinishedRestore }).toArray()
  if (marks.length > 0)
    throw new Error(
      `The restore of the database ${deps.connection.name} has not finished. Wait for it or, if it was interrupted, run wp restore again.`,
    )
  for (const { name, indexes } of declared) {
    if (indexes.length === 0) await ensureCollection(deps.connection, name)
    else await ensureIndexes(deps, name, indexes.map(specificationOf))
  }
}

const ensureCollection = async (connection: Connection, name: string): Promise<void> => {
  try {
    await connection.createCollection(name)
  } catch (error) {
    if (!hasCode(error, namespaceExists)) throw error
  }
}

const ensureIndexes = async (deps: Deps, name: string, declared: readonly Specification[]): Promise<void> => {
  const { added, changed } = compare(await listIndexes(deps.connection, name), declared)
  if (added.length > 0) await createIndexes(deps, name, added)
  if (changed.length === 0) return
  deps.logger.info({ collection: name }, 'replacing indexes whose options changed')
  // Two processes must not replace an index at the same time.
  const replace = () => replaceIndexes(deps, name, declared)
  while (!(await deps.withLease(...migrationsLease, replace))) await delay(200)
}

/** Creates each new index before it drops the old one, so that a unique index is never missing. */
const replaceIndexes = async (
  deps: Deps,
  name: string,
  declared: readonly Specification[],
): Promise<void> => {
  const target = deps.connection.collection(name)
  const existing = await listIndexes(deps.connection, name)
  const { changed } = compare(existing, declared)
  for (const wanted of changed) {
    const old = findReplaced(existing, declared, wanted)!
    const created = { ...wanted, name: freeName(wanted.name, existing) }
    try {
      await createIndexes(deps, name, [created])
      await target.dropIndex(old.name)
    } catch (error) {
      if (!hasCode(error, ...indexConflicts)) throw error
      // The indexes differ only in their expiry, so MongoDB does not allow both. Such indexes are not unique, so a
      // short gap is harmless.
      await target.dropIndex(old.name)
      await createIndexes(deps, name, [created])
    }
  }
}

/** Waits for a long build: MongoDB continues it when the reply is lost, and repeating the command waits for it. */
const createIndexes = async (
  { connection, logger }: Deps,
  name: string,
  specifications: readonly Specification[],
): Promise<void> => {
  for (;;) {
    try {
      await connection.collection(name).createIndexes([...specifications], options)
      return
    } catch (error) {
      if (!(error instanceof mongo.MongoNetworkTimeoutError) && !hasCode(error, ...timedOut)) throw error
      logger.info({ collection: name }, 'indexes are still being built; waiting')
    }
  }
}

const listIndexes = async (connection: Connection, name: string): Promise<Existing[]> => {
  try {
    return (await connection.collection(name).listIndexes().toArray()) as Existing[]
  } catch (error) {
    if (hasCode(error, namespaceNotFound)) return []
    throw error
  }
}

/** Returns the declared indexes that do not exist: those that are new, and those that exist with other options. */
const compare = (existing: readonly Existing[], declared: readonly Specification[]) => {
  const missing = declared.filter((wanted) => !existing.some((each) => isSame(each, wanted)))
  const [added, changed]: [Specification[], Specification[]] = [[], []]
  for (const wanted of missing) (findReplaced(existing, declared, wanted) ? changed : added).push(wanted)
  return { added, changed }
}

/** Returns the index with the same keys or name, unless it is declared itself. */
const findReplaced = (
  existing: readonly Existing[],
  declared: readonly Specification[],
  wanted: Specification,
): Existing | undefined =>
  existing.find(
    (each) =>
      (hasSameKey(each, wanted) || each.name === wanted.name) &&
      !declared.some((other) => isSame(each, other)),
  )

const hasSameKey = (left: { key: object }, right: { key: object }): boolean =>
  isDeepStrictEqual(Object.entries(left.key), Object.entries(right.key))

const optionNames = ['unique', 'sparse', 'partialFilterExpression', 'expireAfterSeconds'] as const

const isSame = (existing: Existing, wanted: Specification): boolean =>
  hasSameKey(existing, wanted) &&
  optionNames.every((option) =>
    isDeepStrictEqual(
      (existing as Partial<Specification>)[option] ?? null,
      (wanted as Partial<Specification>)[option] ?? null,
    ),
  )

const freeName = (name: string, existing: readonly Existing[]): string => {
  const names = new Set(existing.map((each) => each.name))
  let candidate = name
  for (let version = 2; names.has(candidate); version += 1) candidate = `${name}_v${version}`
  return candidate
}

const hasCode = (error: unknown, ...codes: number[]): boolean =>
  error instanceof mongo.MongoServerError && codes.includes(Number(error.code))

/** Returns an index in the form of MongoDB's `createIndexes`. */
export const specificationOf = (index: IndexDeclaration) => ({
  key: index.keys,
  name: indexName(index),
  ...(index.unique && { unique: true }),
  ...(index.sparse && { sparse: true }),
  ...(index.partial && { partialFilterExpression: index.partial }),
  ...(index.ttlSeconds !== undefined && { expireAfterSeconds: index.ttlSeconds }),
})
