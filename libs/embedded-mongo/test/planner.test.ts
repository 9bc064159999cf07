import type { Collection, Document, IndexSpecification } from 'mongodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestDatabase, startDatabase } from './start-database.ts'

let database: TestDatabase
let items: Collection<Document>

beforeAll(async () => {
  database = await startDatabase()
  items = database.db.collection('items')
})
afterAll(() => database?.stop())
beforeEach(() => database.db.dropDatabase())

describe('a query through an index', () => {
  const cases: [string, Document, Document[], Document, number[], Document?][] = [
    [
      'matches an element of an array inside an array',
      { a: 1 },
      [{ a: [[6]] }],
      { a: { $elemMatch: { $elemMatch: { $gt: 5 } } } },
      [0],
    ],
    [
      'matches a nested array with $all inside $elemMatch',
      { a: 1 },
      [{ a: [[1, 2]] }],
      { a: { $elemMatch: { $all: [[1, 2]] } } },
      [0],
    ],
    [
      'matches a numeric field name inside $elemMatch',
      { 'a.0': 1 },
      [{ a: [1, [5]] }],
      { a: { $elemMatch: { 0: 5 } } },
      [0],
    ],
    [
      'returns all documents when the partial filter of an index contains an array position',
      { b: 1 },
      [{ a: [], b: 1 }, { a: [1], b: 1 }, { b: 1 }],
      { b: 1 },
      [0, 1, 2],
      { partialFilterExpression: { 'a.0': null } },
    ],
  ]
  it.each(cases)('%s', async (_, key, docs, filter, ids, options = {}) => {
    await items.insertMany(docs.map((doc, _id) => ({ _id, ...doc })) as never[])
    await items.createIndex(key as IndexSpecification, options)
    const read = async (hint?: Document) =>
      (await items.find(filter, { hint }).toArray()).map(({ _id }) => _id)
    expect(await read({ $natural: 1 })).toEqual(ids)
    expect(await read()).toEqual(ids)
  })
})

interface Explained {
  stages: string[]
  index: string | undefined
  keys: number
  docs: number
  returned: number
}

/** Returns the parts of a query's explain output that the tests check. */
async function explained(filter: Document, options: Document = {}): Promise<Explained> {
  const { queryPlanner, executionStats } = await items.find(filter, options).explain('executionStats')
  const stages: string[] = []
  let index: string | undefined
  const walk = (stage: Document): void => {
    stages.push(stage.stage)
    index ??= stage.indexName
    for (const inner of [stage.inputStage, ...(stage.inputStages ?? [])]) if (inner !== undefined) walk(inner)
  }
  walk(queryPlanner.winningPlan)
  return {
    stages,
    index,
    keys: executionStats.totalKeysExamined,
    docs: executionStats.totalDocsExamined,
    returned: executionStats.nReturned,
  }
}

const hundred = (): Document[] =>
  Array.from({ length: 100 }, (_, at) => ({ _id: at, n: at, m: at % 10, t: at % 2 }))

