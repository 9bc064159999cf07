import { describe, expect, it } from 'vitest'
import { changeSearch, listSearch } from './list-search.rules.ts'

describe('listSearch', () => {
  it('keeps known parameters as text and drops empty and unknown ones', () => {
    const toSearch = listSearch(['search', 'open', 'plan'])
    expect(toSearch({ search: 42, open: '', plan: 'p1', other: 'x' })).toEqual({ search: '42', plan: 'p1' })
  })
})

describe('changeSearch', () => {
  it('adds, replaces and removes parameters', () => {
    const before: Partial<Record<'search' | 'plan' | 'type', string>> = { search: 'a', plan: 'p1' }
    expect(changeSearch(before, { search: 'b', plan: '', type: 'sms' })).toEqual({
      search: 'b',
      type: 'sms',
    })
  })
})
