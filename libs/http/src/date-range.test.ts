import { DateOrTimestamp } from '@wp/kernel'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { withDateRange } from './index.ts'

const fields = z.object({ from: DateOrTimestamp.optional(), to: DateOrTimestamp.optional() })
const morning = '2027-03-10T09:00:00.000Z'
const evening = '2027-03-10T19:00:00.000Z'

test.each([
  {},
  { from: '2027-03-10' },
  { to: '2027-03-10' },
  { from: '2027-03-10', to: '2027-03-10' },
  { from: evening, to: morning },
])('%j is a range of days', (query) => {
  expect(withDateRange(fields).parse(query)).toEqual(query)
})

test('a range that ends on a day before its first is refused at from', () => {
  const { error } = withDateRange(fields).safeParse({ from: '2027-03-11', to: morning })
  expect(error?.issues).toMatchObject([{ path: ['from'], message: 'must not be after to' }])
})

test('compared to the instant, the times of one day count', () => {
  const schema = withDateRange(fields, 'instant')
  expect(schema.safeParse({ from: morning, to: evening }).success).toBe(true)
  expect(schema.safeParse({ from: evening, to: morning }).success).toBe(false)
})
