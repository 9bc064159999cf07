import { describe, expect, it } from 'vitest'
import { isDate, toText, without } from './search-parameter.rules.ts'

describe('toText', () => {
  it('returns texts, numbers and booleans as text, and nothing else', () => {
    expect(['lai', 12, true].map(toText)).toEqual(['lai', '12', 'true'])
    expect([undefined, null, { a: 1 }, ['x']].map(toText)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })
})

describe('without', () => {
  it('removes parameters and keeps the others', () => {
    expect(without({ search: 'a', open: 'new', role: 'x' }, 'open', 'role')).toEqual({ search: 'a' })
    expect(without<{ search?: string }, 'search'>({}, 'search')).toEqual({})
  })
})

describe('isDate', () => {
  it('accepts only dates that exist', () => {
    expect(['2026-02-28', '2026-02-30', '2026-2-3', 'today', undefined].map(isDate)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})
