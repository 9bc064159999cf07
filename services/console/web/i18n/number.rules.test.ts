import { describe, expect, it } from 'vitest'
import { numberIn, toNumber } from './number.rules.ts'

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

describe('numberIn', () => {
  it('parses a document number in Latin and Arabic digits', () => {
    expect(['#1042', '1042', '١٠٤٢', '#٧'].map(numberIn)).toEqual([1042, 1042, 1042, 7])
  })

  it('returns null for other texts', () => {
    expect(['', 'Laila', '12.5', '1234567890'].map(numberIn)).toEqual([0, 0, 0, 0])
  })
})
