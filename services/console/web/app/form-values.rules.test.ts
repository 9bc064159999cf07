import { describe, expect, it } from 'vitest'
import { fromList, moved, toList, toSlug } from './form-values.rules.ts'

describe('toList', () => {
  it('returns the values of a list unchanged', () => {
    expect(toList(fromList(['a', 'b']))).toEqual(['a', 'b'])
    expect(toList('')).toEqual([])
  })
})

describe('moved', () => {
  it('moves an item by one place and not beyond the ends', () => {
    expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
    expect(moved(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b'])
    expect(moved(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  })
})

describe('toSlug', () => {
  it('keeps letters and digits and removes accents', () => {
    expect(toSlug(' Café Nefertiti & Co. ')).toBe('cafe-nefertiti-co')
    expect(toSlug('صالون')).toBe('')
  })
})
