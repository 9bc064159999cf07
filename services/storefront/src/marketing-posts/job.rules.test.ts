import { describe, expect, test } from 'vitest'
import { areCallsSpent, judgeCallback, nextCallAfter } from './job.rules.ts'

const update = { status: 'processing' as const, progress: 40, step: 'draft', message: 'writing' }
const held = { ...update, meta: null, sequence: null }

describe('a callback', () => {
  test('that brings anything new is news, whatever the state of the job', () => {
    for (const status of ['pending', 'processing', 'done', 'failed'] as const)
      expect(judgeCallback({ ...held, status }, { ...update, progress: 41 })).toBe('news')
    expect(judgeCallback({ ...held, status: 'done' }, update)).toBe('news')
    expect(judgeCallback({ ...held, step: null }, update)).toBe('news')
    expect(judgeCallback(held, { ...update, meta: {} })).toBe('news')
  })

  test('equal to what the job holds is the same; an absent meta counts as equal, and so does another order of keys', () => {
    expect(judgeCallback(held, update)).toBe('same')
    const withMeta = { ...held, meta: '{"a":1,"b":{"c":[1,2]}}' }
    expect(judgeCallback(withMeta, update)).toBe('same')
    expect(judgeCallback(withMeta, { ...update, meta: { b: { c: [1, 2] }, a: 1 } })).toBe('same')
    expect(judgeCallback(withMeta, { ...update, meta: { b: { c: [2, 1] }, a: 1 } })).toBe('news')
    expect(judgeCallback(withMeta, { ...update, meta: { a: 1, b: { c: { 0: 1, 1: 2 } } } })).toBe('news')
  })

  test('with a sequence not above the highest seen is old, whatever else it says', () => {
    const numbered = { ...held, sequence: 5 }
    expect(judgeCallback(numbered, { ...update, progress: 99, sequence: 5 })).toBe('old')
    expect(judgeCallback(numbered, { ...update, progress: 99, sequence: 4 })).toBe('old')
    expect(judgeCallback(numbered, { ...update, progress: 99, sequence: 6 })).toBe('news')
    expect(judgeCallback(numbered, { ...update, sequence: 6 })).toBe('same')
    expect(judgeCallback(numbered, { ...update, progress: 99 })).toBe('news')
  })
})

test('calls are repeated after 15 s, then after twice as long each time, 8 in all', () => {
  const now = new Date('2027-01-01T00:00:00Z')
  const secondsAfter = (attempts: number) => (nextCallAfter(attempts, now).getTime() - now.getTime()) / 1000
  expect([1, 2, 3, 7].map(secondsAfter)).toEqual([15, 30, 60, 960])
  expect([7, 8].map(areCallsSpent)).toEqual([false, true])
})
