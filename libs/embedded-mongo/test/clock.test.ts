import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, startDatabase } from './start-database.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await startDatabase({ expiryIntervalMs: 10 })
})
afterEach(async () => {
  vi.useRealTimers()
  await database?.stop()
})

describe('a clock that is put forward by an hour', () => {
  it('does not end open cursors and transactions', async () => {
    const items = database.db.collection('items')
    await items.insertMany(Array.from({ length: 30 }, (_, n) => ({ n })))
    const session = database.client.startSession()
    session.startTransaction()
    await items.updateOne({ n: 1 }, { $set: { isChanged: true } }, { session })
    const cursor = items.find({}, { batchSize: 10 })
    await cursor.next()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
    await delay(200)
    expect(await cursor.toArray()).toHaveLength(29)
    await session.commitTransaction()
    await session.endSession()
    expect(await items.countDocuments({ isChanged: true })).toBe(1)
  })
})
