import { expect, test } from 'vitest'
import { trialEnd } from './trial.ts'

test('a trial ends so many days after signup; without one there is no end', () => {
  const from = new Date('2027-03-10T09:00:00.000Z')
  expect(trialEnd(from, 14)).toEqual(new Date('2027-03-24T09:00:00.000Z'))
  expect(trialEnd(from, null)).toBeNull()
  expect(trialEnd(from, 0)).toBeNull()
})
