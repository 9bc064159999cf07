import { expect, test } from 'vitest'
import { countTests } from './count.ts'
import { addUp, readCount } from './summary.ts'

const file = (status: string, ...assertions: string[]) => ({
  name: 'a.test.ts',
  status,
  assertionResults: assertions.map((text, at) => ({ fullName: `${text} ${at}`, status: text })),
})

test('adds up the tests of all files and names the skipped ones', () => {
  const report = { testResults: [file('passed', 'passed', 'skipped'), file('failed', 'passed', 'failed')] }
  expect(countTests(report)).toEqual({ passed: 2, failed: 1, skipped: ['skipped 1'] })
})

test('a file that could not be loaded is a failure, though it holds no test', () => {
  expect(countTests({ testResults: [file('failed')] })).toMatchObject({ passed: 0, failed: 1 })
})

test('adds up several runs, and names what each skipped', () => {
  const counts = [
    { passed: 2, failed: 1, skipped: ['a'] },
    { passed: 3, failed: 0, skipped: ['b'] },
  ]
  expect(addUp(counts)).toEqual({ passed: 5, failed: 1, skipped: ['a', 'b'] })
})

test('a run that kept no count is a failure', () => {
  expect(readCount('a-run-that-never-was')).toEqual({ passed: 0, failed: 1, skipped: [] })
})
