import { newId } from '@wp/kernel'
import { createLogger } from '@wp/telemetry'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openStockSettlement } from './stock-settlement.actions.ts'

const [workspaceId, productId] = [newId(), newId()]
type Settings = Parameters<typeof openStockSettlement>[0]

/** Reserves stock of one product all the time, and returns how often it is settled in two seconds. */
const countSettlements = async (transactionMs: number): Promise<number> => {
  let count = 0
  const transaction = async (): Promise<void> => {
    count += 1
    await new Promise((resolve) => setTimeout(resolve, transactionMs))
  }
  const settlement = openStockSettlement({
    db: { transaction } as unknown as Settings['db'],
    heldStock: {} as Settings['heldStock'],
    logger: createLogger({ service: 'test' }),
  })
  const reserve = () => settlement.add(workspaceId, [{ productId, quantity: 1, holdId: newId() }])
  const buying = setInterval(reserve, 10)
  reserve()
  await vi.advanceTimersByTimeAsync(2000)
  clearInterval(buying)
  const counted = count
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
    expect(await countSettlements(50)).toBeLessThanOrEqual(6)
  })

  it('settles at least every second or so when the database is very slow', async () => {
    expect(await countSettlements(500)).toBeGreaterThanOrEqual(2)
  })
})