describe('query planner', () => {
  const index = async (key: IndexSpecification, options = {}): Promise<string> =>
    await items.createIndex(key, options)

  it('scans the collection when no index fits', async () => {
    await items.insertMany(hundred())
    expect(await explained({ n: 5 })).toMatchObject({ stages: ['COLLSCAN'], docs: 100, returned: 1 })
  })

  it('reads only the index entries that match an equality followed by a range', async () => {
    await items.insertMany(hundred())
    await index({ m: 1, n: -1 })
    expect(await explained({ m: 3, n: { $gte: 50, $lt: 80 } })).toMatchObject({
      stages: ['FETCH', 'IXSCAN'],
      keys: 3,
      docs: 3,
      returned: 3,
    })
  })

  it('uses the index order to sort by its next field after an equality, but not after $in', async () => {
    await items.insertMany(hundred())
    await index({ m: 1, n: 1 })
    expect(await explained({ m: 3 }, { sort: { n: -1 }, limit: 2 })).toMatchObject({
      stages: ['LIMIT', 'FETCH', 'IXSCAN'],
      returned: 2,
    })
    expect((await explained({ m: { $in: [3, 4] } }, { sort: { n: 1 } })).stages).toContain('SORT')
  })

  it('reads one range for each $in value and one index for each $or branch', async () => {
    await items.insertMany(hundred())
    await index({ n: 1 })
    await index({ m: 1 })
    expect(await explained({ n: { $in: [3, 4, 4, 500] } })).toMatchObject({ keys: 2, returned: 2 })
    expect(await explained({ $or: [{ n: 3 }, { m: 3 }] })).toMatchObject({
      stages: ['FETCH', 'OR', 'IXSCAN', 'IXSCAN'],
      docs: 10,
      returned: 10,
    })
    expect((await explained({ $or: [{ n: 3 }, { t: 1 }] })).stages).toEqual(['COLLSCAN'])
  })

  it('prefers the index that reads fewer entries', async () => {
    await items.insertMany(hundred())
    const broad = await index({ t: 1 })
    const narrow = await index({ n: 1 })
    expect((await explained({ t: 1, n: { $lt: 3 } })).index).toBe(narrow)
    expect((await explained({ t: 7, n: { $lt: 50 } })).index).toBe(broad)
  })

  it('uses the rarest of several conditions on an array', async () => {
    await index({ words: 1 })
    await items.insertMany(Array.from({ length: 300 }, (_, n) => ({ words: ['visitor', `n${n}x`] })))
    for (const words of [
      [/^visitor/, /^n42x/],
      [/^n42x/, /^visitor/],
    ]) {
      const query = { $and: words.map((word) => ({ words: word })) }
      expect(await explained(query)).toMatchObject({ returned: 1, keys: 1 })
    }
    expect(await explained({ words: { $all: ['visitor', 'n42x'] } })).toMatchObject({ returned: 1, keys: 1 })
  })

  it('reads a sorted index that quickly yields enough matches instead of sorting many documents', async () => {
    const even = await index({ even: 1 })
    const newest = await index({ at: -1 })
    await items.insertMany(
      Array.from({ length: 1000 }, (_, at) => ({ at, even: at % 2 === 0, rest: at % 100 })),
    )
    const first = (filter: Document) => explained(filter, { sort: { at: -1 }, limit: 10 })
    expect(await first({ even: true })).toMatchObject({ index: newest, docs: 24, returned: 10 })
    expect(await first({ even: true, rest: 4 })).toMatchObject({ index: even, docs: 500, returned: 10 })
  })

  it('follows a hint and rejects a hint that names no index', async () => {
    await items.insertMany(hundred())
    await index({ t: 1 })
    await index({ n: 1 })
    expect((await explained({ n: 3, t: 1 }, { hint: { t: 1 } })).index).toBe('t_1')
    expect((await explained({ n: 3 }, { hint: { $natural: 1 } })).stages).toEqual(['COLLSCAN'])
    await expect(items.find({}, { hint: 'nothing' }).toArray()).rejects.toMatchObject({ code: 2 })
  })

  it('does not intersect two bounds on an array, because different elements can match them', async () => {
    await index({ a: 1 })
    await items.insertMany([{ a: [1, 9] }, { a: 5 }])
    expect(await items.countDocuments({ a: { $gt: 4, $lt: 2 } })).toBe(1)
    expect(await items.countDocuments({ a: { $gt: 2, $lt: 6 } })).toBe(2)
    expect(await items.countDocuments({ a: { $elemMatch: { $gt: 2, $lt: 6 } } })).toBe(0)
  })

  it('does not combine conditions on two fields of an array, because different elements can match them', async () => {
    await index({ 'a.b': 1, 'a.c': 1 })
    await items.insertOne({
      a: [
        { b: 1, c: 9 },
        { b: 7, c: 2 },
      ],
    })
    expect(await items.countDocuments({ 'a.b': 1, 'a.c': 2 })).toBe(1)
    expect(await items.countDocuments({ a: { $elemMatch: { b: 1, c: 2 } } })).toBe(0)
  })

  it('sorts arrays by their smallest element ascending and their largest descending, even with an index', async () => {
    await index({ a: 1 })
    await items.insertMany([
      { _id: 1 as never, a: [1, 9] },
      { _id: 2 as never, a: [4, 5] },
    ])
    const ids = async (direction: 1 | -1): Promise<unknown[]> =>
      (await items.find().sort({ a: direction }).toArray()).map(({ _id }) => _id)
    expect(await ids(1)).toEqual([1, 2])
    expect(await ids(-1)).toEqual([1, 2])
  })

  it('uses a sparse or partial index only for queries whose matches it contains', async () => {
    await items.insertMany(hundred())
    await items.insertOne({ other: true })
    await index({ n: 1 }, { sparse: true })
    await index({ m: 1 }, { partialFilterExpression: { t: { $gte: 1 } } })
    expect((await explained({ n: 3 })).stages).toContain('IXSCAN')
    expect((await explained({ n: null })).stages).toEqual(['COLLSCAN'])
    expect(await items.find().sort({ n: 1 }).toArray()).toHaveLength(101)
    expect((await explained({ m: 3 })).stages).toEqual(['COLLSCAN'])
    expect((await explained({ m: 3, t: 1 })).index).toBe('m_1')
    expect((await explained({ m: 3, t: { $gt: 0 } })).stages).toEqual(['COLLSCAN'])
  })

  it('finds and sorts strings that are too long to be stored completely in an index', async () => {
    const long = 'x'.repeat(5000)
    await index({ s: 1 }, { unique: true })
    await items.insertMany([{ s: `${long}b` }, { s: `${long}a` }, { s: `${long}c` }])
    expect(await explained({ s: `${long}a` })).toMatchObject({ index: 's_1', returned: 1 })
    expect(await items.find({ s: { $gt: `${long}a` } }).toArray()).toHaveLength(2)
    expect((await items.find().sort({ s: 1 }).toArray()).map(({ s }) => s.at(-1))).toEqual(['a', 'b', 'c'])
    await expect(items.insertOne({ s: `${long}a` })).rejects.toMatchObject({ code: 11000 })
  })

  it('ignores a hidden index until it is shown again', async () => {
    await items.insertMany(hundred())
    await index({ n: 1 })
    await database.db.command({ collMod: 'items', index: { name: 'n_1', hidden: true } })
    expect((await explained({ n: 3 })).stages).toEqual(['COLLSCAN'])
    await database.db.command({ collMod: 'items', index: { name: 'n_1', hidden: false } })
    expect((await explained({ n: 3 })).index).toBe('n_1')
  })
})

