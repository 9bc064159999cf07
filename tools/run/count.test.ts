import { describe, expect, it } from 'vitest'
import { countTests } from './count.ts'
import { addUp, readCount } from './summary.ts'

const file = (status: string, ...assertions: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: assertions.map((text, at) => ({ fullName: `${text} ${at}`, status: text })),
})

describe('countTests', () => {
  it('counts the tests of all files and lists the skipped ones', () => {
    const report = { testResults: [file('passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')] }
    expect(countTests(report)).toEqual({ passed: 2, failed: 1, skipped: ['skipped 1'] })
  })

  it('counts a file that cannot be loaded as one failure', () => {
    expect(countTests({ testResults: [file('failed')] })).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('addUp', () => {
  it('adds up the counts of several runs and collects their skipped tests', () => {
    const counts = [
      { passed: 2, failed: 1, skipped: ['a'] },
      { passed: 3, failed: 0, skipped: ['b'] },
    ]
    expect(addUp(counts)).toEqual({ passed: 5, failed: 1, skipped: ['a', 'b'] })
  })
})

describe('readCount', () => {
  it('counts a run without a stored result as one failure', () => {
    expect(readCount('a-run-that-never-was')).toEqual({ passed: 0, failed: 1, skipped: [] })
  })
})
