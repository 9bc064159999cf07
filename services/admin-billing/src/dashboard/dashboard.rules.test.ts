import { CalendarDateString, firstDate, lastDate } from '@wp/kernel'
import { expect, test } from 'vitest'
import { toDays } from './dashboard.rules.ts'

test.each([
  [{}, { from: '2027-02-09', to: '2027-03-10' }],
  [{ to: firstDate }, { from: firstDate, to: firstDate }],
  [{ from: lastDate }, { from: lastDate, to: lastDate }],
])('a time series of %j covers only days that can be shown', (query, days) => {
  expect(toDays(query, '2027-03-10')).toEqual(days)
  for (const day of Object.values(toDays(query, '2027-03-10')))
    expect(CalendarDateString.safeParse(day).success).toBe(true)
})
