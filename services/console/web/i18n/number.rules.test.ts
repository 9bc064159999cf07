import { describe, expect, it } from 'vitest'
import { toNumber } from './number.rules.ts'

describe('toNumber', () => {
  it.each([
    ['12.5', 12.5],
    ['12,5', 12.5],
    ['١٢٫٥', 12.5],
    [' 7 ', 7],
  ])('reads %s', (text, expected) => {
    expect(toNumber(text)).toBe(expected)
  })

  it('rejects other texts', () => {
    expect(toNumber('')).toBeNaN()
    expect(toNumber('ten')).toBeNaN()
  })
})
