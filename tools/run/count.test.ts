import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../root.ts'
import { countTests } from './count.ts'
import { addUp, readCount } from './summary.ts'

const file = (status: string, ...assertions: string[]) => ({
  name: join(root, 'a.test.ts'),
  status,
  message: 'Cannot load',
  assertionResults: assertions.map((text, at) => ({
    fullName: `${text} ${at}`,
    status: text,
    failureMessages: ['AssertionError: expected 1 to be 2\n    at a.test.ts:3'],
  })),
})

describe('countTests', () => {
  it('counts the tests of all files, and lists the skipped and the failed ones', () => {
    const report = { testResults: [file('passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')] }
    const failure = 'a.test.ts failed 1\n    AssertionError: expected 1 to be 2\n        at a.test.ts:3'
    expect(countTests(report)).toEqual({ passed: 2, failed: [failure], skipped: ['skipped 1'] })
  })

  it('counts a file that cannot be loaded as one failure', () => {
    expect(countTests({ testResults: [file('failed')] })).toEqual({
      passed: 0,
      failed: ['a.test.ts\n    Cannot load'],
      skipped: [],
    })
  })
})

describe('addUp', () => {
  it('adds up the counts of several runs and collects their failed and skipped tests', () => {
    const counts = [
      { passed: 2, failed: ['c'], skipped: ['a'] },
      { passed: 3, failed: ['d'], skipped: ['b'] },
    ]
    expect(addUp(counts)).toEqual({ passed: 5, failed: ['c', 'd'], skipped: ['a', 'b'] })
  })
})

describe('readCount', () => {
  it('counts a run without a stored result as one failure', () => {
    expect(readCount('a-run-that-never-was')).toEqual({
      passed: 0,
      failed: ['The run "a-run-that-never-was" did not finish'],
      skipped: [],
    })
  })
})
