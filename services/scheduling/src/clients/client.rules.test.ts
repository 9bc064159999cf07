import { describe, expect, it } from 'vitest'
import { checkDateOfBirth } from './client.rules.ts'

describe('checkDateOfBirth', () => {
  it.each([
    ['UTC', '2027-03-10', '2027-03-11'],
    ['Pacific/Auckland', '2027-03-11', '2027-03-12'],
    ['America/Los_Angeles', '2027-03-10', '2027-03-11'],
  ])('accepts today in %s as a date of birth and rejects tomorrow', (timeZone, today, tomorrow) => {
    const now = new Date('2027-03-10T20:00:00Z')
    expect(() => checkDateOfBirth(today, now, timeZone)).not.toThrow()
    expect(() => checkDateOfBirth(tomorrow, now, timeZone)).toThrow(/must not be in the future/)
  })
})
