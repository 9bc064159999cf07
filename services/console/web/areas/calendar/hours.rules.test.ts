import type { WorkingHours } from '@workspace-platform/client/scheduling'
import { describe, expect, it } from 'vitest'
import { closedSpans, firstMinute, holidayOn, openSpans, outside, skippedSpans } from './hours.rules.ts'

const open = (...intervals: [string, string][]) => ({
  isOpen: true,
  intervals: intervals.map(([start, end]) => ({ start, end })),
})
const closed = { isOpen: false, intervals: [] }
const week = (monday: ReturnType<typeof open>): WorkingHours => ({
  monday,
  tuesday: closed,
  wednesday: closed,
  thursday: closed,
  friday: closed,
  saturday: closed,
  sunday: closed,
})
const monday = '2026-11-16'

describe('openSpans', () => {
  it('returns the intervals of the weekday, nothing on closed days and the whole day without a schedule', () => {
    const hours = week(open(['09:00', '12:00'], ['13:00', '23:59']))
    expect(openSpans(hours, monday)).toEqual([
      { start: 540, end: 720 },
      { start: 780, end: 1440 },
    ])
    expect(openSpans(hours, '2026-11-17')).toEqual([])
    expect(openSpans(null, monday)).toEqual([{ start: 0, end: 1440 }])
  })
})

describe('closedSpans', () => {
  const workspace = week(open(['09:00', '18:00']))

  it('returns the times outside the hours of the workspace or the staff member', () => {
    const staff = week(open(['11:00', '20:00']))
    expect(closedSpans({ workspace, staff, isHoliday: false }, monday)).toEqual([
      { start: 0, end: 660 },
      { start: 1080, end: 1440 },
    ])
    expect(closedSpans({ workspace: null, staff: null, isHoliday: false }, monday)).toEqual([])
  })

  it('returns the whole day on a holiday', () => {
    expect(closedSpans({ workspace, staff: null, isHoliday: true }, monday)).toEqual([
      { start: 0, end: 1440 },
    ])
    expect(outside([])).toEqual([{ start: 0, end: 1440 }])
  })
})

describe('holidayOn', () => {
  const holiday = (
    anchorDate: string,
    frequency?: 'daily' | 'weekly' | 'monthly' | 'yearly',
    dayOfWeek?: number,
  ) => ({
    name: 'Holiday',
    anchorDate,
    isRecurring: frequency !== undefined,
    recurrenceRule: frequency ? { frequency, dayOfWeek: dayOfWeek ?? null } : null,
  })

  it.each([
    ['once', holiday('2026-11-16'), '2026-11-16', true],
    ['once, another day', holiday('2026-11-16'), '2027-11-16', false],
    ['weekly', holiday('2026-11-06', 'weekly'), '2026-11-20', true],
    ['weekly by weekday', holiday('2026-11-01', 'weekly', 5), '2026-11-20', true],
    ['before its start', holiday('2026-11-27', 'weekly'), '2026-11-20', false],
    ['monthly on the last day', holiday('2026-01-31', 'monthly'), '2026-02-28', true],
    ['monthly', holiday('2026-01-31', 'monthly'), '2026-03-30', false],
    ['yearly', holiday('2020-02-29', 'yearly'), '2026-02-28', true],
    ['yearly, another month', holiday('2020-01-07', 'yearly'), '2026-02-07', false],
    ['daily', holiday('2026-01-01', 'daily'), '2026-05-05', true],
  ])('finds a holiday: %s', (_, each, date, expected) => {
    expect(holidayOn([each], date) !== null).toBe(expected)
  })
})

describe('skippedSpans', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29', [{ start: 120, end: 180 }]],
    ['Africa/Cairo', '2026-04-24', [{ start: 0, end: 60 }]],
    ['Australia/Lord_Howe', '2026-10-04', [{ start: 120, end: 150 }]],
    ['Europe/Berlin', '2026-10-25', []],
    ['Europe/Berlin', '2026-03-28', []],
    ['America/New_York', '2026-03-08', [{ start: 120, end: 180 }]],
    ['Asia/Tokyo', '2026-03-29', []],
    ['Pacific/Norfolk', '2026-10-04', [{ start: 120, end: 180 }]],
  ])('returns the hour that does not exist in %s on %s', (zone, date, expected) => {
    expect(skippedSpans(zone, date)).toEqual(expected)
  })
})

describe('firstMinute', () => {
  it('returns the earliest of the opening time and the first session, or 8 o’clock', () => {
    const nineToFive = [
      { start: 0, end: 540 },
      { start: 1020, end: 1440 },
    ]
    const eleven = [{ start: 0, end: 660 }]
    expect(firstMinute([eleven, nineToFive], [])).toBe(540)
    expect(firstMinute([nineToFive], [{ start: 450, end: 480 }])).toBe(450)
    expect(firstMinute([[]], [])).toBe(480)
    expect(firstMinute([[{ start: 0, end: 1440 }]], [])).toBe(480)
  })
})
