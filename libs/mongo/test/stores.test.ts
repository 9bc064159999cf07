import { AppError, fixedClock, newId, searchKeys, searchWords } from '@wp/kernel'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertIndexed, beginsWith, contains, trusted } from '../src/index.ts'
import type { Database } from '../src/index.ts'
import { scratchServer } from './scratch-database.ts'
import { settings, thing, things, type Thing } from './things.ts'

const server = scratchServer()
const clock = fixedClock('2027-01-01T00:00:00.000Z')
let db: Database
beforeAll(async () => {
  db = await server.open({ collections: [things, settings], clock })
})
const own = () => db.tenant(things)(newId())

describe('store', () => {
  it('returns all records when they do not fit into one reply from the database', async () => {
    const store = own()
    const name = 'x'.repeat(3_500_000)
    for (let rank = 0; rank < 6; rank += 1) await store.insert(thing({ name, rank }))
    const ranksOf = async (limit: number) =>
      (await store.find({}, { sort: { rank: 1, id: 1 }, limit })).map(({ rank }) => rank)
    // On a busy machine, reading 20 MB may take longer than the time limit of one operation.
    await expect.poll(() => ranksOf(5)).toEqual([0, 1, 2, 3, 4])
    await expect.poll(() => db.transaction(() => ranksOf(6))).toEqual([0, 1, 2, 3, 4, 5])
  })

  it('returns plain records with an id and timestamps', async () => {
    const store = own()
    const made = await store.insert(thing({ parts: [{ label: 'x' }], place: { city: null } }))
    expect(made).toEqual({
      ...thing({ parts: [{ label: 'x' }], place: { city: null }, remarks: [] }),
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      workspaceId: store.workspaceId,
      createdAt: clock.now(),
      updatedAt: clock.now(),
    })
    expect(await store.find()).toEqual([made])
    expect(await store.get({ id: made.id })).toEqual(made)
  })

  it('keeps the id and timestamps passed to insert', async () => {
    const id = newId()
    const createdAt = new Date('2020-01-01T00:00:00.000Z')
    expect(await own().insert({ ...thing(), id, createdAt })).toMatchObject({
      id,
      createdAt,
      updatedAt: createdAt,
    })
  })

  it('rejects an undeclared field', async () => {
    await expect(own().insert({ ...thing(), extra: 1 } as Thing)).rejects.toThrow(/extra/)
    await expect(own().find({ extra: 1 } as never)).rejects.toThrow(/extra/)
    await expect(own().update({ name: 'a' }, { extra: 1 } as object)).rejects.toThrow(/extra/)
  })

  it('updates with fields or operators, ignores undefined and stores null', async () => {
    const store = own()
    const { id } = await store.insert(thing({ code: 'c', rank: 1 }))
    expect(await store.update({ id }, { name: 'b', code: undefined, rank: null })).toMatchObject({
      name: 'b',
      code: 'c',
      rank: null,
    })
    const changed = await store.update({ id }, { $set: { rank: 2 }, $push: { tags: 't' } })
    expect(changed).toMatchObject({ rank: 2, tags: ['t'] })
    expect(await store.updateIf({ id: newId() }, { name: 'x' })).toBeNull()
    expect(await store.changeIf({ id }, { $inc: { rank: 0 } })).toBe(true)
    expect(await store.changeIf({ id: newId() }, { name: 'x' })).toBe(false)
    expect(await store.updateMany({ name: 'b' }, { $inc: { rank: 5 } })).toBe(1)
    expect(await store.findOne({ id }, { select: ['rank'] })).toEqual({ id, rank: 7 })
    expect(await store.changeIf({ id }, { remarks: ['r'] })).toBe(true)
    expect(await store.find({ id })).toMatchObject([{ id, tags: ['t'], remarks: ['r'] }])
    const [rest] = await store.find({ id }, { omit: ['remarks'] })
    expect(rest).toMatchObject({ id, tags: ['t'] })
    expect(rest).not.toHaveProperty('remarks')
  })

  it('adds the defaults of fields that neither the filter nor the update names to an upserted record', async () => {
    const store = own()
    const created = await store.upsert({ code: 'new' }, { $push: { tags: 'a' } })
    expect(created).toMatchObject({ code: 'new', tags: ['a'], parts: [] })
    expect(await store.upsert({ code: 'new' }, { name: 'b' })).toMatchObject({ tags: ['a'], name: 'b' })
  })

  it('updates an item of a list by an array filter and casts the value', async () => {
    const store = own()
    const { id } = await store.insert(thing({ parts: [{ label: 'a' }, { label: 'b' }] }))
    const changes = { $set: { 'parts.$[part].label': 5 } } as object
    await store.updateMany({ id }, changes, { arrayFilters: [{ 'part.label': 'b' }] })
    expect(await store.get({ id })).toMatchObject({ parts: [{ label: 'a' }, { label: '5' }] })
  })

  it('creates only one record from concurrent upserts', async () => {
    const store = own()
    await Promise.all(Array.from({ length: 8 }, () => store.upsert({ code: 'once' }, { $inc: { rank: 1 } })))
    expect(await store.find()).toMatchObject([{ code: 'once', rank: 8, workspaceId: store.workspaceId }])
  })

  it('removes records and returns the removed record or the number of removed records', async () => {
    const store = own()
    const made = await store.insertMany([thing(), thing({ name: 'b' }), thing({ name: 'b' })])
    expect(await store.remove({ id: made[0]!.id })).toEqual(made[0])
    expect(await store.removeIf({ id: made[0]!.id })).toBeNull()
    expect(await store.exists({ name: 'b' })).toBe(true)
    expect(await store.distinct('name')).toEqual(['b'])
    expect(await store.removeMany({ name: 'b' })).toBe(2)
    expect(await store.count()).toBe(0)
  })

  it('throws CONFLICT with the fields of the duplicate key', async () => {
    const store = own()
    await store.insert(thing({ code: 'c' }))
    const error = await store.insert(thing({ code: 'c' })).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({ code: 'CONFLICT', details: [{ path: 'code' }] })
    await own().insert(thing({ code: 'c' }))
  })

  it("throws NOT_FOUND with the collection's noun", async () => {
    const notFound = { code: 'NOT_FOUND', message: 'Thing not found' }
    const id = newId()
    await expect(own().get({ id })).rejects.toMatchObject(notFound)
    await expect(own().update({ id }, { rank: 1 })).rejects.toMatchObject(notFound)
    await expect(own().remove({ id })).rejects.toMatchObject(notFound)
  })

  it('returns null from insertIf when the record already exists', async () => {
    const store = own()
    expect(await store.insertIf(thing({ code: 'once' }))).toMatchObject({ code: 'once' })
    expect(await store.insertIf(thing({ code: 'once' }))).toBeNull()
  })

  it('returns null from updateIf and removeIf when the record does not exist', async () => {
    const id = newId()
    expect(await own().updateIf({ id }, { rank: 1 })).toBeNull()
    expect(await own().removeIf({ id })).toBeNull()
  })
})

