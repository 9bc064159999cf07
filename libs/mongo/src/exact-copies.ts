import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { collection } from './collection.ts'
import type { Database } from './database.ts'
import type { Tx } from './tx.ts'

/** One record for each workspace; its version changes with whatever copies are made of. */
export const copyVersionCollection = collection<{ version: string }>(
  'copy_versions',
  'Version',
  { version: String },
  [{ keys: { workspaceId: 1 }, unique: true }],
)

/** Reads of one transaction: from memory where nothing has changed since they were made, else from the database. */
export type Recall = {
  one<Value extends object>(key: string, load: () => Promise<Value>): Promise<Value>
  /** Records by their ids, those that exist; all that memory lacks are loaded at once. */
  each<Value extends { id: Id }>(
    kind: string,
    ids: readonly Id[],
    load: (missing: Id[]) => Promise<Value[]>,
  ): Promise<Value[]>
}

/**
 * Copies in memory of what changes rarely, as exact as if it were read in the transaction that uses them: the version is
 * read there, and every change of what they are made of writes a new version in its own transaction, in whatever process.
 */
export type ExactCopies = {
  /** Inside a transaction. What it gives belongs to others too: it must not be changed. */
  open(workspaceId: Id): Promise<Recall>
  /** To be called in the transaction of a change, before or after it, once or often. Changes of one workspace wait for each other here. */
  change(workspaceId: Id): Promise<void>
}

type Copy = { version: string; values: Map<string, object> }

const maxWorkspaces = 2000
const maxValues = 500

export const exactCopies = (db: Database): ExactCopies => {
  const versions = db.tenant(copyVersionCollection)
  const known = new Map<Id, Copy>()
  const changed = new WeakMap<Tx, Set<Id>>()

  const copyOf = (workspaceId: Id, version: string): Copy => {
    const copy = known.get(workspaceId)
    if (copy?.version === version) return copy
    if (known.size >= maxWorkspaces) known.clear()
    const made = { version, values: new Map() }
    known.set(workspaceId, made)
    return made
  }

  return {
    open: async (workspaceId) => {
      const tx = db.requireTransaction()
      const stored = await versions(workspaceId).findOne({})
      const copy = copyOf(workspaceId, stored?.version ?? '')
      // What a transaction has changed itself is nobody else's before it is committed.
      const shared = (): Map<string, object> =>
        changed.get(tx)?.has(workspaceId) ? new Map<string, object>() : copy.values
      const recall = <Value extends object>(key: string) => shared().get(key) as Value | undefined
      const keep = <Value extends object>(key: string, value: Value): Value => {
        const values = shared()
        if (values.size >= maxValues) values.clear()
        values.set(key, value)
        return value
      }
      return {
        one: async <Value extends object>(key: string, load: () => Promise<Value>) =>
          recall<Value>(key) ?? keep(key, await load()),
        each: async <Value extends { id: Id }>(
          kind: string,
          ids: readonly Id[],
          load: (missing: Id[]) => Promise<Value[]>,
        ) => {
          const found = new Map(ids.map((id) => [id, recall<Value>(`${kind}:${id}`)]))
          const missing = [...found].filter(([, value]) => !value).map(([id]) => id)
          const loaded = missing.length > 0 ? await load(missing) : []
          for (const value of loaded) found.set(value.id, keep(`${kind}:${value.id}`, value))
          return [...found.values()].filter((value) => value !== undefined)
        },
      }
    },
    change: async (workspaceId) => {
      const tx = db.requireTransaction()
      const workspaces = changed.get(tx) ?? new Set()
      if (workspaces.has(workspaceId)) return
      changed.set(tx, workspaces.add(workspaceId))
      await versions(workspaceId).upsert({}, { version: newId() })
    },
  }
}
