import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { collection } from './collection.ts'
import type { Database } from './database.ts'
import { oncePerTransaction } from './once-per-transaction.ts'
import type { Tx } from './tx.ts'

/** One record per workspace; its version changes whenever a cached value changes. */
export const cacheVersionCollection = collection<{ version: string }>(
  'copy_versions',
  'Version',
  { version: String },
  [{ keys: { workspaceId: 1 }, unique: true }],
  { onePer: 'workspace' },
)

/** A transaction's view of the cache: values with another version are loaded again. */
export type CacheReader = {
  get<Value extends object>(key: string, load: () => Promise<Value>): Promise<Value>
  /** Returns the records that exist. Those that are not cached are loaded in one call. */
  getMany<Value extends { id: Id }>(
    kind: string,
    ids: readonly Id[],
    load: (missing: Id[]) => Promise<Value[]>,
  ): Promise<Value[]>
}

/**
 * An in-memory cache for values that change rarely. It returns what the current transaction would read: the
 * transaction reads the version, and every process that changes a cached value writes a new version in the same
 * transaction.
 */
export type VersionedCache = {
  /** Must run in a transaction. The returned values are shared: do not change them. */
  open(workspaceId: Id): Promise<CacheReader>
  /**
   * Must be called in the transaction that makes a change, before or after the change. Serializes changes within a
   * workspace.
   */
  invalidate(workspaceId: Id): Promise<void>
}

type Entry = { version: string; values: Map<string, object> }

const maxWorkspaces = 2000
const maxValues = 500

/** Returns an in-memory cache for values from a database. Each process can have its own. */
export const versionedCache = (db: Database): VersionedCache => {
  const versions = db.tenant(cacheVersionCollection)
  const entries = new Map<Id, Entry>()
  const invalidated = new WeakMap<Tx, Set<Id>>()
  const versionOf = oncePerTransaction(
    db,
    async (workspaceId) => (await versions(workspaceId).findOne({}))?.version ?? '',
  )

  const entryOf = (workspaceId: Id, version: string): Entry => {
    const entry = entries.get(workspaceId)
    if (entry?.version === version) return entry
    if (entries.size >= maxWorkspaces) entries.clear()
    const created = { version, values: new Map() }
    entries.set(workspaceId, created)
    return created
  }

  return {
    open: async (workspaceId) => {
      const tx = db.requireTransaction()
      const entry = entryOf(workspaceId, await versionOf(workspaceId))
      // Until this transaction commits, other transactions must not see its changes.
      const shared = (): Map<string, object> =>
        invalidated.get(tx)?.has(workspaceId) ? new Map<string, object>() : entry.values
      const find = <Value extends object>(key: string) => shared().get(key) as Value | undefined
      const keep = <Value extends object>(key: string, value: Value): Value => {
        const values = shared()
        if (values.size >= maxValues) values.clear()
        values.set(key, value)
        return value
      }
      return {
        get: async <Value extends object>(key: string, load: () => Promise<Value>) =>
          find<Value>(key) ?? keep(key, await load()),
        getMany: async <Value extends { id: Id }>(
          kind: string,
          ids: readonly Id[],
          load: (missing: Id[]) => Promise<Value[]>,
        ) => {
          const found = new Map(ids.map((id) => [id, find<Value>(`${kind}:${id}`)]))
          const missing = [...found].filter(([, value]) => !value).map(([id]) => id)
          const loaded = missing.length > 0 ? await load(missing) : []
          for (const value of loaded) found.set(value.id, keep(`${kind}:${value.id}`, value))
          return [...found.values()].filter((value) => value !== undefined)
        },
      }
    },
    invalidate: async (workspaceId) => {
      const tx = db.requireTransaction()
      const workspaces = invalidated.get(tx) ?? new Set()
      if (workspaces.has(workspaceId)) return
      invalidated.set(tx, workspaces.add(workspaceId))
      await versions(workspaceId).upsert({}, { version: newId() })
    },
  }
}
