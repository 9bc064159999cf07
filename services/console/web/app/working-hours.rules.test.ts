import { describe, expect, it } from 'vitest'
import {
  dayProblem,
  parseDay,
  toDayTexts,
  toWorkingHours,
  weekFrom,
  withInterval,
} from './working-hours.rules.ts'

describe('working hours', () => {
  it('converts a schedule to the form and back', () => {
    const closed = { isOpen: false, intervals: [] }
    const open = {
      isOpen: true,
      intervals: [
        { start: '09:00', end: '12:00' },
        { start: '13:00', end: '18:30' },
      ],
    }
    const hours = {
      monday: open,
      tuesday: closed,
      wednesday: open,
      thursday: closed,
      friday: closed,
      saturday: open,
      sunday: closed,
    }
    const texts = toDayTexts(hours)
    expect([texts.monday, texts.tuesday]).toEqual(['09:00-12:00,13:00-18:30', ''])
    expect(toWorkingHours(texts)).toEqual(hours)
  })

  it('starts with a typical week', () => {
    expect(parseDay(toDayTexts(null).friday)).toEqual([{ start: '09:00', end: '17:00' }])
  })

  it.each([
    ['', null],
    ['09:00-12:00,12:00-18:00', null],
    ['09:00-12:00,11:00-18:00', 'order'],
    ['09:00-09:00', 'order'],
    ['18:00-09:00', 'order'],
    ['09:00-', 'time'],
  ])('finds the problem with “%s”: %s', (text, expected) => {
    expect(dayProblem(text)).toBe(expected)
  })

  it('adds an interval after the last one', () => {
    expect(withInterval('09:00-12:00')).toBe('09:00-12:00,13:00-16:00')
    expect(withInterval('')).toBe('09:00-17:00')
    expect(dayProblem(withInterval('09:00-21:00'))).toBeNull()
  })

  it("lists the weekdays in the country's order", () => {
    expect(weekFrom(6).slice(0, 3)).toEqual(['saturday', 'sunday', 'monday'])
  })
})
