import { CalendarDateString, firstDate, lastDate } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { toDateRange } from './dashboard.rules.ts'

describe('toDateRange', () => {
  it.each([
    [{}, { from: '2027-02-09', to: '2027-03-10' }],
    [{ to: firstDate }, { from: firstDate, to: firstDate }],
    [{ from: lastDate }, { from: lastDate, to: lastDate }],
  ])('returns a range of supported dates for %j', (query, range) => {
    const { from, to } = toDateRange(query, '2027-03-10')
    expect({ from, to }).toEqual(range)
    expect(CalendarDateString.safeParse(from).success).toBe(true)
    expect(CalendarDateString.safeParse(to).success).toBe(true)
  })
})