describe('count and find with an index', () => {
  const count = 600
  /** Returns the number of keys and documents that a command reads. */
  const read = async (command: Document): Promise<{ keys: number; docs: number }> => {
    const { executionStats } = await database.db.command({ explain: command, verbosity: 'executionStats' })
    return { keys: executionStats.totalKeysExamined, docs: executionStats.totalDocsExamined }
  }
  beforeEach(async () => {
    await items.createIndex({ w: 1, removed: 1, at: -1 })
    await items.insertMany(
      Array.from({ length: count }, (_, at) => ({
        w: at % 2,
        at: new Date(at),
        ...(at % 10 === 0 ? { removed: true } : at % 10 === 1 && { removed: null }),
      })),
    )
  })

  it('counts equal values, null or missing values and date ranges without reading documents', async () => {
    const kept = { w: 1, removed: null }
    expect(await items.countDocuments(kept)).toBe(300)
    expect(await read({ count: 'items', query: kept })).toEqual({ keys: 300, docs: 0 })
    const late = { ...kept, at: { $gte: new Date(400), $lt: new Date(500) } }
    expect(await items.countDocuments(late)).toBe(50)
    expect(await read({ count: 'items', query: late })).toEqual({ keys: 50, docs: 0 })
    expect(await items.countDocuments({ w: { $in: [0, 1] }, removed: null })).toBe(540)
    expect(await items.countDocuments(kept, { skip: 280, limit: 500 })).toBe(20)
    expect(await items.countDocuments(kept, { limit: 7 })).toBe(7)
  })

  it('reads documents when the index cannot give the exact count (unindexed fields, arrays, number ranges)', async () => {
    expect(await items.countDocuments({ w: 1, removed: null, other: null })).toBe(300)
    expect((await read({ count: 'items', query: { w: 1, removed: null, other: null } })).docs).toBe(300)
    await items.insertOne({ w: Number.NaN })
    expect(await items.countDocuments({ w: { $lt: 5 } })).toBe(count)
    await items.insertOne({ w: [1, 1, 2], at: new Date(0) })
    expect(await items.countDocuments({ w: { $in: [1, 2] } })).toBe(301)
  })

  it('skips most documents without reading them, in both sort directions', async () => {
    const filter = { w: 1, removed: null }
    for (const direction of [1, -1]) {
      const find = { find: 'items', filter, sort: { at: direction }, skip: 200, limit: 10 }
      expect(await read(find)).toEqual({ keys: 200 + 10, docs: 10 })
      const page = await items
        .find(filter)
        .sort({ at: direction as 1 })
        .skip(200)
        .limit(10)
        .toArray()
      const all = await items.find(filter).toArray()
      const wanted = all.map(({ at }) => Number(at)).toSorted((a, b) => (a - b) * direction)
      expect(page.map(({ at }) => Number(at))).toEqual(wanted.slice(200, 210))
    }
    expect((await read({ find: 'items', filter: {}, skip: 580, limit: 5 })).docs).toBe(8)
  })

  it('returns each matching document once, including with _id filters and truncated keys', async () => {
    expect(await read({ find: 'items', filter: { w: 1, removed: null }, limit: 20 })).toEqual({
      keys: 20,
      docs: 20,
    })
    await items.insertMany([{ _id: 'a' as never }, { _id: 'ab' as never }])
    expect(await items.find({ _id: { $in: ['a', 'b', 'a'] } as never }).toArray()).toEqual([{ _id: 'a' }])
    await items.createIndex({ long: 1 })
    const long = (end: string) => `${'x'.repeat(1000)}${end}`
    await items.insertMany([{ long: long('1') }, { long: long('2') }])
    expect(await items.find({ long: long('1') }, { limit: 5 }).toArray()).toHaveLength(1)
    expect(await items.find({ long: { $gt: long('1') } }, { limit: 5 }).toArray()).toHaveLength(1)
  })

  it("includes a transaction's own changes in its counts", async () => {
    await database.client.withSession((session) =>
      session.withTransaction(async () => {
        const filter = { w: 1, removed: null }
        expect(await items.countDocuments(filter, { session })).toBe(300)
        await items.insertOne({ w: 1 }, { session })
        await items.deleteOne({ w: 1, at: new Date(1) }, { session })
        expect(await items.countDocuments(filter, { session })).toBe(300)
        await items.insertOne({ w: 1 }, { session })
        expect(await items.countDocuments(filter, { session })).toBe(301)
      }),
    )
  })
})

