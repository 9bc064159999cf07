import { newId } from '@wp/kernel'
import { beforeAll, expect, test } from 'vitest'
import { collection, copyVersionCollection, exactCopies } from '../src/index.ts'
import type { Database } from '../src/index.ts'
import { scratchServer } from './scratch-database.ts'

const prices = collection<{ amount: number }>('prices', 'Price', { amount: Number }, [
  { keys: { workspaceId: 1, amount: 1 } },
])

const server = scratchServer()
let db: Database
let replica: Database
beforeAll(async () => {
  const collections = [prices, copyVersionCollection]
  db = await server.open({ collections, name: 'exact_copies' })
  replica = await server.open({ collections, name: 'exact_copies' })
})

/** A workspace with one price, and two processes that remember it. */
const newScene = async () => {
  const workspaceId = newId()
  const { id } = await db.tenant(prices)(workspaceId).insert({ amount: 1 })
  let reads = 0
  const processOn = (database: Database) => {
    const copies = exactCopies(database)
    const store = database.tenant(prices)(workspaceId)
    const read = async () => {
      const recall = await copies.open(workspaceId)
      const [price] = await recall.each('price', [id], (missing) => {
        reads += 1
        expect(missing).toEqual([id])
        return store.find({ id })
      })
      return price?.amount
    }
    const change = async (amount: number) => {
      await copies.change(workspaceId)
      await store.update({ id }, { amount })
    }
    return {
      read,
      change,
      transaction: (work: () => Promise<void>) => database.transaction(work),
      amount: () => database.transaction(read),
    }
  }
  return { first: processOn(db), second: processOn(replica), reads: () => reads }
}

test('reads once what does not change, and sees a change of another process at once', async () => {
  const { first, second, reads } = await newScene()
  for (let round = 0; round < 3; round += 1)
    expect([await first.amount(), await second.amount()]).toEqual([1, 1])
  expect(reads()).toBe(2)
  await second.transaction(() => second.change(2))
  expect([await first.amount(), await second.amount()]).toEqual([2, 2])
})

test('a transaction that began before a change goes on with the state of then', async () => {
  const { first, second } = await newScene()
  await first.amount()
  await first.transaction(async () => {
    expect(await first.read()).toBe(1)
    await second.transaction(() => second.change(2))
    expect(await second.amount()).toBe(2)
    expect(await first.read()).toBe(1)
  })
  expect(await first.amount()).toBe(2)
})

test('what a transaction changes is seen by itself, and by nobody after a roll-back', async () => {
  const { first, second } = await newScene()
  await first.amount()
  const rolledBack = first.transaction(async () => {
    await first.change(5)
    expect(await first.read()).toBe(5)
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  expect([await first.amount(), await second.amount()]).toEqual([1, 1])
})

test('what is opened before a change of the same transaction keeps nothing of it', async () => {
  const workspaceId = newId()
  const copies = exactCopies(db)
  const rolledBack = db.transaction(async () => {
    const recall = await copies.open(workspaceId)
    await copies.change(workspaceId)
    expect(await recall.one('price', async () => ({ amount: 5 }))).toEqual({ amount: 5 })
    throw new Error('no')
  })
  await expect(rolledBack).rejects.toThrow('no')
  const amount = db.transaction(async () => {
    const recall = await copies.open(workspaceId)
    return recall.one('price', async () => ({ amount: 1 }))
  })
  expect(await amount).toEqual({ amount: 1 })
})

test('refuses to work outside a transaction', async () => {
  const { first } = await newScene()
  await expect(first.read()).rejects.toThrow('inside db.transaction')
  await expect(first.change(3)).rejects.toThrow('inside db.transaction')
})
