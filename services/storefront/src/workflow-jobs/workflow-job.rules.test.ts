import { describe, expect, it } from 'vitest'
import {
  areAttemptsUsedUp,
  classifyCallback,
  mayCallBack,
  nextCallAfter,
  toPage,
} from './workflow-job.rules.ts'

const update = { status: 'processing' as const, progress: 40, step: 'draft', message: 'writing' }
const held = { ...update, meta: null, sequence: null }

describe('mayCallBack', () => {
  it.each([
    ['no key', {}, undefined, true, false],
    ['the right key', {}, 'k', true, true],
    ['a wrong key', {}, 'x', false, false],
    ['an empty key', {}, '', false, false],
    ['a key for a job without one', { callbackKey: undefined }, 'k', true, false],
  ] as const)(
    'decides whether a callback with %s is allowed when keys are optional or required',
    (_, job, key, isAllowed, isAllowedIfRequired) => {
      const stored = 'callbackKey' in job ? {} : { callbackKey: 'k' }
      expect(mayCallBack(stored, key, false)).toBe(isAllowed)
      expect(mayCallBack(stored, key, true)).toBe(isAllowedIfRequired)
    },
  )
})

describe('classifyCallback', () => {
  it("returns new for any change, regardless of the job's status", () => {
    for (const status of ['pending', 'processing', 'done', 'failed'] as const)
      expect(classifyCallback({ ...held, status }, { ...update, progress: 41 })).toBe('new')
    expect(classifyCallback({ ...held, status: 'done' }, update)).toBe('new')
    expect(classifyCallback({ ...held, step: null }, update)).toBe('new')
    expect(classifyCallback(held, { ...update, meta: {} })).toBe('new')
  })

  it('returns duplicate for the stored state, even without meta or with its keys in another order', () => {
    expect(classifyCallback(held, update)).toBe('duplicate')
    const withMeta = { ...held, meta: '{"a":1,"b":{"c":[1,2]}}' }
    expect(classifyCallback(withMeta, update)).toBe('duplicate')
    expect(classifyCallback(withMeta, { ...update, meta: { b: { c: [1, 2] }, a: 1 } })).toBe('duplicate')
    expect(classifyCallback(withMeta, { ...update, meta: { b: { c: [2, 1] }, a: 1 } })).toBe('new')
    expect(classifyCallback(withMeta, { ...update, meta: { a: 1, b: { c: { 0: 1, 1: 2 } } } })).toBe('new')
  })

  it('returns stale for a sequence that is not higher than the highest one received', () => {
    const numbered = { ...held, sequence: 5 }
    expect(classifyCallback(numbered, { ...update, progress: 99, sequence: 5 })).toBe('stale')
    expect(classifyCallback(numbered, { ...update, progress: 99, sequence: 4 })).toBe('stale')
    expect(classifyCallback(numbered, { ...update, progress: 99, sequence: 6 })).toBe('new')
    expect(classifyCallback(numbered, { ...update, sequence: 6 })).toBe('duplicate')
    expect(classifyCallback(numbered, { ...update, progress: 99 })).toBe('new')
  })
})

describe('nextCallAfter and areAttemptsUsedUp', () => {
  it('schedules retries after 15 s with a doubling delay, and allows 8 calls', () => {
    const now = new Date('2027-01-01T00:00:00Z')
    const secondsAfter = (attempts: number) => (nextCallAfter(attempts, now).getTime() - now.getTime()) / 1000
    expect([1, 2, 3, 7].map(secondsAfter)).toEqual([15, 30, 60, 960])
    expect([7, 8].map(areAttemptsUsedUp)).toEqual([false, true])
  })
})

describe('toPage', () => {
  it('returns the first jobs that fit into 3 MiB, and at least one', () => {
    const job = (kib: number) => ({ metaJson: 'é'.repeat((kib * 1024) / 2) })
    const small = Array.from({ length: 100 }, () => job(1))
    expect(toPage(small)).toHaveLength(100)
    expect(toPage(Array.from({ length: 200 }, () => job(32)))).toHaveLength(95)
    expect(toPage([job(4096), job(1)])).toHaveLength(1)
    expect(toPage([])).toEqual([])
  })
})
