import type { Doc, Value } from '../bson/values.ts'
import { fail } from '../errors.ts'
import type { CollectionInfo } from '../storage/catalogue.ts'
import type { KeyRange, Reader } from '../storage/environment.ts'
import type { IndexInfo } from '../storage/index-spec.ts'
import { keyOf, wholeRange } from '../storage/layout.ts'
import type { Table } from '../storage/store.ts'
import type { Transaction } from '../transactions/transaction.ts'
import type { Deadline } from '../limits/deadline.ts'
import { type Matcher, compileMatch } from '../query/match.ts'
import { MEMORY_LIMIT_BYTES } from '../limits/memory-limit.ts'
import { Yielder } from '../limits/yielder.ts'
import { Found } from './found.ts'
import type { CollectionPlan, IndexPlan, Plan } from './plan.ts'
import { planQuery } from './planner.ts'
import { type SortKey, compileSort, compileSortKeys } from '../fields/sort.ts'
import { Sorter } from './sorter.ts'

/** The state that a query reads: the latest state or a transaction's snapshot. */
export interface View {
  reader: Reader
  transaction?: Transaction | undefined
}

/** A query's statistics, for explain. */
export interface Statistics {
  keysExamined: number
  docsExamined: number
}

export interface Query {
  collection: CollectionInfo
  filter: Doc
  matcher?: Matcher | undefined
  sort?: Doc | undefined
  skip?: number | undefined
  limit?: number | undefined
  hint?: Value | undefined
  /** The query fails with MaxTimeMSExpired when this deadline passes. */
  deadline?: Deadline | undefined
  statistics?: Statistics | undefined
}

const CHUNK = 200
/** The maximum number of entries to skip in one go. Other work can run in between. */
const SKIP_CHUNK = 20_000
/** The maximum size of documents that are read to choose a plan, because other work has to wait in the meantime. */
const TRIED_BYTES = 1_000_000

/** Plans a query without running it. */
export function planFor(view: View, query: Query): Plan {
  return planQuery({
    collection: query.collection,
    filter: query.filter,
    sort: query.sort,
    hint: query.hint,
    canUse: (index) => view.transaction === undefined || index.readySince <= view.transaction.since,
    measure: (plan, cap) => {
      let count = 0
      for (const range of plan.ranges) {
        count += view.reader.skip(tableOf(plan.index, query.collection), range, cap - count).count
        if (count >= cap) break
      }
      return count
    },
    entriesForLimit: (plan, most) => entriesForLimit(view.reader, query, plan, most),
  })
}

function entriesForLimit(reader: Reader, query: Query, plan: IndexPlan, most: number): number {
  const wanted = (query.skip ?? 0) + (query.limit ?? 0)
  if (query.limit === undefined || query.limit === 0 || wanted > CHUNK) return Number.POSITIVE_INFINITY
  const { collection, filter, matcher = compileMatch(filter) } = query
  let [matched, read, bytes] = [0, 0, 0]
  for (const batch of indexChunks(reader, collection, plan, scanRangesOf(plan, collection))) {
    for (const item of batch) {
      read += 1
      bytes += item.bytes.length
      if (item.matches(matcher)) matched += 1
      if (matched >= wanted) return read
      if (read >= most || bytes > TRIED_BYTES) return Number.POSITIVE_INFINITY
    }
  }
  return read
}

/**
 * Runs a query and returns matching documents in batches, applying sort, skip and limit. Holds no snapshot between
 * batches.
 */
