import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  CalendarDateString,
  CurrencyCode,
  DateOrTimestamp,
  DateOrUtcTimestamp,
  EmailAddress,
  FreeJson,
  FreeObject,
  HttpUrl,
  IdString,
  QueryBoolean,
  TimeOfDay,
  Timestamp,
  decimal,
  malformed,
  nonBlank,
  notMalformed,
} from './index.ts'

/**
 * Returns the status that a route would answer with: 400 for malformed values, 422 for invalid ones, otherwise 200.
 */
const statusFor = (schema: z.ZodType, value: unknown): number => {
  const result = z.object({ field: schema }).safeParse({ field: value })
  if (result.success) return 200
  return result.error.issues.every(
    (issue) => (issue as { params?: { malformed?: boolean } }).params?.malformed,
  )
    ? 400
    : 422
}

describe('QueryBoolean', () => {
  it('accepts only true and false', () => {
    expect(QueryBoolean.parse('true')).toBe(true)
    expect(QueryBoolean.parse('false')).toBe(false)
    for (const text of ['1', '0', 'yes', 'no', 'on', 'off', 'TRUE', 'False', 'enabled', '', ' true'])
      expect(QueryBoolean.safeParse(text).success).toBe(false)
  })
})

const schemas = {
  IdString,
  Timestamp,
  CalendarDateString,
  DateOrTimestamp,
  DateOrUtcTimestamp,
  TimeOfDay,
  EmailAddress,
  HttpUrl,
  CurrencyCode,
  FreeJson,
  FreeObject,
  'nonBlank(3)': nonBlank(3),
}

describe('schemas', () => {
  it.each<[name: keyof typeof schemas, value: unknown, status: number]>([
    ['IdString', '6af915aa67c8028bdb5165c0', 200],
    ['IdString', 'not-an-id', 400],
    ['IdString', { $ne: null }, 400],
    ['Timestamp', '2027-03-10T09:00:00Z', 200],
    ['Timestamp', '2027-02-30T09:00:00Z', 400],
    ['Timestamp', '2027-03-10T24:00:00Z', 400],
    ['Timestamp', '2027-03-10T09:00:00', 400],
    ['Timestamp', '1900-01-01T00:00:00.000Z', 200],
    ['Timestamp', '2999-12-31T23:59:59.999Z', 200],
    ['Timestamp', '1899-12-31T23:59:59.999Z', 400],
    ['Timestamp', '3000-01-01T00:00:00Z', 400],
    ['Timestamp', '2999-12-31T23:30:00-01:00', 400],
    ['Timestamp', '1900-01-01T00:30:00+01:00', 400],
    ['Timestamp', '9999-12-31T23:30:00-01:00', 400],
    ['Timestamp', '0000-01-01T00:00:00Z', 400],
    ['CalendarDateString', '1900-01-01', 200],
    ['CalendarDateString', '2999-12-31', 200],
    ['CalendarDateString', '1899-12-31', 400],
    ['CalendarDateString', '3000-01-01', 400],
    ['CalendarDateString', '0001-01-01', 400],
    ['DateOrTimestamp', '3000-01-01', 400],
    ['DateOrUtcTimestamp', '2027-03-10T09:00:00', 200],
    ['DateOrUtcTimestamp', '2999-12-31T23:30:00-01:00', 400],
    ['DateOrUtcTimestamp', 'tomorrow', 400],
    ['CalendarDateString', '2027-02-28', 200],
    ['CalendarDateString', '2027-02-29', 400],
    ['DateOrTimestamp', '2027-02-28', 200],
    ['DateOrTimestamp', '2027-02-28T00:00:00.000Z', 200],
    ['DateOrTimestamp', 'tomorrow', 400],
    ['DateOrTimestamp', 20270228, 400],
    ['TimeOfDay', '23:59', 200],
    ['TimeOfDay', '24:00', 400],
    ['TimeOfDay', '9:00', 400],
    ['EmailAddress', 'a@b.example', 200],
    ['EmailAddress', 'a@b', 422],
    ['EmailAddress', `${'a'.repeat(250)}@b.example`, 422],
    ['HttpUrl', 'https://example.com/path?x=1', 200],
    ['HttpUrl', 'javascript:alert(1)', 422],
    ['HttpUrl', 'ftp://example.com', 422],
    ['CurrencyCode', 'KWD', 200],
    ['CurrencyCode', 'kwd', 422],
    ['FreeJson', null, 200],
    ['FreeJson', { $where: ['anything'] }, 200],
    ['FreeJson', undefined, 400],
    ['FreeObject', [], 400],
    ['FreeObject', null, 400],
    ['nonBlank(3)', 'abc', 200],
    ['nonBlank(3)', '   ', 422],
    ['nonBlank(3)', 'abcd', 422],
  ])('gives a %s with the value %j the status %d', (name, value, status) =>
    expect(statusFor(schemas[name], value)).toBe(status),
  )
})

