import { expect, test } from 'vitest'
import { isKept, jobIdOf, sourceOf } from './channel.rules.ts'

test.each([
  [0, { first: 1, last: 9 }, true],
  [9, { first: 1, last: 9 }, true],
  [10, { first: 1, last: 9 }, false],
  [4, { first: 5, last: 9 }, true],
  [3, { first: 5, last: 9 }, false],
  [9, { first: 10, last: 9 }, true],
  [8, { first: 10, last: 9 }, false],
])('whether nothing after %d is lost of %j: %s', (after, bounds, kept) => {
  expect(isKept(after, bounds)).toBe(kept)
})

test('a channel tells where its events come from and which job it is about', () => {
  expect(['jobs', 'jobs.abc', 'labs'].map(sourceOf)).toEqual(['jobs', 'jobs', 'labs'])
  expect(['jobs', 'jobs.abc', 'labs'].map(jobIdOf)).toEqual([null, 'abc', null])
})