export async function* runQuery(
  view: View,
  query: Query,
  plan: Plan = planFor(view, query),
): AsyncGenerator<Found[]> {
  const hasSort = query.sort !== undefined && query.sort.size > 0 && !query.sort.has('$natural')
  const skip = query.skip ?? 0
  const limit = query.limit === undefined || query.limit === 0 ? Infinity : query.limit
  const isOrdered = !hasSort || plan.sorts
  const skipped = skip > 0 && isOrdered ? await skipEntries(view, query, plan, skip) : undefined
  if (isOrdered && limit <= CHUNK && (skip === 0 || skipped !== undefined)) {
    const found = readExact(view, query, plan, limit, skipped?.rest)
    if (found !== undefined) {
      if (found.length > 0) yield found
      return
    }
  }
  const matched = findMatching(view, query, plan, skipped?.rest)
  const ordered = isOrdered ? matched : sortAll(matched, query.sort!, skip + limit)
  let toSkip = skipped === undefined ? skip : 0
  let left = limit
  for await (const batch of ordered) {
    const rest = toSkip > 0 ? batch.slice(toSkip) : batch
    toSkip = Math.max(0, toSkip - batch.length)
    if (rest.length === 0) continue
    yield rest.length > left ? rest.slice(0, left) : rest
    left -= rest.length
    if (left <= 0) return
  }
}

/** A range to read: all of it, or the part after a key. */
interface ScanRange {
  range: KeyRange
  after?: Buffer | undefined
}

const scanRangesOf = (plan: IndexPlan | CollectionPlan, collection: CollectionInfo): ScanRange[] => {
  if (plan.kind === 'collection') return [{ range: wholeRange(collection.id) }]
  const ranges = plan.isReverse ? plan.ranges.toReversed() : plan.ranges
  return ranges.map((range) => ({ range }))
}

/**
 * Skips up to `maxCount` documents of a plan without reading them. Returns the number skipped and the remaining
 * ranges, or undefined when the documents must be read to know whether they match.
 */
export async function skipEntries(
  view: View,
  query: Query,
  plan: Plan,
  maxCount: number,
): Promise<{ count: number; rest: ScanRange[] } | undefined> {
  const { collection, statistics } = query
  const isExact = plan.kind === 'index' ? plan.isExact : plan.kind === 'collection' && query.filter.size === 0
  if (!isExact || plan.kind === 'union' || (view.transaction?.overlay(collection)?.size ?? 0) > 0)
    return undefined
  const table = plan.kind === 'collection' ? 'docs' : tableOf(plan.index, collection)
  const yielder = new Yielder(query.deadline)
  const rest = scanRangesOf(plan, collection)
  let count = 0
  while (rest.length > 0 && count < maxCount && !collection.isDropped) {
    const { range, after } = rest[0]!
    const size = Math.min(SKIP_CHUNK, maxCount - count)
    const skipped = view.reader.skip(table, range, size, plan.isReverse, after)
    count += skipped.count
    if (statistics !== undefined && plan.kind === 'index') statistics.keysExamined += skipped.count
    if (skipped.last === undefined) rest.shift()
    else rest[0] = { range, after: skipped.last }
    await yielder.yieldIfDue()
  }
  // If a document with an array was added in the meantime, the index may have more entries than documents.
  if (plan.kind === 'index' && plan.index.isMultikey) return undefined
  return { count, rest }
}

/** Returns whether the plan's ranges still contain exactly the matching documents, each once. */
const coversFilter = (plan: Plan): plan is IndexPlan =>
  plan.kind === 'index' && plan.isExact && !plan.index.isMultikey && !plan.index.hasTruncatedKeys

/**
 * Returns up to `limit` documents of a plan undecoded, or undefined when they must be decoded to know whether they
 * match.
 */
function readExact(
  view: View,
  { collection, statistics }: Query,
  plan: Plan,
  limit: number,
  scanRanges?: ScanRange[],
): Found[] | undefined {
  if (!coversFilter(plan) || (view.transaction?.overlay(collection)?.size ?? 0) > 0) return undefined
  const found: Found[] = []
  for (const { range, after } of scanRanges ?? scanRangesOf(plan, collection)) {
    if (found.length >= limit || collection.isDropped) break
    const table = tableOf(plan.index, collection)
    const entries = view.reader.range(table, range, limit - found.length, plan.isReverse, after)
    if (statistics !== undefined) statistics.keysExamined += entries.length
    for (const { key, value } of entries) {
      const item =
        table === 'docs' ? new Found(key.subarray(4), value) : documentOf(view.reader, collection, value)
      if (item !== undefined) found.push(item)
    }
  }
  if (statistics !== undefined) statistics.docsExamined += found.length
  return found
}