describe('a cached plan', () => {
  const filter = { w: 1, state: 'open' }
  beforeEach(async () => {
    await items.createIndex({ w: 1 })
    await items.insertMany(
      Array.from({ length: 300 }, (_, at) => ({ w: 1, at, state: at % 100 === 0 ? 'open' : 'done' })),
    )
  })

  it('is discarded when an index is created, hidden or dropped', async () => {
    for (let turn = 0; turn < 2; turn += 1) expect((await explained(filter)).index).toBe('w_1')
    await items.createIndex({ w: 1, state: 1 })
    expect(await explained(filter)).toMatchObject({ index: 'w_1_state_1', keys: 3, returned: 3 })
    await database.db.command({ collMod: 'items', index: { name: 'w_1_state_1', hidden: true } })
    expect((await explained(filter)).index).toBe('w_1')
    await database.db.command({ collMod: 'items', index: { name: 'w_1_state_1', hidden: false } })
    expect((await explained(filter)).index).toBe('w_1_state_1')
    await items.dropIndex('w_1_state_1')
    expect(await explained(filter)).toMatchObject({ index: 'w_1', returned: 3 })
  })

  it('is not reused after an array is stored in an indexed field', async () => {
    await items.createIndex({ w: 1, state: 1 })
    await items.find(filter).toArray()
    await items.insertOne({ w: 1, state: ['open', 'done', 'open'] })
    expect(await items.find(filter, { limit: 10 }).toArray()).toHaveLength(4)
    expect(await items.countDocuments(filter)).toBe(4)
    expect(await items.countDocuments({ w: 1, state: { $in: ['open', 'done'] } })).toBe(301)
  })

  it('does not prevent the choice of the best index for the values of each query', async () => {
    await items.createIndex({ state: 1 })
    await items.createIndex({ at: 1 })
    await items.insertMany(Array.from({ length: 50 }, () => ({ at: -1, state: 'rare' })))
    await items.insertOne({ at: -2, state: 'done' })
    expect((await explained({ at: 5, state: 'done' })).index).toBe('at_1')
    expect((await explained({ at: -1, state: 'open' })).index).toBe('state_1')
  })

  it('is not reused for a value that its partial index does not contain', async () => {
    await items.createIndex({ state: 1 }, { partialFilterExpression: { state: 'open' } })
    expect((await explained({ state: 'open' })).index).toBe('state_1')
    expect(await explained({ state: 'done' })).toMatchObject({ index: undefined, returned: 297 })
    expect((await explained({ state: 'open' })).index).toBe('state_1')
  })
})
