import { expect, test } from 'vitest'
import { calendarCache } from './calendar-cache.store.ts'

test('gives a calendar back for the version it was made from, and for no other', () => {
  const cache = calendarCache()
  cache.keep('a', '1', 'one')
  expect([cache.find('a', '1'), cache.find('a', '2'), cache.find('b', '1')]).toEqual(['one', null, null])
  cache.keep('a', '2', 'two')
  expect([cache.find('a', '1'), cache.find('a', '2')]).toEqual([null, 'two'])
})

test('stays within its size; the longest unread go first', () => {
  const cache = calendarCache(10)
  cache.keep('a', '1', 'aaaa')
  cache.keep('b', '1', 'bbbb')
  cache.find('a', '1')
  cache.keep('c', '1', 'cccc')
  expect(['a', 'b', 'c'].map((key) => cache.find(key, '1'))).toEqual(['aaaa', null, 'cccc'])
  cache.keep('d', '1', 'd'.repeat(11))
  expect(['a', 'c', 'd'].map((key) => cache.find(key, '1'))).toEqual([null, null, null])
})
