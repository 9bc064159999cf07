import { describe, expect, it } from 'vitest'
import { isRetained, jobIdOf, sourceOf } from './channel.rules.ts'

describe('isRetained', () => {
  it.each([
    [0, { first: 1, last: 9 }, true],
    [9, { first: 1, last: 9 }, true],
    [10, { first: 1, last: 9 }, false],
    [4, { first: 5, last: 9 }, true],
    [3, { first: 5, last: 9 }, false],
    [9, { first: 10, last: 9 }, true],
    [8, { first: 10, last: 9 }, false],
  ])('returns whether all events after %d are stored when the stream has %j: %s', (after, bounds, kept) => {
    expect(isRetained(after, bounds)).toBe(kept)
  })
})

describe('sourceOf and jobIdOf', () => {
  it('returns the source and the job id in a channel name', () => {
    expect(['jobs', 'jobs.abc', 'labs'].map(sourceOf)).toEqual(['jobs', 'jobs', 'labs'])
    expect(['jobs', 'jobs.abc', 'labs'].map(jobIdOf)).toEqual([null, 'abc', null])
  })
})