describe('schema normalization', () => {
  it('returns times in UTC with milliseconds', () => {
    expect(Timestamp.parse('2027-03-10T09:00:00+03:00')).toBe('2027-03-10T06:00:00.000Z')
    expect(Timestamp.parse('2027-03-10T09:00:00.123456Z')).toBe('2027-03-10T09:00:00.123Z')
    expect(DateOrTimestamp.parse('2027-03-10T09:00:00Z')).toBe('2027-03-10T09:00:00.000Z')
  })

  it('parses a time without a zone as UTC with DateOrUtcTimestamp', () => {
    expect(DateOrUtcTimestamp.parse('2027-03-10T23:59:59')).toBe('2027-03-10T23:59:59.000Z')
    expect(DateOrUtcTimestamp.parse('2027-03-10T23:30')).toBe('2027-03-10T23:30:00.000Z')
    expect(DateOrUtcTimestamp.parse('2027-03-10T23:30:00-05:00')).toBe('2027-03-11T04:30:00.000Z')
    expect(DateOrUtcTimestamp.parse('2027-03-10')).toBe('2027-03-10')
  })

  it('keeps all keys of a FreeObject, including __proto__', () => {
    const value: unknown = JSON.parse('{"__proto__":{"a":1},"constructor":2,"$gt":3}')
    expect(JSON.stringify(FreeObject.parse(value))).toBe('{"__proto__":{"a":1},"constructor":2,"$gt":3}')
  })

  it('trims and lower-cases an email address', () => {
    expect(EmailAddress.parse('  Ada@Example.COM ')).toBe('ada@example.com')
  })

  it('trims text', () => {
    expect(nonBlank(10).parse('  hello ')).toBe('hello')
  })
})

describe('malformed', () => {
  it('marks every issue in a schema, including nested ones', () => {
    const schema = malformed(z.object({ a: z.string().min(3), b: z.array(z.number().max(1)) }))
    expect(statusFor(schema, { a: 'x', b: [1.5, 'x'] })).toBe(400)
  })

  it('is undone by notMalformed, even for nested marks', () => {
    const schema = notMalformed(z.object({ start: TimeOfDay }))
    expect(statusFor(schema, { start: '24:00' })).toBe(422)
    expect(statusFor(schema, { start: '09:00' })).toBe(200)
  })

  it('does not change valid values or the JSON Schema', () => {
    const plain = z.object({ a: z.string().min(3) })
    expect(malformed(plain).parse({ a: 'abc' })).toEqual({ a: 'abc' })
    expect(z.toJSONSchema(malformed(plain))).toEqual(z.toJSONSchema(plain))
  })
})

describe('JSON Schema', () => {
  it('contains the formats of emails, dates and times', () => {
    const document = z.toJSONSchema(
      z.object({ email: EmailAddress, day: CalendarDateString, at: Timestamp }),
      {
        io: 'input',
      },
    )
    expect(document.properties).toMatchObject({
      email: { format: 'email' },
      day: { format: 'date' },
      at: { format: 'date-time' },
    })
  })
})

describe('decimal', () => {
  it('limits decimal places, even for numbers in exponent notation', () => {
    for (const value of [0, 1.5, 0.0001, -2.25, 1e3, 123456.7891])
      expect(decimal(4).safeParse(value).success).toBe(true)
    for (const value of [0.00001, 33.33333, 1e-7]) expect(decimal(4).safeParse(value).success).toBe(false)
  })
})
