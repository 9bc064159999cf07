import { describe, expect, it } from 'vitest'
import { calendarCache } from './calendar-cache.store.ts'

describe('calendarCache', () => {
  it('returns a calendar only for the version it was built from', () => {
    const cache = calendarCache()
    cache.keep('a', '1', 'one')
    expect([cache.find('a', '1'), cache.find('a', '2'), cache.find('b', '1')]).toEqual(['one', null, null])
    cache.keep('a', '2', 'two')
    expect([cache.find('a', '1'), cache.find('a', '2')]).toEqual([null, 'two'])
  })

  it('evicts the least recently read calendars when it is full', () => {
    const cache = calendarCache(10)
    cache.keep('a', '1', 'aaaa')
    cache.keep('b', '1', 'bbbb')
    cache.find('a', '1')
    cache.keep('c', '1', 'cccc')
    expect(['a', 'b', 'c'].map((key) => cache.find(key, '1'))).toEqual(['aaaa', null, 'cccc'])
    cache.keep('d', '1', 'd'.repeat(11))
    expect(['a', 'c', 'd'].map((key) => cache.find(key, '1'))).toEqual([null, null, null])
  })
})