describe('store.find', () => {
  it('accepts query operators only from trusted() and contains()', async () => {
    const store = own()
    await store.insert(thing({ name: 'secret', rank: 3 }))
    const fromCaller = { $ne: '' } as unknown as string
    await expect(store.find({ name: fromCaller })).rejects.toThrow(/Cast/)
    await expect(store.find({ $where: 'true' } as never)).rejects.toThrow(/where/)
    expect(await store.find({ rank: trusted({ $gte: 3, $lt: 4 }) })).toHaveLength(1)
    expect(await store.find({ name: contains('SEC') })).toHaveLength(1)
    expect(await store.find({ name: contains('.') })).toHaveLength(0)
    await store.insert(thing({ name: 'Mona Éloïse فاطمة' }))
    for (const text of ['eloise', 'ÉLO', 'a éloïse', 'فاطمه'])
      expect(await store.find({ name: contains(text) })).toHaveLength(1)
    expect(await store.find({ $or: [{ id: newId() }, { name: 'secret' }] })).toHaveLength(1)
  })

  it('rejects undefined values', async () => {
    await expect(own().find({ name: undefined as unknown as string })).rejects.toThrow(/undefined/)
  })
})

describe('beginsWith', () => {
  it('finds records by the beginning of any word with an index', async () => {
    const store = own()
    for (const name of ['Zoe Miller', 'Zora Young', 'Adam Milne'])
      await store.insert(thing({ name, tags: searchKeys(name) }))
    const found = async (text: string) =>
      (await store.find({ $and: searchWords(text).map((word) => ({ tags: beginsWith(word) })) }))
        .map(({ name }) => name)
        .toSorted()
    expect(await found('zo')).toEqual(['Zoe Miller', 'Zora Young'])
    expect(await found('MIL')).toEqual(['Adam Milne', 'Zoe Miller'])
    expect(await found('mil zo')).toEqual(['Zoe Miller'])
    expect(await found('ller')).toEqual([])
    expect(await found('.*')).toEqual([])
    const explanation = await store.explain({ tags: beginsWith('zoe') })
    assertIndexed(explanation)
    expect(explanation).toMatchObject({ indexes: ['workspaceId_1_tags_1'], docsExamined: 1 })
  })
})

