import { describe, expect, it } from 'vitest'
import { changeSearch, toPlatformSearch } from './platform-search.rules.ts'

describe('toPlatformSearch', () => {
  it('keeps known parameters as text and leaves out empty and unknown ones', () => {
    expect(toPlatformSearch({ search: 42, open: '', plan: 'p1', other: 'x' })).toEqual({
      search: '42',
      plan: 'p1',
    })
  })
})

describe('changeSearch', () => {
  it('adds, replaces and removes parameters', () => {
    expect(changeSearch({ search: 'a', plan: 'p1' }, { search: 'b', plan: '', type: 'sms' })).toEqual({
      search: 'b',
      type: 'sms',
    })
  })
})
