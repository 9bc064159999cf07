import { describe, expect, it } from 'vitest'
import { trialEnd } from './trial.ts'

describe('trialEnd', () => {
  it('returns the end of a trial, or null when there is no trial', () => {
    const from = new Date('2027-03-10T09:00:00.000Z')
    expect(trialEnd(from, 14)).toEqual(new Date('2027-03-24T09:00:00.000Z'))
    expect(trialEnd(from, null)).toBeNull()
    expect(trialEnd(from, 0)).toBeNull()
  })
})
