import { getDashboardOverview } from '@wp/admin-billing/contract'
import { newId } from '@wp/kernel'
import { assertIndexed } from '@wp/mongo'
import { storefrontService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import { createLogger, createMetrics } from '@wp/telemetry'
import { adminApi, openTestDatabase, platform, tokensOf } from '@wp/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { orderCollection, orderStore } from '../src/orders/order.store.ts'
import type { NewOrderRecord } from '../src/orders/order.types.ts'

const watcher = { logger: createLogger({ service: 'test', level: 'fatal' }), metrics: createMetrics('test') }
const db = await openTestDatabase('wp_storefront', { collections: [orderCollection] })
const storefront = rpcClient(storefrontService, {
  addresses: platform().services['storefront']![0]!.rpc!,
  tokens: tokensOf(),
  deadlineMs: 10_000,
  ...watcher,
})
afterAll(async () => {
  storefront.close()
  await db.close()
})

// These orders are newer than those created by other tests.
const at = (index: number) => new Date(Date.UTC(2090, 0, 1) + index * 1000)
const order = (changes: Partial<NewOrderRecord>): NewOrderRecord => ({
  storeId: newId(),
  storeName: 'Blue Moon',
  status: 'pending',
  customer: { name: 'Ann', email: null, phone: null },
  items: [],
  totalMinor: 1250,
  tokenHash: newId(),
  currencyCode: 'USD',
  ...changes,
})

describe('GET /admin/dashboard/overview', () => {
  it("returns the platform's 50 newest pending orders, newest first", async () => {
    const orders = orderStore(db)
    const ids: string[] = []
    for (let index = 0; index < 55; index += 1)
      ids.push((await orders.insert(newId(), order({ createdAt: at(index) }))).id)
    const fils = await orders.insert(
      newId(),
      order({ createdAt: at(60), totalMinor: 1234, currencyCode: 'KWD' }),
    )
    await orders.insert(newId(), order({ createdAt: at(70), status: 'confirmed' }))
    const { attentionOrders } = (await (await adminApi({ getDashboardOverview })).getDashboardOverview()).body
    expect(attentionOrders.map(({ id }) => id)).toEqual([fils.id, ...ids.toReversed().slice(0, 49)])
    expect(attentionOrders[0]).toEqual({
      id: fils.id,
      workspaceId: fils.workspaceId,
      status: 'pending',
      total: 1.234,
      createdAt: at(60).toISOString(),
    })
    expect(attentionOrders[1]?.total).toBe(12.5)
  })
})

describe('ListAttentionOrders', () => {
  it('uses an index, applies the limit and rejects limits below 1 and above 100', async () => {
    const explanation = await db
      .global(orderCollection)()
      .explain({ status: 'pending' }, { sort: { createdAt: -1, id: -1 }, limit: 50 })
    expect(() => assertIndexed(explanation)).not.toThrow()
    const orders = orderStore(db)
    for (let index = 0; index < 4; index += 1) await orders.insert(newId(), order({ createdAt: at(index) }))
    const { orders: listed } = await storefront.listAttentionOrders({ limit: 3 })
    expect(listed).toHaveLength(3)
    await expect(storefront.listAttentionOrders({ limit: 0 })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
    await expect(storefront.listAttentionOrders({ limit: 101 })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
    })
  })
})
