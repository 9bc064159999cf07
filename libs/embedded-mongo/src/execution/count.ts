import { type Query, type View, skipEntries, planFor, runQuery } from './execute.ts'

/** Counts matching documents, applying skip and limit. Does not read them when an index covers the filter. */
export async function countMatches(view: View, query: Query): Promise<number> {
  const { skip = 0, limit = 0 } = query
  const plan = planFor(view, query)
  const maxCount = limit === 0 ? Infinity : skip + limit
  const skipped = await skipEntries(view, query, plan, maxCount)
  if (skipped !== undefined) return Math.max(0, skipped.count - skip)
  let total = 0
  for await (const batch of runQuery(view, query, plan)) total += batch.length
  return total
}
