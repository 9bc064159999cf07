import { describe, expect, it } from 'vitest'
import type { Plain } from '../bson/values.ts'
import { Decimal128, Double, Int32, Long, toDoc, toValue } from '../bson/values.ts'
import { compileExpression } from './expression.ts'

const NOW = new Date('2024-02-29T12:00:00Z')
const evaluate = (expression: Plain, doc: { [name: string]: Plain } = {}) =>
  compileExpression(toValue(expression))(toDoc(doc), new Map([['NOW', NOW]]))
const decimal = (text: string) => Decimal128.fromString(text)

describe('compileExpression with numbers', () => {
  it.each<[string, Plain, Plain]>([
    ['returns an int for the sum of two ints', { $add: [1, 2] }, new Int32(3)],
    ['returns a long when ints overflow', { $add: [2147483647, 1] }, Long.fromNumber(2147483648)],
    ['returns a double when longs overflow', { $add: [Long.MAX_VALUE, 1] }, new Double(2 ** 63)],
    ['returns a double for an int plus a double', { $add: [1, new Double(2)] }, new Double(3)],
    ['adds decimals exactly', { $add: [decimal('0.1'), decimal('0.2')] }, decimal('0.3')],
    [
      'rounds a product of decimals to 34 digits',
      { $multiply: [decimal('1234567890123456789'), decimal('1000000000000000001')] },
      decimal('1.234567890123456790234567890123457E+36'),
    ],
    ['converts a double to a decimal with 15 digits', { $toDecimal: 2.5 }, decimal('2.50000000000000')],
    [
      'divides decimals to 34 digits',
      { $divide: [decimal('1'), decimal('3')] },
      decimal('0.3333333333333333333333333333333333'),
    ],
    [
      'omits trailing zeros of an exact decimal quotient',
      { $divide: [decimal('10'), decimal('4')] },
      decimal('2.5'),
    ],
    ['returns a double for the quotient of ints', { $divide: [6, 2] }, new Double(3)],
    ['returns a remainder with the sign of the dividend', { $mod: [-7, 3] }, new Int32(-1)],
    ['rounds 2.5 to the even number 2', { $round: [2.5] }, new Double(2)],
    [
      'rounds 2.675 to 2.67 because the nearest double is less than 2.675',
      { $round: [2.675, 2] },
      new Double(2.67),
    ],
    ['rounds an int to hundreds, with a half rounded to even', { $round: [1250, -2] }, new Int32(1200)],
    ['rounds a negative decimal down with $floor', { $floor: decimal('-1.5') }, decimal('-2')],
    ['compensates rounding errors in a sum of doubles', { $sum: [[0.1, 0.2, 0.3]] }, new Double(0.6)],
    ['returns a double when a power of ints overflows a long', { $pow: [10, 20] }, new Double(1e20)],
  ])('%s', (_name, expression, expected) => {
    expect(evaluate(expression)).toEqual(expected)
  })
})

describe('compileExpression with dates', () => {
  const at = (text: string) => new Date(text)
  it.each<[string, Plain, Plain]>([
    [
      'returns the last day of February for 31 January plus one month',
      { $dateAdd: { startDate: at('2024-01-31'), unit: 'month', amount: 1 } },
      at('2024-02-29'),
    ],
    [
      'keeps the local time when it adds a day across a daylight saving change',
      {
        $dateAdd: {
          startDate: at('2024-03-30T12:00:00Z'),
          unit: 'day',
          amount: 1,
          timezone: 'Europe/Berlin',
        },
      },
      at('2024-03-31T11:00:00Z'),
    ],
    [
      'counts one second across a new year as a difference of one year',
      { $dateDiff: { startDate: at('2023-12-31T23:59:59Z'), endDate: at('2024-01-01'), unit: 'year' } },
      Long.fromNumber(1),
    ],
    [
      'truncates to the start of the week, by default Sunday',
      { $dateTrunc: { date: at('2024-02-29T12:00:00Z'), unit: 'week' } },
      at('2024-02-25'),
    ],
    [
      'truncates to the start of the week on Monday when startOfWeek is monday',
      { $dateTrunc: { date: at('2024-02-25T12:00:00Z'), unit: 'week', startOfWeek: 'monday' } },
      at('2024-02-19'),
    ],
    [
      'truncates to bins of two hours',
      { $dateTrunc: { date: at('2024-02-29T13:59:00Z'), unit: 'hour', binSize: 2 } },
      at('2024-02-29T12:00:00Z'),
    ],
    [
      'truncates to midnight in a time zone',
      { $dateTrunc: { date: at('2024-07-01T23:00:00Z'), unit: 'day', timezone: 'Europe/Berlin' } },
      at('2024-07-01T22:00:00Z'),
    ],
    ['returns the ISO week of a date in early January', { $isoWeek: at('2021-01-03') }, new Int32(53)],
    ['returns the current time for $$NOW', '$$NOW', NOW],
    [
      'formats a date with a format string',
      {
        $dateToString: {
          date: at('2024-02-29T01:02:03.004Z'),
          format: '%Y-%m-%d %H:%M:%S.%L %j %u %V %z %%',
        },
      },
      '2024-02-29 01:02:03.004 060 4 09 +0000 %',
    ],
    [
      'parses a date with a format',
      { $dateFromString: { dateString: '29.02.2024', format: '%d.%m.%Y' } },
      at('2024-02-29'),
    ],
  ])('%s', (_name, expression, expected) => {
    expect(evaluate(expression)).toEqual(expected)
  })
})

describe('compileExpression with names and paths', () => {
  it('rejects an unknown operator with an error that names it', () => {
    expect(() => evaluate({ $nope: 1 })).toThrow(/\$nope/)
  })
  it('rejects an unknown variable at compile time', () => {
    expect(() => compileExpression('$$nope')).toThrow(/nope/)
  })
  it('defines variables only inside the expression that declares them', () => {
    expect(
      evaluate({
        $let: { vars: { x: 2 }, in: { $map: { input: [1, 2], in: { $add: ['$$this', '$$x'] } } } },
      }),
    ).toEqual([new Int32(3), new Int32(4)])
    expect(() => evaluate([{ $let: { vars: { x: 2 }, in: '$$x' } }, '$$x'])).toThrow(/undefined variable: x/)
  })
  it('returns the values of a path in all elements of an array, without the missing ones', () => {
    expect(evaluate('$a.b', { a: [{ b: 1 }, { c: 2 }, 3, { b: 4 }] })).toEqual([new Int32(1), new Int32(4)])
    expect(evaluate('$a.0', { a: [1] })).toEqual([])
  })
})
