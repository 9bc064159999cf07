import { expect, test } from 'vitest'
import { countTests } from './count.ts'

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