function documentOf(reader: Reader, collection: CollectionInfo, idKey: Buffer): Found | undefined {
  const bytes = reader.get('docs', keyOf(collection.id, idKey))
  return bytes === undefined ? undefined : new Found(idKey, bytes)
}

async function* findMatching(
  view: View,
  query: Query,
  plan: Plan,
  scanRanges?: ScanRange[],
): AsyncGenerator<Found[]> {
  const matcher = query.matcher ?? compileMatch(query.filter)
  const isAll = query.filter.size === 0
  const overlay = view.transaction?.overlay(query.collection)
  const yielder = new Yielder(query.deadline)
  const statistics = query.statistics
  async function* base(): AsyncGenerator<Found[]> {
    for await (const batch of scan(view.reader, query.collection, plan, statistics, scanRanges)) {
      const found: Found[] = []
      for (const item of batch) {
        if (overlay?.has(item.idKey.toString('latin1'))) continue
        if (isAll || coversFilter(plan) || item.matches(matcher)) found.push(item)
        if (yielder.isDue) await yielder.yieldIfDue()
      }
      if (found.length > 0) yield found
      await yielder.yieldIfDue()
    }
  }
  if (overlay === undefined || overlay.size === 0) {
    yield* base()
    return
  }
  const own: Found[] = []
  for (const { idKey, bytes } of overlay.values()) {
    if (bytes === undefined) continue
    const item = new Found(idKey, bytes)
    if (isAll || item.matches(matcher)) own.push(item)
  }
  const hasSort = query.sort !== undefined && query.sort.size > 0 && plan.sorts && !query.sort.has('$natural')
  yield* hasSort ? mergeOwn(base(), own, compileSort(query.sort!)) : appendOwn(base(), own)
}

async function* appendOwn(base: AsyncIterable<Found[]>, own: Found[]): AsyncGenerator<Found[]> {
  yield* base
  if (own.length > 0) yield own
}

async function* mergeOwn(
  base: AsyncIterable<Found[]>,
  own: Found[],
  order: (a: Doc, b: Doc) => number,
): AsyncGenerator<Found[]> {
  own.sort((a, b) => order(a.doc, b.doc))
  let at = 0
  for await (const batch of base) {
    const result: Found[] = []
    for (const item of batch) {
      while (at < own.length && order(own[at]!.doc, item.doc) < 0) result.push(own[at++]!)
      result.push(item)
    }
    yield result
  }
  if (at < own.length) yield own.slice(at)
}

async function* sortAll(batches: AsyncIterable<Found[]>, sort: Doc, keep: number): AsyncGenerator<Found[]> {
  const { keyOf: sortKeyOf, compareKeys } = compileSortKeys(sort)
  const sorter = new Sorter<{ item: Found; key: SortKey }>((a, b) => compareKeys(a.key, b.key), keep)
  let bytes = 0
  for await (const batch of batches) {
    for (const item of batch) bytes += item.bytes.length
    await sorter.add(batch.map((item) => ({ item, key: sortKeyOf(item.doc) })))
    if (bytes <= MEMORY_LIMIT_BYTES) continue
    bytes = (await sorter.all()).reduce((sum, { item }) => sum + item.bytes.length, 0)
    if (bytes > MEMORY_LIMIT_BYTES) {
      fail(
        'QueryExceededMemoryLimitNoDiskUseAllowed',
        `Sort exceeded memory limit of ${MEMORY_LIMIT_BYTES} bytes; add an index for the sort or a limit`,
      )
    }
  }
  const all = await sorter.all()
  for (let at = 0; at < all.length; at += CHUNK) yield all.slice(at, at + CHUNK).map(({ item }) => item)
}

