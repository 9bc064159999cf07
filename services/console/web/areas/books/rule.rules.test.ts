import type { CalendarDate } from '@wp/kernel'
import { nextOccurrence } from '@wp/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../i18n/format.rules.ts'
import { datesFrom, frequencies, nextDates, toRuleBody, toRuleFields } from './rule.rules.ts'

const rule = {
  frequency: 'monthly' as const,
  dayOfMonth: 31,
  monthOfYear: null,
  startDate: '2026-01-31',
  endDate: null,
}
const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days))

describe('nextDates', () => {
  it('uses the last day of shorter months and stops at the end of the rule', () => {
    expect(nextDates(rule, '2026-01-31', 3)).toEqual(['2026-02-28', '2026-03-31', '2026-04-30'])
    expect(nextDates({ ...rule, endDate: '2026-03-30' }, '2026-01-31', 3)).toEqual(['2026-02-28'])
  })

  it('finds the same dates as the platform', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...frequencies),
        fc.option(fc.integer({ min: 1, max: 31 })),
        fc.option(fc.integer({ min: 1, max: 12 })),
        day,
        day,
        (frequency, dayOfMonth, monthOfYear, startDate, today) => {
          const schedule = { frequency, dayOfMonth, monthOfYear, startDate, endDate: null }
          const expected = nextOccurrence(
            startDate as CalendarDate,
            schedule,
            addDays(today, 1) as CalendarDate,
          )
          expect(nextDates(schedule, today, 1)).toEqual([expected])
        },
      ),
    )
  })
})

describe('datesFrom', () => {
  it('includes the first day', () => {
    const daily = { ...rule, frequency: 'daily' as const, startDate: '2026-11-17' }
    expect(datesFrom(daily, '2026-11-17', 2)).toEqual(['2026-11-17', '2026-11-18'])
    expect(nextDates(daily, '2026-11-17', 2)).toEqual(['2026-11-18', '2026-11-19'])
  })
})

describe('rule form', () => {
  const place = { today: '2026-11-17', currencyCode: 'EGP' }

  it('starts with a monthly rule from today', () => {
    expect(toRuleFields(null, place)).toMatchObject({ frequency: 'monthly', startDate: '2026-11-17' })
  })

  it('removes the day and month that a frequency does not use', () => {
    const fields = {
      ...toRuleFields(null, place),
      title: 'Rent',
      amount: '100',
      dayOfMonth: '5',
      monthOfYear: '3',
    }
    expect(toRuleBody({ ...fields, frequency: 'daily' })).toMatchObject({
      dayOfMonth: null,
      monthOfYear: null,
    })
    expect(toRuleBody(fields)).toMatchObject({ dayOfMonth: 5, monthOfYear: null, endDate: null })
    expect(toRuleBody({ ...fields, frequency: 'yearly' })).toMatchObject({ dayOfMonth: 5, monthOfYear: 3 })
  })
})
