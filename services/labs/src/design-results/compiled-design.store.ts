import type { CompiledDesign } from './design-result.rules.ts'

type Entry = { revision: string; design: CompiledDesign; bytes: number }

/** Keeps recently used designs in memory, ready to be evaluated, up to this size in total. */
export const compiledDesignStore = (maxBytes = 32 * 1024 * 1024) => {
  const entries = new Map<string, Entry>()
  let total = 0
  const remove = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0
    entries.delete(key)
  }
  return {
    /** Returns null unless this revision of the design is cached. */
    find: (key: string, revision: string): CompiledDesign | null => {
      const entry = entries.get(key)
      if (entry?.revision !== revision) return null
      entries.delete(key)
      entries.set(key, entry) // now the most recently used one
      return entry.design
    },
    put: (key: string, entry: Entry): void => {
      remove(key)
      entries.set(key, entry)
      total += entry.bytes
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) return
        remove(oldest)
      }
    },
  }
}
