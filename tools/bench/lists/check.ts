import { newId } from '@wp/kernel'
import type { PageQuery } from '@wp/kernel'
import type { Database, DatabaseOptions } from '@wp/mongo'
import type { ListScene, Random } from './scene.ts'

export type Examined = {
  list: string
  /** The names of the filters and sorts, as in `status range`. */
  filters: string
  query: object
  returned: number
  keys: number
  docs: number
}

type Open = (options: Pick<DatabaseOptions, 'collections' | 'onPage'>) => Promise<Database>

const limit = 20

/** Returns the limit for a page: ten times what it returns, plus fifty for pages that return little. */
export const allowed = ({ returned }: Pick<Examined, 'returned'>): number => 10 * returned + 50

export const isHeavy = (page: Examined): boolean => Math.max(page.keys, page.docs) > allowed(page)

/** Fills a list with records, reads it with every combination of its filters and sorts, and returns the number of examined keys and documents. */
export const examineList = async (
  scene: ListScene,
  { open, size, maxFilters }: { open: Open; size: number; maxFilters: number },
): Promise<Examined[]> => {
  const seen: Omit<Examined, 'list' | 'filters' | 'query'>[] = []
  const db = await open({
    collections: [scene.collection, ...scene.others],
    onPage: async (_collection, explain) => {
      const { keysExamined, docsExamined, returned } = await explain()
      if (keysExamined === null || docsExamined === null || returned === null)
        throw new Error(`The database does not report what a page of ${scene.id} examines`)
      seen.push({ keys: keysExamined, docs: docsExamined, returned })
    },
  })
  try {
    const workspaceId = newId()
    const now = new Date()
    await fill(db, scene, workspaceId, now, size)
    const read = scene.list(db, workspaceId)
    const examined: Examined[] = []
    for (const { names, query } of combinationsOf(scene, now, maxFilters)) {
      const readPage = async (paging: object): Promise<{ nextCursor?: string | null }> => {
        const { pagination } = await read(scene.query.parse({ ...query, limit, ...paging }) as PageQuery)
        const figures = seen.pop()
        if (!figures) throw new Error(`${scene.id} read no page`)
        examined.push({ list: scene.id, filters: names.join(' '), query, ...figures })
        return pagination
      }
      await readPage({ page: 1 })
      const { nextCursor } = await readPage({ after: '' })
      // This page proves that the scan starts at the cursor.
      if (nextCursor) await readPage({ after: nextCursor })
    }
    return examined
  } finally {
    await db.close()
  }
}

const batch = 500

const fill = async (
  db: Database,
  scene: ListScene,
  workspaceId: string,
  now: Date,
  size: number,
): Promise<void> => {
  const store = scene.isGlobal ? db.global(scene.collection)() : db.tenant(scene.collection)(workspaceId)
  const spanMs = scene.spanDays * 86_400_000
  const make = (index: number): object => {
    const createdAt = new Date(now.getTime() - Math.floor(((size - index) / size) * spanMs))
    return { createdAt, ...scene.record(randomOf(index), createdAt, index) }
  }
  for (let from = 0; from < size; from += batch)
    await store.insertMany(
      Array.from({ length: Math.min(batch, size - from) }, (_, offset) => make(from + offset)) as never,
    )
}

/** The mulberry32 generator, seeded by record and salt. */
const randomOf =
  (index: number): Random =>
  (salt) => {
    let state = (index * 1009 + salt * 65_537) | 0
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

type Combination = { names: string[]; query: Record<string, unknown> }

/** Returns all combinations of at most `maxFilters` filters, each with every sort. */
export const combinationsOf = (scene: ListScene, now: Date, maxFilters: number): Combination[] => {
  const { sort = [], ...filters } = optionsOf(scene, now)
  let found: Combination[] = [{ names: [], query: {} }]
  for (const [name, options] of Object.entries(filters))
    found = found.flatMap((each) =>
      each.names.length === maxFilters
        ? [each]
        : [
            each,
            ...options.map((option) => ({
              names: [...each.names, name],
              query: { ...each.query, ...option },
            })),
          ],
    )
  if (sort.length === 0) return found
  return found.flatMap(({ names, query }) =>
    sort.map((option) => ({
      names: [...names, `sort=${String(option['sort'])}`],
      query: { ...query, ...option },
    })),
  )
}

type Options = Record<string, Record<string, unknown>[]>

/** Returns the values of each filter by its name. Throws for a parameter of the contract without values. */
const optionsOf = (scene: ListScene, now: Date): Options => {
  const options: Options = {}
  for (const [name, choices] of Object.entries(scene.choices))
    options[name] = choices.map((choice) => (typeof choice === 'string' ? { [name]: choice } : { ...choice }))
  const given = new Set([
    ...Object.keys(options),
    ...Object.values(options).flatMap((each) => each.flatMap((option) => Object.keys(option))),
  ])
  for (const [name, schema] of Object.entries(scene.query.shape)) {
    if (['page', 'limit', 'after', 'to'].includes(name) || given.has(name)) continue
    if (name === 'from') options['range'] = rangesOf(scene, now)
    else options[name] = valuesOf(scene, name, schema).map((value) => ({ [name]: value }))
  }
  return options
}

type Schema = { type?: string; unwrap?: () => Schema; options?: readonly unknown[] }

const valuesOf = ({ id, collection }: ListScene, name: string, schema: unknown): unknown[] => {
  let inner = schema as Schema
  while (inner.unwrap && inner.options === undefined) inner = inner.unwrap()
  if (inner.options) return [...inner.options]
  throw new Error(`Give values for the parameter ${name} of ${id} in the scene of ${collection.name}`)
}

/**
 * Returns ranges of a day, a tenth and a third of the time that the records cover, and one without an end.
 */
const rangesOf = ({ spanDays }: ListScene, now: Date): Record<string, string>[] => {
  const day = (ago: number): string => new Date(now.getTime() - ago * 86_400_000).toISOString().slice(0, 10)
  const middle = Math.floor(spanDays / 2)
  const until = (days: number) => ({ from: day(middle), to: day(middle - days) })
  return [until(0), until(Math.floor(spanDays / 30)), until(Math.floor(spanDays / 3)), { from: day(middle) }]
}
