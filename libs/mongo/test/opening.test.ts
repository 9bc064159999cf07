import { createLogger } from '@wp/telemetry'
import { mongo } from 'mongoose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { connectTo } from '../src/connection.ts'
import { ensureCollections, unfinishedRestore } from '../src/indexes.ts'
import { collection, recomputeField } from '../src/index.ts'
import { scratchServer } from './scratch-database.ts'

type Note = { text: string; code: string | null }
const shape = { text: String, code: String }
const notes = collection<Note>('notes', 'Note', shape, [{ keys: { workspaceId: 1, code: 1 } }])

const server = scratchServer()
const silent = createLogger({ service: 'test', level: 'silent' })

describe('openDatabase', () => {
  it('runs migrations once and in order, even with concurrent replicas', async () => {
    const ran: string[] = []
    const migration = (id: string) => ({
      id,
      up: async () => {
        await Promise.resolve()
        ran.push(id)
      },
    })
    const options = {
      name: 'migrated',
      collections: [notes],
      migrations: [migration('one'), migration('two')],
    }
    await Promise.all([server.open(options), server.open(options), server.open(options)])
    expect(ran).toEqual(['one', 'two'])
    await server.open({ ...options, migrations: [...options.migrations, migration('three')] })
    expect(ran).toEqual(['one', 'two', 'three'])
  })

  it('fails when a migration fails and reruns that migration the next time', async () => {
    let isBroken = true
    const options = {
      name: 'broken',
      migrations: [
        {
          id: 'one',
          up: () => (isBroken ? Promise.reject(new Error('disk full')) : Promise.resolve()),
        },
      ],
    }
    await expect(server.open(options)).rejects.toThrow('disk full')
    isBroken = false
    await server.open(options)
  })

  it('recreates an index whose options changed', async () => {
    const before = await server.open({ name: 'indexed', collections: [notes] })
    const { workspaceId } = await before.tenant(notes)('a'.repeat(24)).insert({ text: 'x', code: 'c' })
    const unique = collection<Note>('notes', 'Note', shape, [
      { keys: { workspaceId: 1, code: 1 }, unique: true },
    ])
    const after = await server.open({ name: 'indexed', collections: [unique] })
    await expect(after.tenant(unique)(workspaceId).insert({ text: 'y', code: 'c' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })

  it('keeps a unique index until its replacement has been built', async () => {
    const name = 'replaced'
    const declare = (index: object) =>
      collection<Note>('notes', 'Note', shape, [
        { keys: { workspaceId: 1, code: 1 }, unique: true, ...index },
      ])
    const partial = declare({ partial: { text: 'x' } })
    const before = (await server.open({ name, collections: [partial] })).tenant(partial)('c'.repeat(24))
    await before.insert({ text: 'x', code: 'c' })
    await before.insert({ text: 'y', code: 'c' })
    const isRejected = (text: string) =>
      before.insert({ text, code: 'c' }).then(
        () => false,
        (error: { code: string }) => error.code === 'CONFLICT',
      )
    await expect(server.open({ name, collections: [declare({})] })).rejects.toThrow(/E11000/)
    expect(await isRejected('x')).toBe(true)
    await before.removeMany({ text: 'y' })
    const replicas = Array.from({ length: 3 }, () => server.open({ name, collections: [declare({})] }))
    await Promise.all(replicas)
    expect(await isRejected('y')).toBe(true)
  })

  it('changes the expiry of an existing TTL index', async () => {
    const declare = (ttlSeconds: number) =>
      collection<Note>('notes', 'Note', shape, [{ keys: { createdAt: 1 }, ttlSeconds }])
    for (const ttlSeconds of [60, 120, 120])
      await server.open({ name: 'expiring', collections: [declare(ttlSeconds)] })
    const client = await mongo.MongoClient.connect(server.uri())
    onTestFinished(() => client.close())
    const indexes = await client.db('expiring').collection('notes').listIndexes().toArray()
    expect(indexes.map(({ expireAfterSeconds }) => expireAfterSeconds)).toEqual([undefined, 120])
  })

  it('requests the indexes again when building them times out', async () => {
    const { connection } = await connectTo(server.uri(), 'building', silent, 4000)
    onTestFinished(() => connection.close())
    const notesCollection = connection.collection('notes')
    vi.spyOn(connection, 'collection').mockReturnValue(notesCollection)
    const timeout = new mongo.MongoNetworkTimeoutError('connection 1 timed out')
    const createIndexes = vi.spyOn(notesCollection, 'createIndexes').mockRejectedValueOnce(timeout)
    const withLease = () => Promise.reject(new Error('No index has changed'))
    await ensureCollections({ connection, withLease, logger: silent }, [notes])
    expect(createIndexes).toHaveBeenCalledTimes(2)
    vi.restoreAllMocks()
  })

  it('does not start while a restore is in progress', async () => {
    const client = await mongo.MongoClient.connect(server.uri())
    onTestFinished(() => client.close())
    const restored = client.db('restored')
    await restored.createCollection(unfinishedRestore)
    await expect(server.open({ name: 'restored' })).rejects.toThrow('run wp restore again')
    expect(await restored.listCollections().toArray()).toHaveLength(1)
    await restored.dropCollection(unfinishedRestore)
    await server.open({ name: 'restored' })
  })

  it('throws for a collection that is undeclared, declared twice or has a reserved name', async () => {
    const db = await server.open()
    expect(() => db.tenant(notes)).toThrow(/without the collection notes/)
    await expect(server.open({ collections: [notes, notes] })).rejects.toThrow(/declared twice/)
    await expect(server.open({ collections: [collection('outbox', 'Event', {})] })).rejects.toThrow(
      /name is reserved/,
    )
  })

  it('fails an operation when beforeOperation throws', async () => {
    let fault: Error | null = null
    const db = await server.open({
      collections: [notes],
      beforeOperation: () => {
        if (fault) throw fault
      },
    })
    const own = db.tenant(notes)('b'.repeat(24))
    await own.insert({ text: 'x', code: null })
    fault = new Error('disk failed')
    await expect(own.find()).rejects.toThrow('disk failed')
    fault = null
    expect(await own.find()).toHaveLength(1)
  })
})

describe('collection', () => {
  it('requires a name when two indexes have the same keys', () => {
    const keys = { workspaceId: 1, code: 1 } as const
    expect(() => collection('notes', 'Note', shape, [{ keys }, { keys, unique: true }])).toThrow(
      /give one of them a name/,
    )
    expect(() =>
      collection('notes', 'Note', shape, [{ keys }, { keys, unique: true, name: 'code' }]),
    ).not.toThrow()
  })
})

describe('recomputeField', () => {
  it('computes the field of all records without changing updatedAt', async () => {
    const setCodes = recomputeField('codes', notes, 'code', ['text'], ({ text }) => text.toUpperCase())
    const before = await server.open({ name: 'recomputed', collections: [notes] })
    const records = before.global(notes)
    await records().insertMany(
      Array.from({ length: 250 }, (_, index) => ({ text: `a${index}`, code: index % 2 ? 'old' : null })),
    )
    const updatedAt = new Map((await records().find()).map((record) => [record.id, record.updatedAt]))
    await server.open({ name: 'recomputed', collections: [notes], migrations: [setCodes] })
    const after = await records().find()
    expect(after.map(({ text, code }) => code === text.toUpperCase())).toEqual(Array(250).fill(true))
    expect(after.map((record) => [record.id, record.updatedAt])).toEqual([...updatedAt])
  })

  it('does not overwrite a record that changes during the migration', async () => {
    const other = await server.open({ name: 'changing', collections: [notes] })
    const { id } = await other.global(notes)().insert({ text: 'before', code: null })
    const changed = { text: 'after', code: 'AFTER' }
    const db = await server.open({
      name: 'changing',
      collections: [notes],
      beforeOperation: async ({ name }) => {
        if (name === 'update') await other.global(notes)().update({ id }, changed)
      },
    })
    await recomputeField('codes', notes, 'code', ['text'], ({ text }) => text.toUpperCase()).up(
      db,
      new AbortController().signal,
    )
    expect(await other.global(notes)().findOne({ id })).toMatchObject(changed)
  })
})
