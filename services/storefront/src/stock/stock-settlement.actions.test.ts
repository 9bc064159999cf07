import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { createLogger } from '@wp/telemetry'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStockSettlement } from './stock-settlement.actions.ts'

const workspaceId = newId()
type Settings = Parameters<typeof openStockSettlement>[0]

/** Opens a settlement whose transactions take `durationMs(productId)`, and counts them by product. */
const open = (durationMs: (productId: Id) => number) => {
  const counts = new Map<Id, number>()
  const settlement = openStockSettlement({
    db: { transaction: (work: () => Promise<void>) => work() } as unknown as Settings['db'],
    heldStock: {
      settleIf: async (_: Id, productId: Id) => {
        counts.set(productId, (counts.get(productId) ?? 0) + 1)
        await new Promise((resolve) => setTimeout(resolve, durationMs(productId)))
        return null
      },
    } as unknown as Settings['heldStock'],
    logger: createLogger({ service: 'test' }),
  })
  const reserve = (productId: Id) =>
    settlement.add(workspaceId, [{ productId, quantity: 1, holdId: newId() }])
  const countOf = (productId: Id) => counts.get(productId) ?? 0
  return { settlement, reserve, countOf }
}

/** Reserves stock of one product all the time, and returns how often it is settled in two seconds. */
const countSettlements = async (transactionMs: number): Promise<number> => {
  const productId = newId()
  const { settlement, reserve, countOf } = open(() => transactionMs)
  const buying = setInterval(() => reserve(productId), 10)
  reserve(productId)
  await vi.advanceTimersByTimeAsync(2000)
  clearInterval(buying)
  const counted = countOf(productId)
  const closing = settlement.close()
  await vi.advanceTimersByTimeAsync(2000)
  await closing
  return counted
}

describe('openStockSettlement', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('settles a product of which stock is reserved all the time every 100 ms', async () => {
    expect(await countSettlements(1)).toBeGreaterThanOrEqual(18)
  })

  it('keeps a hot product unlocked for nine tenths of the time when the database is slow', async () => {
    const count = await countSettlements(50)
    expect(count).toBeGreaterThanOrEqual(3)
    expect(count).toBeLessThanOrEqual(6)
  })

  it('settles at least every second or so when the database is very slow', async () => {
    expect(await countSettlements(500)).toBeGreaterThanOrEqual(2)
  })

  it('settles other products soon while one is slow', async () => {
    const [slow, other] = [newId(), newId()]
    const { settlement, reserve, countOf } = open((productId) => (productId === slow ? 300 : 1))
    reserve(slow)
    await vi.advanceTimersByTimeAsync(250)
    expect(countOf(slow)).toBe(1)
    reserve(slow)
    reserve(other)
    await vi.advanceTimersByTimeAsync(300)
    expect([countOf(slow), countOf(other)]).toEqual([1, 1])
    await vi.advanceTimersByTimeAsync(1500)
    expect(countOf(slow)).toBe(2)
    await settlement.close()
  })

  it('settles reservations that arrived during the last settlement without delay when it closes', async () => {
    const productId = newId()
    const { settlement, reserve, countOf } = open(() => 200)
    reserve(productId)
    await vi.advanceTimersByTimeAsync(150)
    reserve(productId)
    const closing = settlement.close()
    await vi.advanceTimersByTimeAsync(400)
    expect(countOf(productId)).toBe(2)
    await closing
  })
})
