import { describe, expect, it } from 'vitest'
import { firstDayOfWeek } from '../../i18n/week.rules.ts'
import { startOfWeek } from '../../i18n/week.rules.ts'
import { daysOf, passes, stepFrom } from './calendar.rules.ts'

describe('firstDayOfWeek', () => {
  it('returns the first weekday of the country', () => {
    expect([firstDayOfWeek('ar-EG'), firstDayOfWeek('en-GB'), firstDayOfWeek('en-US')]).toEqual([6, 1, 0])
  })
})

describe('startOfWeek', () => {
  it.each([
    ['2026-11-16', 1, '2026-11-16'],
    ['2026-11-22', 1, '2026-11-16'],
    ['2026-11-20', 6, '2026-11-14'],
    ['2027-01-01', 0, '2026-12-27'],
  ])('returns the start of the week of %s (first weekday %i): %s', (date, firstDay, expected) => {
    expect(startOfWeek(date, firstDay)).toBe(expected)
  })
})

describe('daysOf', () => {
  it('returns a day, or a week in order', () => {
    expect(daysOf('day', '2026-11-16', 1)).toEqual(['2026-11-16'])
    expect(daysOf('week', '2026-11-18', 6)).toEqual([
      '2026-11-14',
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
    ])
  })

  it('returns whole weeks for any month, including the shortest and the longest', () => {
    const four = daysOf('month', '2021-02-10', 1)
    expect([four.length, four[0], four.at(-1)]).toEqual([28, '2021-02-01', '2021-02-28'])
    const six = daysOf('month', '2026-08-15', 1)
    expect([six.length, six[0], six.at(-1)]).toEqual([42, '2026-07-27', '2026-09-06'])
  })

  it('does not lose a day when clocks change', () => {
    const days = daysOf('month', '2026-10-15', 1)
    expect(new Set(days).size).toBe(days.length)
    expect(days).toContain('2026-10-25')
  })
})

describe('stepFrom', () => {
  it.each([
    ['day', '2026-12-31', 1, '2027-01-01'],
    ['week', '2026-03-02', -1, '2026-02-23'],
    ['month', '2026-01-31', 1, '2026-02-28'],
    ['month', '2026-01-15', -1, '2025-12-15'],
  ] as const)('moves by one %s from %s (%i)', (view, date, direction, expected) => {
    expect(stepFrom(view, date, direction)).toBe(expected)
  })
})

describe('passes', () => {
  const session = { staffId: 's1', clientId: 'c1', serviceIds: ['a', 'b'], status: 'scheduled' }

  it('hides cancelled sessions unless they are requested', () => {
    const cancelled = { ...session, status: 'cancelled' }
    expect([passes({}, cancelled), passes({ cancelled: true }, cancelled)]).toEqual([false, true])
    expect(passes({ status: 'cancelled' }, cancelled)).toBe(true)
  })

  it('compares staff, service, status and client', () => {
    expect(passes({ staff: 's1', service: 'b', status: 'scheduled' }, session)).toBe(true)
    expect(passes({ staff: 's2' }, session)).toBe(false)
    expect([passes({ of: 'c1' }, session), passes({ of: 'c2' }, session)]).toEqual([true, false])
    expect(passes({ service: 'c' }, session)).toBe(false)
    expect(passes({ status: 'completed' }, session)).toBe(false)
    expect(passes({ staff: 'none' }, { ...session, staffId: null })).toBe(true)
  })
})
