import { describe, expect, it } from 'vitest'
import type { Plain } from '../bson/values.ts'
import { Decimal128, Double, Int32, Long, toDoc, toValue } from '../bson/values.ts'
import { compileExpression } from './expression.ts'

const NOW = new Date('2024-02-29T12:00:00Z')
const evaluate = (expression: Plain, doc: { [name: string]: Plain } = {}) =>
  compileExpression(toValue(expression))(toDoc(doc), new Map([['NOW', NOW]]))
const decimal = (text: string) => Decimal128.fromString(text)

describe('numbers', () => {
  it.each<[string, Plain, Plain]>([
    ['int + int stays int', { $add: [1, 2] }, new Int32(3)],
    ['an int sum that overflows becomes long', { $add: [2147483647, 1] }, Long.fromNumber(2147483648)],
    ['a long sum that overflows becomes double', { $add: [Long.MAX_VALUE, 1] }, new Double(2 ** 63)],
    ['int + double is double', { $add: [1, new Double(2)] }, new Double(3)],
    ['decimals add exactly', { $add: [decimal('0.1'), decimal('0.2')] }, decimal('0.3')],
    [
      'decimals keep 34 digits',
      { $multiply: [decimal('1234567890123456789'), decimal('1000000000000000001')] },
      decimal('1.234567890123456790234567890123457E+36'),
    ],
    ['a double turns into a decimal of 15 digits', { $toDecimal: 2.5 }, decimal('2.50000000000000')],
    [
      'a quotient of decimals has 34 digits',
      { $divide: [decimal('1'), decimal('3')] },
      decimal('0.3333333333333333333333333333333333'),
    ],
    ['an exact quotient of decimals stays short', { $divide: [decimal('10'), decimal('4')] }, decimal('2.5')],
    ['ints divide into a double', { $divide: [6, 2] }, new Double(3)],
    ['the remainder keeps the sign of the dividend', { $mod: [-7, 3] }, new Int32(-1)],
    ['half is rounded to even', { $round: [2.5] }, new Double(2)],
    ['2.675 lies below the half', { $round: [2.675, 2] }, new Double(2.67)],
    ['tens of an int', { $round: [1250, -2] }, new Int32(1200)],
    ['floor of a negative decimal', { $floor: decimal('-1.5') }, decimal('-2')],
    ['a sum of doubles is compensated', { $sum: [[0.1, 0.2, 0.3]] }, new Double(0.6)],
    ['a power of ints that does not fit is a double', { $pow: [10, 20] }, new Double(1e20)],
  ])('%s', (_name, expression, expected) => {
    expect(evaluate(expression)).toEqual(expected)
  })
})

describe('dates', () => {
  const at = (text: string) => new Date(text)
  it.each<[string, Plain, Plain]>([
    [
      'a month after 31 January',
      { $dateAdd: { startDate: at('2024-01-31'), unit: 'month', amount: 1 } },
      at('2024-02-29'),
    ],
    [
      'a day over a change of clocks keeps the wall clock',
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
      'years between counts new year',
      { $dateDiff: { startDate: at('2023-12-31T23:59:59Z'), endDate: at('2024-01-01'), unit: 'year' } },
      Long.fromNumber(1),
    ],
    [
      'the week of a Sunday begins on it',
      { $dateTrunc: { date: at('2024-02-29T12:00:00Z'), unit: 'week' } },
      at('2024-02-25'),
    ],
    [
      'the week of Monday',
      { $dateTrunc: { date: at('2024-02-25T12:00:00Z'), unit: 'week', startOfWeek: 'monday' } },
      at('2024-02-19'),
    ],
    [
      'bins of two hours',
      { $dateTrunc: { date: at('2024-02-29T13:59:00Z'), unit: 'hour', binSize: 2 } },
      at('2024-02-29T12:00:00Z'),
    ],
    [
      'midnight of a zone',
      { $dateTrunc: { date: at('2024-07-01T23:00:00Z'), unit: 'day', timezone: 'Europe/Berlin' } },
      at('2024-07-01T22:00:00Z'),
    ],
    ['ISO week of 2021-01-03', { $isoWeek: at('2021-01-03') }, new Int32(53)],
    ['NOW', '$$NOW', NOW],
    [
      'format',
      {
        $dateToString: {
          date: at('2024-02-29T01:02:03.004Z'),
          format: '%Y-%m-%d %H:%M:%S.%L %j %u %V %z %%',
        },
      },
      '2024-02-29 01:02:03.004 060 4 09 +0000 %',
    ],
    [
      'parse with a format',
      { $dateFromString: { dateString: '29.02.2024', format: '%d.%m.%Y' } },
      at('2024-02-29'),
    ],
  ])('%s', (_name, expression, expected) => {
    expect(evaluate(expression)).toEqual(expected)
  })
})

describe('names', () => {
  it('refuses an unknown operator, naming it', () => {
    expect(() => evaluate({ $nope: 1 })).toThrow(/\$nope/)
  })
  it('refuses an unknown variable before any document is seen', () => {
    expect(() => compileExpression('$$nope')).toThrow(/nope/)
  })
  it('knows the variables of the expressions around it and no longer outside', () => {
    expect(
      evaluate({
        $let: { vars: { x: 2 }, in: { $map: { input: [1, 2], in: { $add: ['$$this', '$$x'] } } } },
      }),
    ).toEqual([new Int32(3), new Int32(4)])
    expect(() => evaluate([{ $let: { vars: { x: 2 }, in: '$$x' } }, '$$x'])).toThrow(/undefined variable: x/)
  })
  it('maps a path over arrays and drops what is missing', () => {
    expect(evaluate('$a.b', { a: [{ b: 1 }, { c: 2 }, 3, { b: 4 }] })).toEqual([new Int32(1), new Int32(4)])
    expect(evaluate('$a.0', { a: [1] })).toEqual([])
  })
})
