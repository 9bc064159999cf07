import fc from 'fast-check'
import { addDays } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { isHoliday, recurrenceRuleFor } from './holiday.rules.ts'
import type { StoredHoliday } from './holiday.store.ts'
import { toCalendar, toHoliday } from './holiday.view.ts'

const holiday = (more: Partial<StoredHoliday> = {}): StoredHoliday => ({
  id: 'a'.repeat(24),
  workspaceId: 'b'.repeat(24),
  name: 'Eid',
  anchorDate: '2027-03-10',
  isRecurring: false,
  recurrenceRule: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  ...more,
})

const recurring = (
  anchorDate: string,
  frequency: 'daily' | 'weekly' | 'monthly' | 'yearly',
  dayOfWeek: number | null = null,
) => holiday({ anchorDate, isRecurring: true, recurrenceRule: { frequency, dayOfWeek } })

describe('toHoliday', () => {
  // These dates were checked by hand with a calendar.
  it.each([
    [holiday(), '2030-01-01', '2027-03-10', 'a non-recurring holiday keeps its date, even in the past'],
    [recurring('2027-01-31', 'monthly'), '2027-02-01', '2027-02-28', 'the 31st in a short month'],
    [recurring('2027-01-31', 'monthly'), '2027-03-01', '2027-03-31', 'from the anchor, not from the 28th'],
    [recurring('2027-01-31', 'monthly'), '2028-02-01', '2028-02-29', 'the 31st in a leap February'],
    [recurring('2027-01-31', 'monthly'), '2027-04-30', '2027-04-30', 'on the day itself'],
    [recurring('2024-02-29', 'yearly'), '2027-01-01', '2027-02-28', '29 February in another year'],
    [recurring('2024-02-29', 'yearly'), '2027-03-01', '2028-02-29', '29 February in a leap year'],
    [recurring('2027-03-10', 'weekly'), '2027-03-11', '2027-03-17', "weekly on the anchor's day"],
    [recurring('2027-03-10', 'weekly', 0), '2027-03-11', '2027-03-14', 'weekly on Sunday'],
    [recurring('2027-03-10', 'weekly', 3), '2027-03-24', '2027-03-24', 'weekly on the day itself'],
    [recurring('2027-03-10', 'daily'), '2027-05-05', '2027-05-05', 'daily'],
    [recurring('2027-03-10', 'yearly'), '2020-01-01', '2027-03-10', 'never before the anchor'],
    [recurring('2027-12-31', 'monthly'), '2028-01-01', '2028-01-31', 'across the end of a year'],
    [
      recurring('2999-12-31', 'weekly', 0),
      '2027-01-01',
      '2999-12-31',
      'its own date when no occurrence is left',
    ],
  ])('resolves %o, as of %s, to %s (%s)', (each, from, wanted) => {
    expect(toHoliday(each, from).date).toBe(`${wanted}T00:00:00.000Z`)
  })

  it('returns an occurrence on or after both the given day and the original date', () => {
    const frequency = fc.constantFrom(
      'daily' as const,
      'weekly' as const,
      'monthly' as const,
      'yearly' as const,
    )
    const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2000-01-01', days))
    fc.assert(
      fc.property(frequency, day, day, (each, anchor, from) => {
        const next = toHoliday(recurring(anchor, each), from).date.slice(0, 10)
        expect(next >= from && next >= anchor).toBe(true)
        expect(isHoliday([recurring(anchor, each)], next)).toBe(true)
      }),
    )
  })
})

describe('isHoliday', () => {
  it('finds no occurrence after the last supported date', () => {
    expect(isHoliday([recurring('2999-12-31', 'weekly', 0)], '2999-12-31')).toBe(false)
  })
})

describe('toCalendar', () => {
  it('sorts holidays by their next occurrence', () => {
    const listed = toCalendar(
      [
        recurring('2027-01-31', 'monthly'),
        holiday({ anchorDate: '2020-01-01' }),
        recurring('2020-02-14', 'yearly'),
      ],
      '2027-02-01',
    )
    expect(listed.map(({ date }) => date.slice(0, 10))).toEqual(['2020-01-01', '2027-02-14', '2027-02-28'])
  })
})

describe('recurrenceRuleFor', () => {
  it('drops the recurrence rule of a non-recurring holiday and requires one for a recurring holiday', () => {
    const rule = { frequency: 'daily' as const, dayOfWeek: null }
    expect(recurrenceRuleFor(holiday({ recurrenceRule: rule }))).toBeNull()
    expect(recurrenceRuleFor(holiday({ isRecurring: true, recurrenceRule: rule }))).toEqual(rule)
    expect(() => recurrenceRuleFor(holiday({ isRecurring: true }))).toThrow(/recurrenceRule is required/)
  })
})
