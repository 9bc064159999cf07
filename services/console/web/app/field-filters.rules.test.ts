import { describe, expect, it } from 'vitest'
import { changeField, choosable, filteredBy, toFieldSearch } from './field-filters.rules.ts'

describe('filters by custom fields', () => {
  it('reads one or several filters from a URL and ignores other parameters', () => {
    expect(toFieldSearch({ field: 'room:2' })).toEqual({ field: ['room:2'] })
    expect(toFieldSearch({ field: ['room:2', 'room', 7] })).toEqual({ field: ['room:2'] })
    expect(toFieldSearch({})).toEqual({})
  })

  it('changes one filter and keeps the others', () => {
    const two = changeField({ field: ['room:1'], role: 'r1' }, 'skill', 'a:b')
    expect(two).toEqual({ field: ['room:1', 'skill:a:b'], role: 'r1' })
    expect([filteredBy(two, 'skill'), filteredBy(two, 'roo')]).toEqual(['a:b', ''])
    expect(changeField(two, 'room', '')).toEqual({ field: ['skill:a:b'], role: 'r1' })
    expect(changeField({ field: ['room:1'] }, 'room', '')).toEqual({})
  })

  it('offers filterable fields whose values can be listed', () => {
    const field = { key: 'a', type: 'text', isFilterable: true, options: null } as const
    const select = { ...field, key: 'b', type: 'select' as const, options: ['x'] }
    const check = { ...field, key: 'c', type: 'checkbox' } as const
    expect(choosable([field, select, check, { ...select, isFilterable: false }])).toEqual([select, check])
  })
})