export const tableOf = (index: IndexInfo, collection: CollectionInfo): Table =>
  index.id === collection.id ? 'docs' : 'entries'

/**
 * Reads a plan's documents in chunks, each document once. If `scanRanges` is given, reads only these ranges of the
 * plan's index or collection.
 */
async function* scan(
  reader: Reader,
  collection: CollectionInfo,
  plan: Plan,
  statistics?: Statistics,
  scanRanges?: ScanRange[],
): AsyncGenerator<Found[]> {
  if (plan.kind === 'collection') {
    for (const scanRange of scanRanges ?? scanRangesOf(plan, collection)) {
      for (const batch of documentChunks(reader, collection, scanRange, plan.isReverse)) {
        if (statistics !== undefined) statistics.docsExamined += batch.length
        yield batch
      }
    }
    return
  }
  const plans = plan.kind === 'union' ? plan.plans : [plan]
  const seen = new Set<string>()
  for (const part of plans) {
    const parts = scanRanges ?? scanRangesOf(part, collection)
    for (const batch of indexChunks(reader, collection, part, parts, statistics)) {
      // A document with an array has several entries, and an index can become multikey during the scan.
      const isRepeating = plans.length > 1 || part.index.isMultikey
      const fresh = isRepeating
        ? batch.filter(({ idKey }) => {
            const id = idKey.toString('latin1')
            return seen.has(id) ? false : seen.add(id)
          })
        : batch
      if (statistics !== undefined) statistics.docsExamined += fresh.length
      if (fresh.length > 0) yield fresh
    }
  }
}

function* documentChunks(
  reader: Reader,
  collection: CollectionInfo,
  scanRange: ScanRange,
  isReverse: boolean,
): Generator<Found[]> {
  let { after } = scanRange
  for (let size = 8; ; size = Math.min(size * 2, CHUNK)) {
    if (collection.isDropped) return
    const entries = reader.range('docs', scanRange.range, size, isReverse, after)
    if (entries.length > 0) yield entries.map(({ key, value }) => new Found(key.subarray(4), value))
    if (entries.length < size) return
    after = entries.at(-1)!.key
  }
}

function* indexChunks(
  reader: Reader,
  collection: CollectionInfo,
  { index, isReverse, points }: IndexPlan,
  scanRanges: readonly ScanRange[],
  statistics?: Statistics,
): Generator<Found[]> {
  for (const scanRange of scanRanges) {
    if (index.id === collection.id && points === 1 && !index.hasTruncatedKeys) {
      // A complete `_id` is the whole key, so no range scan is needed.
      const bytes = scanRange.after === undefined ? reader.get('docs', scanRange.range.start) : undefined
      if (bytes === undefined || collection.isDropped) continue
      if (statistics !== undefined) statistics.keysExamined += 1
      yield [new Found(scanRange.range.start.subarray(4), bytes)]
      continue
    }
    if (index.id === collection.id) {
      for (const batch of documentChunks(reader, collection, scanRange, isReverse)) {
        if (statistics !== undefined) statistics.keysExamined += batch.length
        yield batch
      }
      continue
    }
    let { after } = scanRange
    for (let size = 8; ; size = Math.min(size * 2, CHUNK)) {
      if (collection.isDropped) return
      const entries = reader.range('entries', scanRange.range, size, isReverse, after)
      if (statistics !== undefined) statistics.keysExamined += entries.length
      const batch: Found[] = []
      for (const { value: idKey } of entries) {
        const item = documentOf(reader, collection, idKey)
        if (item !== undefined) batch.push(item)
      }
      if (batch.length > 0) yield batch
      if (entries.length < size) break
      after = entries.at(-1)!.key
    }
  }
}
