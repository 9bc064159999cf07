import { describe, expect, it } from 'vitest'
import { turnsByKey } from './turns.ts'

describe('turnsByKey', () => {
  it('grants one turn at a time per key, in call order', async () => {
    const turns = turnsByKey()
    const order: number[] = []
    const endFirst = await turns.take('a', 1000)
    const others = [1, 2].map(async (number) => {
      const end = await turns.take('a', 10_000)
      order.push(number)
      end!()
    })
    const endOther = await turns.take('b', 1000)
    expect([turns.isTaken('a'), turns.isTaken('b'), order]).toEqual([true, true, []])
    endFirst!()
    await Promise.all(others)
    endOther!()
    expect([turns.isTaken('a'), turns.isTaken('b'), order]).toEqual([false, false, [1, 2]])
  })

  it('returns null when the turn does not come within the timeout, and skips that caller', async () => {
    const turns = turnsByKey()
    const endFirst = await turns.take('a', 1000)
    const late = turns.take('a', 1)
    const next = turns.take('a', 10_000)
    expect(await late).toBeNull()
    endFirst!()
    const endNext = await next
    endNext!()
    expect(turns.isTaken('a')).toBe(false)
  })
})
