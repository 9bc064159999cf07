import { expect, test } from 'vitest'
import { semaphore } from './index.ts'

test('lets so many in at once and the others in order, also after a failure', async () => {
  const enter = semaphore(2)
  let inside = 0
  let most = 0
  const order: number[] = []
  const visit = (number: number) =>
    enter(async () => {
      order.push(number)
      most = Math.max(most, (inside += 1))
      await Promise.resolve()
      inside -= 1
      if (number === 1) throw new Error('stumbled')
    })
  const visits = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(visit))
  expect(visits.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(order).toEqual([0, 1, 2, 3, 4, 5])
  expect(most).toBe(2)
})

test('refuses at once what would wait beside too many others', async () => {
  const enter = semaphore(1, 1)
  const visits = await Promise.allSettled([1, 2, 3].map((number) => enter(() => Promise.resolve(number))))
  expect(visits).toMatchObject([{ value: 1 }, { value: 2 }, { reason: { code: 'UNAVAILABLE' } }])
})