describe('db.tenant', () => {
  it('reads and changes only records of the workspace', async () => {
    const mine = own()
    const theirs = own()
    const { id } = await theirs.insert(thing({ name: 'theirs', rank: 1 }))
    expect(await mine.find({ id })).toEqual([])
    expect(await mine.find({ $or: [{ id }, { name: 'theirs' }] })).toEqual([])
    expect(await mine.updateIf({ id }, { name: 'mine' })).toBeNull()
    expect(await mine.changeIf({ id }, { name: 'mine' })).toBe(false)
    expect(await mine.updateMany({}, { name: 'mine' })).toBe(0)
    expect(await mine.removeIf({ id })).toBeNull()
    expect(await mine.removeMany({})).toBe(0)
    expect(await mine.count({})).toBe(0)
    expect(await mine.distinct('name')).toEqual([])
    expect(await mine.aggregate([{ $group: { _id: null, n: { $sum: 1 } } }])).toEqual([])
    expect(await theirs.aggregate([{ $group: { _id: null, n: { $sum: 1 } } }])).toEqual([{ _id: null, n: 1 }])
    expect(await theirs.get({ id })).toMatchObject({ name: 'theirs' })
  })

  it('rejects a missing workspace, filters on another one and updates to another one, and ignores another one in insert', async () => {
    const store = own()
    const other = newId()
    expect(() => db.tenant(things)('' as string)).toThrow(/workspace/)
    expect(() => db.tenant(things)(undefined as unknown as string)).toThrow(/workspace/)
    await expect(store.find({ workspaceId: other })).rejects.toThrow(/another workspace/)
    await expect(store.update({}, { workspaceId: other })).rejects.toThrow(/workspaceId/)
    const sneaked = await store.insert({ ...thing(), workspaceId: other } as Thing)
    expect(sneaked.workspaceId).toBe(store.workspaceId)
  })

  it.each(['$lookup', '$unionWith', '$out', '$merge', '$graphLookup'])(
    'rejects %s in a pipeline',
    async (stage) => {
      await expect(own().aggregate([{ [stage]: {} } as never])).rejects.toThrow(/can read other workspaces/)
      await expect(own().aggregate([{ $facet: { a: [{ [stage]: {} }] } } as never])).rejects.toThrow(
        /can read other workspaces/,
      )
    },
  )

  it('throws for a collection without an index that starts with workspaceId', () => {
    expect(() => db.tenant(settings)).toThrow(/starts with workspaceId/)
  })
})

describe('checkPlans and assertIndexed', () => {
  it('rejects a query that does not use an index', async () => {
    const checked = await server.open({ collections: [things, settings], checkPlans: true })
    const store = checked.tenant(things)(newId())
    await store.insert(thing())
    await store.find({ rank: trusted({ $gt: 1 }) })
    await checked.global(settings)().find()
    const scan = () => checked.global(settings)().update({ value: 'x' }, { value: 'y' })
    await expect(scan()).rejects.toThrow('No index for settings {value: ?}')
    await expect(scan()).rejects.toThrow('No index for settings {value: ?}')
  })

  it('distinguishes an index scan from a collection scan', async () => {
    const store = own()
    await store.insertMany([thing({ rank: 1 }), thing({ rank: 2 })])
    assertIndexed(await store.explain({ rank: 1 }))
    assertIndexed(await store.explain({}, { sort: { createdAt: -1, id: -1 } as never }))
    await db.global(settings)().insert({ value: 'x' })
    const scan = await db.global(settings)().explain({ value: 'x' })
    expect(() => assertIndexed(scan)).toThrow(/whole collection/)
    const sorted = await store.explain({}, { sort: { name: 1 } })
    expect(() => assertIndexed(sorted)).toThrow(/sorts in memory/)
  })
})
