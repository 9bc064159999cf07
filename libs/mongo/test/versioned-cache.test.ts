import { newId } from '@wp/kernel'
import { beforeAll, describe, expect, it } from 'vitest'
import { collection, cacheVersionCollection, versionedCache } from '../src/index.ts'
import type { Database } from '../src/index.ts'
import { scratchServer } from './scratch-database.ts'

const prices = collection<{ amount: number }>('prices', 'Price', { amount: Number }, [
  { keys: { workspaceId: 1, amount: 1 } },
])

const server = scratchServer()
let db: Database
let replica: Database
beforeAll(async () => {
  const collections = [prices, cacheVersionCollection]
  db = await server.open({ collections, name: 'versioned_cache' })
  replica = await server.open({ collections, name: 'versioned_cache' })
})

/** Creates a workspace with one price, and two processes that cache it. */
const newScene = async () => {
  const workspaceId = newId()
  const { id } = await db.tenant(prices)(workspaceId).insert({ amount: 1 })
  let reads = 0
  const processOn = (database: Database) => {
    const cache = versionedCache(database)
    const store = database.tenant(prices)(workspaceId)
    const read = async () => {
      const cached = await cache.open(workspaceId)
      const [price] = await cached.getMany('price', [id], (missing) => {
        reads += 1
        expect(missing).toEqual([id])
        return store.find({ id })
      })
      return price?.amount
    }
    const update = async (amount: number) => {
      await cache.invalidate(workspaceId)
      await store.update({ id }, { amount })
    }
    return {
      read,
      update,
      transaction: (work: () => Promise<void>) => database.transaction(work),
      amount: () => database.transaction(read),
    }
  }
  return { first: processOn(db), second: processOn(replica), reads: () => reads }
}

describe('versionedCache', () => {
  it('loads a value once per process and immediately sees a change made by another process', async () => {
    const { first, second, reads } = await newScene()
    for (let round = 0; round < 3; round += 1)
      expect([await first.amount(), await second.amount()]).toEqual([1, 1])
    expect(reads()).toBe(2)
    await second.transaction(() => second.update(2))
    expect([await first.amount(), await second.amount()]).toEqual([2, 2])
  })

  it('keeps the previous value in a transaction that started before a change', async () => {
    const { first, second } = await newScene()
    await first.amount()
    await first.transaction(async () => {
      expect(await first.read()).toBe(1)
      await second.transaction(() => second.update(2))
      expect(await second.amount()).toBe(2)
      expect(await first.read()).toBe(1)
    })
    expect(await first.amount()).toBe(2)
  })

  it('returns an uncommitted change inside its transaction and discards it on rollback', async () => {
    const { first, second } = await newScene()
    await first.amount()
    const rolledBack = first.transaction(async () => {
      await first.update(5)
      expect(await first.read()).toBe(5)
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect([await first.amount(), await second.amount()]).toEqual([1, 1])
  })

  it('does not cache values that a transaction reads after it has invalidated the cache', async () => {
    const workspaceId = newId()
    const cache = versionedCache(db)
    const rolledBack = db.transaction(async () => {
      const cached = await cache.open(workspaceId)
      await cache.invalidate(workspaceId)
      expect(await cached.get('price', async () => ({ amount: 5 }))).toEqual({ amount: 5 })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    const amount = db.transaction(async () => {
      const cached = await cache.open(workspaceId)
      return cached.get('price', async () => ({ amount: 1 }))
    })
    expect(await amount).toEqual({ amount: 1 })
  })

  it('throws outside a transaction', async () => {
    const { first } = await newScene()
    await expect(first.read()).rejects.toThrow('inside db.transaction')
    await expect(first.update(3)).rejects.toThrow('inside db.transaction')
  })
})
