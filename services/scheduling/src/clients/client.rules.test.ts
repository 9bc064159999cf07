import { expect, test } from 'vitest'
import { checkDateOfBirth } from './client.rules.ts'

test('a date of birth may be today, and never tomorrow', () => {
  expect(() => checkDateOfBirth('2027-03-10', '2027-03-10')).not.toThrow()
  expect(() => checkDateOfBirth('2027-03-11', '2027-03-10')).toThrow(/must not lie in the future/)
})
