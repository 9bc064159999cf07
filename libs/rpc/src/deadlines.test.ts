import { expect, test } from 'vitest'
import { allowedMs, hopMarginMs } from './deadlines.ts'

test('a call without a caller has its own limit', () => {
  expect(allowedMs(2000, undefined, 0)).toBe(2000)
})

test('a call gets what the caller has left, less the margin of the hop', () => {
  expect(allowedMs(2000, 1500, 1000)).toBe(500 - hopMarginMs)
  expect(allowedMs(100, 1500, 1000)).toBe(100)
})

test('nothing starts when the time is up', () => {
  expect(() => allowedMs(2000, 1000 + hopMarginMs, 1000)).toThrow(
    expect.objectContaining({ code: 'TIMEOUT' }),
  )
})
