import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fixedClock, newId } from '@wp/kernel'
import { listEvents, openTestDatabase, platform, uniqueName } from '@wp/testing'
import { afterAll, describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { createOrder, setOrderStatus } from '../src/orders/order.actions.ts'
import { storefrontCollections } from '../src/service.ts'
import { shopSettingsStore } from '../src/shop-settings/shop-settings.store.ts'
import { recoverReservations } from '../src/stock/stock-recovery.actions.ts'
import { reserveStock } from '../src/stock/stock.actions.ts'
import { orderDeps, prepareOne } from './order-scene.ts'

// Uses a separate database, because recovery with a clock that is ahead would release the stock of other
// tests' orders.
const name = uniqueName('wp_killed_orders_')
const db = await openTestDatabase(name, { collections: storefrontCollections, checkPlans: true })
afterAll(() => db.close())
const deps = orderDeps(db)

/** Places an order in another process, which kills itself at the point. */
const placeInKilledProcess = async (workspaceId: string, point: string, key: string, ids: string[]) => {
  const given = [platform().mongoUrl, name, workspaceId, key, point, ...ids]
  const file = `${import.meta.dirname}/killed-order.child.ts`
  const child = spawn(process.execPath, [file, ...given], { stdio: 'inherit' })
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
}

/** Runs the recovery job with a clock that is this much ahead. */
const recover = async (aheadMs = 21_000) => {
  const clock = clockAhead(aheadMs)
  const failures: unknown[] = []
  const context = {
    signal: AbortSignal.timeout(30_000),
    reportFailure: (error: unknown) => void failures.push(error),
  }
  await recoverReservations({ ...deps, clock }, context as never)
  expect(failures).toEqual([])
}

/** Creates a shop with one product for each stock. */
const newStock = async (...wanted: number[]) => {
  const workspaceId = newId()
  const store = await shopSettingsStore(db).put(workspaceId, {
    slug: uniqueName('shop-'),
    name: 'Blue Moon',
    currencyCode: 'USD',
    locale: 'en',
    isPublished: true,
  })
  const ids: string[] = []
  for (const [at, stock] of wanted.entries()) {
    const { id } = await deps.products.insert(workspaceId, {
      storeId: store.id,
      name: 'Vase',
      slug: `vase-${at}`,
      description: null,
      priceMinor: 100,
      currencyCode: 'USD',
      stock,
      images: [],
      status: 'active',
    })
    ids.push(id)
  }
  const stocks = async () => {
    const found = await deps.products.listByIds(workspaceId, ids)
    return ids.map((id) => found.find((product) => product.id === id)!.stock)
  }
  return { workspaceId, ids, stocks }
}

const ordersOf = async (workspaceId: string) =>
  (await deps.orders.list(workspaceId, { page: 1, limit: 100 })).items
const clockAhead = (aheadMs: number) => fixedClock(new Date(Date.now() + aheadMs).toISOString())
const checkedAt = async (workspaceId: string, id: string) =>
  (await deps.heldStock.find(workspaceId, id))?.reservedUntil
const reservationsOf = async (workspaceId: string, id: string) =>
  (await deps.heldStock.find(workspaceId, id))?.reservations

describe('recoverReservations', () => {
  it.each(['first product reserved', 'stock reserved'])(
    'returns the stock of an order whose process was killed at "%s"',
    async (point) => {
      const { workspaceId, ids, stocks } = await newStock(5, 7)
      const total = async () => (await stocks()).reduce<number>((sum, stock) => sum + stock!, 0)
      await placeInKilledProcess(workspaceId, point, newId(), ids)
      const before = point === 'stock reserved' ? 10 : 11
      expect(await total()).toBe(before)
      await recover(0)
      expect(await total()).toBe(before)
      await recover()
      expect(await stocks()).toEqual([5, 7])
      await recover()
      expect(await stocks()).toEqual([5, 7])
      expect(await ordersOf(workspaceId)).toEqual([])
    },
  )

  it('keeps the stock of a stored order, publishes the remaining stock, and returns it once after a cancellation', async () => {
    const { workspaceId, ids, stocks } = await newStock(5)
    await placeInKilledProcess(workspaceId, 'order stored', newId(), ids)
    await recover()
    expect(await stocks()).toEqual([4])
    expect(await reservationsOf(workspaceId, ids[0]!)).toEqual([])
    const events = await listEvents(name, workspaceId)
    const published = events.filter(({ type }) => type === contract.ProductPublished.type)
    expect(published.map(({ data }) => data)).toMatchObject([
      { type: 'product.updated', recordId: ids[0], record: { stock: 4 } },
    ])
    const [order] = await ordersOf(workspaceId)
    await setOrderStatus(deps, workspaceId, order!.id, 'cancelled')
    await recover()
    expect(await stocks()).toEqual([5])
  })

  it('returns the stock once when an order is cancelled before its reservation is settled', async () => {
    const { workspaceId, ids, stocks } = await newStock(5)
    await placeInKilledProcess(workspaceId, 'order stored', newId(), ids)
    const [order] = await ordersOf(workspaceId)
    await setOrderStatus(deps, workspaceId, order!.id, 'cancelled')
    expect(await stocks()).toEqual([5])
    await recover()
    expect(await stocks()).toEqual([5])
  })

  it('fails a late order whose stock was already returned', async () => {
    const { workspaceId, ids, stocks } = await newStock(5)
    const prepared = await prepareOne(deps, workspaceId, newId(), ids)
    await recover()
    await expect(createOrder(deps, workspaceId, prepared)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await stocks()).toEqual([5])
    expect(await ordersOf(workspaceId)).toEqual([])
  })

  it('returns stock that a repeated request reserved after its order was stored', async () => {
    const { workspaceId, ids, stocks } = await newStock(5)
    const prepared = await prepareOne(deps, workspaceId, newId(), ids)
    await createOrder(deps, workspaceId, prepared)
    await recover()
    const products = await deps.products.listByIds(workspaceId, ids)
    const items = [{ productId: ids[0]!, quantity: 1 }]
    await reserveStock(deps, workspaceId, prepared.reference, products, items)
    expect(await stocks()).toEqual([3])
    await recover()
    expect(await stocks()).toEqual([4])
  })

  it('finds the reservation of a killed process even when the product was sold before and after it', async () => {
    const { workspaceId, ids, stocks } = await newStock(5)
    const [id] = ids as [string]
    const sell = async (aheadMs: number) => {
      const own = { ...deps, clock: clockAhead(aheadMs) }
      const prepared = await prepareOne(own, workspaceId, null, ids)
      await createOrder(own, workspaceId, prepared)
      return prepared.reserved.map(({ holdId }) => holdId!)
    }
    const first = await sell(0)
    await prepareOne({ ...deps, clock: clockAhead(15_000) }, workspaceId, null, ids) // never stored
    await deps.heldStock.settleIf(workspaceId, id, first)
    const later = await sell(19_000)
    await recover(21_000)
    expect(await stocks()).toEqual([2])
    await deps.heldStock.settleIf(workspaceId, id, later)
    expect(await reservationsOf(workspaceId, id)).toHaveLength(1)
    await recover(36_000)
    await recover(42_000)
    expect(await stocks()).toEqual([3])
    expect(await reservationsOf(workspaceId, id)).toEqual([])
    expect(await checkedAt(workspaceId, id)).toBeUndefined()
  })

  it('does not look at a product whose reservations are settled', async () => {
    const { workspaceId, ids } = await newStock(5)
    const [id] = ids as [string]
    const prepared = await prepareOne(deps, workspaceId, null, ids)
    await createOrder(deps, workspaceId, prepared)
    expect(await checkedAt(workspaceId, id)).toBeInstanceOf(Date)
    await deps.heldStock.settleIf(
      workspaceId,
      id,
      prepared.reserved.map(({ holdId }) => holdId!),
    )
    expect(await checkedAt(workspaceId, id)).toBeUndefined()
  })

  it('removes a reservation whose product is no longer tracked', async () => {
    const { workspaceId, ids, stocks } = await newStock(5)
    await prepareOne(deps, workspaceId, null, ids)
    await deps.products.update(workspaceId, ids[0]!, { stock: null })
    await recover()
    expect(await stocks()).toEqual([null])
    expect(await reservationsOf(workspaceId, ids[0]!)).toEqual([])
  })
})

describe('prepareOrder', () => {
  it('uses the stock that a killed request with the same key has reserved', async () => {
    const { workspaceId, ids, stocks } = await newStock(1, 1)
    const key = uniqueName('key-')
    await placeInKilledProcess(workspaceId, 'first product reserved', key, ids)
    await expect(prepareOne(deps, workspaceId, newId(), ids)).rejects.toMatchObject({ code: 'OUT_OF_STOCK' })
    const prepared = await prepareOne(deps, workspaceId, key, ids)
    await createOrder(deps, workspaceId, prepared)
    await recover()
    expect(await stocks()).toEqual([0, 0])
    expect(await ordersOf(workspaceId)).toHaveLength(1)
  })

  it('reserves again with a key whose stock was returned', async () => {
    const { workspaceId, ids, stocks } = await newStock(1)
    const key = uniqueName('key-')
    await placeInKilledProcess(workspaceId, 'stock reserved', key, ids)
    await recover()
    await createOrder(deps, workspaceId, await prepareOne(deps, workspaceId, key, ids))
    await recover()
    expect(await stocks()).toEqual([0])
  })

  it('does not use the reservation of another quantity with the same key', async () => {
    const { workspaceId, ids, stocks } = await newStock(5)
    const key = uniqueName('key-')
    const [first, second] = [
      await prepareOne(deps, workspaceId, key, ids),
      await prepareOne(deps, workspaceId, key, [...ids, ...ids]),
    ]
    expect(second.reference).not.toBe(first.reference)
    expect(await stocks()).toEqual([2])
    await recover()
    expect(await stocks()).toEqual([5])
  })
})
