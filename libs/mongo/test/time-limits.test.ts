import { newId } from '@wp/kernel'
import { requestContext } from '@wp/telemetry'
import { mongo } from 'mongoose'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Database } from '../src/index.ts'
import { scratchServer } from './scratch-database.ts'
import { thing, things } from './things.ts'

const server = scratchServer()

const storeIn = (db: Database) => db.tenant(things)(newId())
type Store = ReturnType<typeof storeIn>

const operations: Record<string, (store: Store) => Promise<unknown>> = {
  find: (store) => store.find({}),
  'find with a limit': (store) => store.find({}, { limit: 5 }),
  findOne: (store) => store.findOne({}),
  page: (store) => store.page({ query: { page: 1, limit: 5 } }),
  'page after a cursor': (store) => store.page({ query: { page: 1, limit: 5, after: '' } }),
  count: (store) => store.count(),
  distinct: (store) => store.distinct('name'),
  aggregate: (store) => store.aggregate([{ $match: {} }]),
  insert: (store) => store.insert(thing()),
  insertMany: (store) => store.insertMany([thing(), thing()]),
  updateIf: (store) => store.updateIf({}, { name: 'b' }),
  changeIf: (store) => store.changeIf({}, { name: 'b' }),
  updateMany: (store) => store.updateMany({}, { name: 'b' }),
  upsert: (store) => store.upsert({ name: 'c' }, { rank: 1 }),
  removeIf: (store) => store.removeIf({ name: 'b' }),
  removeMany: (store) => store.removeMany({ name: 'c' }),
}

describe('a store', () => {
  it.each(Object.keys(operations))(
    'passes the remaining time of a request to the database, so that both end together (%s)',
    async (name) => {
      const db = await server.open({ collections: [things], url: `${server.uri()}&monitorCommands=true` })
      const store = storeIn(db)
      const emitted = vi.spyOn(mongo.MongoClient.prototype, 'emit')
      onTestFinished(() => emitted.mockRestore())
      // Less than the time limit of any operation.
      const leftMs = 2500
      const context = { requestId: 'r', deadline: performance.now() + leftMs }
      await requestContext.run(context, () => operations[name]!(store))
      const sent = emitted.mock.calls.flatMap(([, event]) => {
        const started = event as unknown
        return started instanceof mongo.CommandStartedEvent ? [started.command] : []
      })
      expect(sent.length).toBeGreaterThan(0)
      for (const { maxTimeMS } of sent) {
        expect(maxTimeMS).toBeGreaterThan(0)
        expect(maxTimeMS).toBeLessThanOrEqual(leftMs)
      }
    },
  )
})
