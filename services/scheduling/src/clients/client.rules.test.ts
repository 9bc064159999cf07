import { expect, test } from 'vitest'
import { checkDateOfBirth, searchKeys } from './client.rules.ts'

test('a client is found by its whole name, each later word, the email and the phone', () => {
  expect(searchKeys({ name: 'Ali  Ben Hassan', email: 'ali@example.com', phone: '+20100' })).toEqual([
    'ali  ben hassan',
    'ben',
    'hassan',
    'ali@example.com',
    '+20100',
  ])
})

test('search keys are without case, in every script', () => {
  expect(searchKeys({ name: 'ÉLODIE مريم', email: null, phone: null })).toEqual(['élodie مريم', 'مريم'])
})

test('a date of birth may be today, and never tomorrow', () => {
  expect(() => checkDateOfBirth('2027-03-10', '2027-03-10')).not.toThrow()
  expect(() => checkDateOfBirth('2027-03-11', '2027-03-10')).toThrow(/must not lie in the future/)
})
