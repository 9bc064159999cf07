import { addDays } from '@wp/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { completedAge, flagOf, matchRange } from './reference-range.rules.ts'

const everybody = { gender: 'both', ageFrom: null, ageTo: null, ageUnit: 'years', priority: 0 } as const
const unlimited = { lowLimit: null, highLimit: null, criticalLow: null, criticalHigh: null }

describe('completedAge', () => {
  it.each([
    // the day before, on and after a birthday
    ['1990-05-20', '2020-05-19', 'years', 29],
    ['1990-05-20', '2020-05-20', 'years', 30],
    ['1990-05-20', '2020-05-21', 'years', 30],
    ['2020-05-20', '2020-06-19', 'months', 0],
    ['2020-05-20', '2020-06-20', 'months', 1],
    ['2020-05-20', '2020-06-21', 'months', 1],
    ['2020-05-20', '2020-05-20', 'days', 0],
    ['2020-05-20', '2020-05-21', 'days', 1],
    ['2020-12-31', '2021-01-01', 'days', 1],
    // the day of birth
    ['2020-05-20', '2020-05-20', 'years', 0],
    ['2020-05-20', '2020-05-20', 'months', 0],
    // someone born on 29 February has their birthday on 1 March, except in leap years
    ['2000-02-29', '2001-02-28', 'years', 0],
    ['2000-02-29', '2001-03-01', 'years', 1],
    ['2000-02-29', '2004-02-28', 'years', 3],
    ['2000-02-29', '2004-02-29', 'years', 4],
    ['2000-02-29', '2001-02-28', 'months', 11],
    ['2000-02-29', '2001-03-01', 'months', 12],
    // the 31st counts as the 1st of the next month if the month is shorter
    ['2021-01-31', '2021-02-28', 'months', 0],
    ['2021-01-31', '2021-03-01', 'months', 1],
    ['2021-01-31', '2021-03-30', 'months', 1],
    ['2021-01-31', '2021-03-31', 'months', 2],
    ['2021-01-31', '2021-04-30', 'months', 2],
    ['2021-01-31', '2021-05-01', 'months', 3],
    // days across a leap day
    ['2024-02-28', '2024-03-01', 'days', 2],
    ['2023-02-28', '2023-03-01', 'days', 1],
    // before birth
    ['2020-05-20', '2020-05-19', 'years', null],
  ] as const)(
    'computes the age of someone born on %s as of %s in %s: %s',
    (dateOfBirth, on, unit, expected) => {
      expect(completedAge(dateOfBirth, on, unit)).toBe(expected)
    },
  )

  it('returns an age that increases by at most one from one day to the next and never decreases', () => {
    const day = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1920-01-01', days))
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 40_000 }),
        fc.constantFrom('days', 'months', 'years'),
        (born, days, unit) => {
          const [today, tomorrow] = [addDays(born, days), addDays(born, days + 1)]
          const step = completedAge(born, tomorrow, unit)! - completedAge(born, today, unit)!
          expect(step).toBeOneOf([0, 1])
        },
      ),
    )
  })
})

describe('matchRange', () => {
  it('asks for the age in the unit of the range', () => {
    const newborn = [{ ...everybody, ageTo: 28, ageUnit: 'days' as const }]
    expect(matchRange(newborn, null, (unit) => (unit === 'days' ? 5 : 400))).not.toBeNull()
    expect(matchRange(newborn, null, () => null)).toBeNull()
  })

  it('prefers the lowest priority number, then a range for one gender, then the older one', () => {
    const ranges = [
      { ...everybody, id: 'any' },
      { ...everybody, id: 'women', gender: 'female' as const },
      { ...everybody, id: 'later women', gender: 'female' as const },
      { ...everybody, id: 'fallback', priority: 5 },
    ]
    const idFor = (gender: string | null, all = ranges) => matchRange(all, gender, () => null)?.id
    expect(idFor('female')).toBe('women')
    expect(idFor(null)).toBe('any')
    expect(idFor('female', [...ranges, { ...everybody, id: 'first', priority: -1 }])).toBe('first')
  })
})

describe('flagOf', () => {
  const limits = { lowLimit: 70, highLimit: 99, criticalLow: 50, criticalHigh: 400 }

  it('includes the limits in the normal values', () => {
    expect([69.9, 70, 99, 99.1].map((value) => flagOf(value, limits).flag)).toEqual([
      'low',
      'normal',
      'normal',
      'high',
    ])
  })

  it('marks values beyond the critical limits', () => {
    expect([49, 50, 400, 401].map((value) => flagOf(value, limits).isCritical)).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  it('has no flag without a range or without limits', () => {
    expect(flagOf(5, null)).toEqual({ flag: null, isCritical: false })
    expect(flagOf(5, { ...unlimited, criticalHigh: 4 })).toEqual({ flag: null, isCritical: true })
  })
})
