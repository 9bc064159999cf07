import { DateOrTimestamp } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { withDateRange } from './index.ts'

const fields = z.object({ from: DateOrTimestamp.optional(), to: DateOrTimestamp.optional() })
const morning = '2027-03-10T09:00:00.000Z'
const evening = '2027-03-10T19:00:00.000Z'

describe('withDateRange', () => {
  it.each([
    {},
    { from: '2027-03-10' },
    { to: '2027-03-10' },
    { from: '2027-03-10', to: '2027-03-10' },
    { from: evening, to: morning },
  ])('accepts %j when comparing by day', (query) => {
    expect(withDateRange(fields).parse(query)).toEqual(query)
  })

  it('rejects a range that ends on an earlier day than it starts, and reports the `from` field', () => {
    const { error } = withDateRange(fields).safeParse({ from: '2027-03-11', to: morning })
    expect(error?.issues).toMatchObject([{ path: ['from'], message: 'must not be after to' }])
  })

  it('compares times on the same day when comparing by instant', () => {
    const schema = withDateRange(fields, 'instant')
    expect(schema.safeParse({ from: morning, to: evening }).success).toBe(true)
    expect(schema.safeParse({ from: evening, to: morning }).success).toBe(false)
    expect(schema.safeParse({ from: '2027-03-11', to: evening }).success).toBe(false)
  })

  it('lets the handler compare a day with an instant when days depend on a time zone', () => {
    const schema = withDateRange(fields, 'local instant')
    expect(schema.safeParse({ from: '2027-03-11', to: evening }).success).toBe(true)
    expect(schema.safeParse({ from: '2027-03-11', to: '2027-03-10' }).success).toBe(false)
    expect(schema.safeParse({ from: evening, to: morning }).success).toBe(false)
  })
})
