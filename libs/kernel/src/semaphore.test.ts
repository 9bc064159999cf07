import { describe, expect, it } from 'vitest'
import { semaphore } from './index.ts'

describe('semaphore', () => {
  it('runs at most `limit` tasks concurrently and the rest in order, even after a failure', async () => {
    const enter = semaphore(2)
    let inside = 0
    let maxInside = 0
    const order: number[] = []
    const visit = (number: number) =>
      enter(async () => {
        order.push(number)
        maxInside = Math.max(maxInside, (inside += 1))
        await Promise.resolve()
        inside -= 1
        if (number === 1) throw new Error('failed')
      })
    const visits = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(visit))
    expect(visits.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    expect(order).toEqual([0, 1, 2, 3, 4, 5])
    expect(maxInside).toBe(2)
  })

  it('throws UNAVAILABLE when too many tasks are waiting', async () => {
    const enter = semaphore(1, 1)
    const visits = await Promise.allSettled([1, 2, 3].map((number) => enter(() => Promise.resolve(number))))
    expect(visits).toMatchObject([{ value: 1 }, { value: 2 }, { reason: { code: 'UNAVAILABLE' } }])
  })
})
