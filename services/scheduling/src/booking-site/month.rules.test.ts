import { describe, expect, it } from 'vitest'
import { addMonths, clampMonth, firstWeekdayIn, isMonth, lastDayOf, weeksOf } from './month.rules.ts'

describe('addMonths', () => {
  it('counts across years in both directions', () => {
    expect(addMonths('2026-11', 2)).toBe('2027-01')
    expect(addMonths('2027-01', -1)).toBe('2026-12')
    expect(lastDayOf('2028-02')).toBe('2028-02-29')
  })
})

describe('isMonth', () => {
  it.each([
    ['2026-11', true],
    ['2026-13', false],
    ['2026-1', false],
    [undefined, false],
  ])('maps %s to %s', (text, expected) => {
    expect(isMonth(text)).toBe(expected)
  })
})

describe('clampMonth', () => {
  it('keeps a month within the bookable days', () => {
    expect(clampMonth('2026-01', '2026-11-17', '2027-01-15')).toBe('2026-11')
    expect(clampMonth('2026-12', '2026-11-17', '2027-01-15')).toBe('2026-12')
    expect(clampMonth('2030-01', '2026-11-17', '2027-01-15')).toBe('2027-01')
  })
})

describe('weeksOf', () => {
  it('starts weeks on the given day and fills them with empty cells', () => {
    const fromMonday = weeksOf('2026-11', 1)
    expect(fromMonday[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(fromMonday).toHaveLength(6)
    expect(fromMonday.at(-1)?.[0]).toBe('2026-11-30')
    expect(weeksOf('2026-11', 0)[0]?.[0]).toBe('2026-11-01')
  })
})

describe('firstWeekdayIn', () => {
  it('returns Monday for Germany, Saturday for Egypt, and Monday without a country', () => {
    expect(['DE', 'EG', null, 'not a country'].map(firstWeekdayIn)).toEqual([1, 6, 1, 1])
  })
})
