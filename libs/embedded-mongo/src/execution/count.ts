import { type Query, type View, passOver, planFor, runQuery } from './execute.ts'

/** Returns the number of matching documents, without reading them when an index covers the filter. */
export async function countMatches(view: View, query: Query): Promise<number> {
  const { skip = 0, limit = 0 } = query
  const plan = planFor(view, query)
  const most = limit === 0 ? Infinity : skip + limit
  const passed = await passOver(view, query, plan, most)
  if (passed !== undefined) return Math.max(0, passed.count - skip)
  let total = 0
  for await (const batch of runQuery(view, query, plan)) total += batch.length
  return total
}
