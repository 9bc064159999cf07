import { describe, expect, it } from 'vitest'
import { checkDateOfBirth } from './client.rules.ts'

describe('checkDateOfBirth', () => {
  it('accepts today as a date of birth and rejects tomorrow', () => {
    expect(() => checkDateOfBirth('2027-03-10', '2027-03-10')).not.toThrow()
    expect(() => checkDateOfBirth('2027-03-11', '2027-03-10')).toThrow(/must not be in the future/)
  })
})
