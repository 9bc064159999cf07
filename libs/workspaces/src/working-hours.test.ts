import { describe, expect, it } from 'vitest'
import { WorkingHours } from './working-hours.ts'

const closed = { isOpen: false, intervals: [] }
const week = (monday: unknown) => ({
  monday,
  tuesday: closed,
  wednesday: closed,
  thursday: closed,
  friday: closed,
  saturday: closed,
  sunday: closed,
})

describe('WorkingHours', () => {
  it('rejects intervals that overlap, are out of order, do not end after they start or have malformed times', () => {
    const isGood = (intervals: unknown) => WorkingHours.safeParse(week({ isOpen: true, intervals })).success
    expect(
      isGood([
        { start: '09:00', end: '12:00' },
        { start: '12:00', end: '18:00' },
      ]),
    ).toBe(true)
    expect(
      isGood([
        { start: '09:00', end: '13:00' },
        { start: '12:00', end: '18:00' },
      ]),
    ).toBe(false)
    expect(
      isGood([
        { start: '14:00', end: '18:00' },
        { start: '09:00', end: '12:00' },
      ]),
    ).toBe(false)
    expect(isGood([{ start: '09:00', end: '09:00' }])).toBe(false)
    expect(isGood([{ start: '9:00', end: '24:00' }])).toBe(false)
  })
})
