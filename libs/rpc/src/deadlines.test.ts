import { expect, test } from 'vitest'
import { remainingMs, hopMarginMs } from './deadlines.ts'

test('a call without a caller has its own limit', () => {
  expect(remainingMs(2000, undefined, 0)).toBe(2000)
})

test('a call gets what the caller has left, less the margin of the hop', () => {
  expect(remainingMs(2000, 1500, 1000)).toBe(500 - hopMarginMs)
  expect(remainingMs(100, 1500, 1000)).toBe(100)
})

test('nothing starts when the time is up', () => {
  expect(() => remainingMs(2000, 1000 + hopMarginMs, 1000)).toThrow(
    expect.objectContaining({ code: 'TIMEOUT' }),
  )
})
