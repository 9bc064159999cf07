import { ObjectId } from 'mongodb'
import type { Family } from './case.ts'
import { evaluates, long, onPage, rejection } from './case.ts'

const at = (text: string) => new Date(text)
const page = (name: string) => `reference/operator/aggregation/${name}`

export const expressionDates: Family = {
  name: 'expressions: dates',
  cases: [
    ...onPage(page('dateToString'), [
      evaluates(
        'formats as ISO 8601 by default',
        { $dateToString: { date: at('2014-01-01T08:15:39.736Z') } },
        '2014-01-01T08:15:39.736Z',
      ),
      evaluates(
        'accepts format specifiers',
        {
          $dateToString: {
            format: '%Y-%m-%d %H:%M:%S:%L %j %w %u %U %V %G',
            date: at('2014-01-01T08:15:39.736Z'),
          },
        },
        '2014-01-01 08:15:39:736 001 4 3 00 01 2014',
      ),
      evaluates(
        'accepts a time zone',
        {
          $dateToString: {
            format: '%H:%M %z',
            date: at('2014-01-01T08:15:39.736Z'),
            timezone: 'America/New_York',
          },
        },
        '03:15 -0500',
      ),
      evaluates('returns onNull for null', { $dateToString: { date: null, onNull: 'none' } }, 'none'),
      evaluates('rejects a string', { $dateToString: { date: '2014' } }, rejection(16006)),
    ]),
    ...onPage(page('dateFromString'), [
      evaluates(
        'parses ISO 8601 with an offset',
        { $dateFromString: { dateString: '2017-02-08T12:10:40.787+02:00' } },
        at('2017-02-08T10:10:40.787Z'),
      ),
      evaluates(
        'accepts a format',
        { $dateFromString: { dateString: '06-15-2018', format: '%m-%d-%Y' } },
        at('2018-06-15'),
      ),
      evaluates(
        'accepts a time zone',
        { $dateFromString: { dateString: '2017-02-08', timezone: 'America/New_York' } },
        at('2017-02-08T05:00:00Z'),
      ),
      evaluates(
        'returns onError for an invalid string',
        { $dateFromString: { dateString: 'x', onError: null } },
        null,
      ),
      evaluates('rejects an invalid string', { $dateFromString: { dateString: 'x' } }, rejection(241)),
    ]),
    ...onPage(page('dateAdd'), [
      evaluates(
        'adds a month to 31 January',
        { $dateAdd: { startDate: at('2020-01-31'), unit: 'month', amount: 1 } },
        at('2020-02-29'),
      ),
      evaluates(
        'adds a day across a daylight saving change',
        {
          $dateAdd: {
            startDate: at('2021-03-13T17:00:00Z'),
            unit: 'day',
            amount: 1,
            timezone: 'America/New_York',
          },
        },
        at('2021-03-14T16:00:00Z'),
      ),
      evaluates(
        'adds 24 hours across a daylight saving change',
        {
          $dateAdd: {
            startDate: at('2021-03-13T17:00:00Z'),
            unit: 'hour',
            amount: 24,
            timezone: 'America/New_York',
          },
        },
        at('2021-03-14T17:00:00Z'),
      ),
      evaluates('returns null for null', { $dateAdd: { startDate: '$z', unit: 'day', amount: 1 } }, null),
    ]),
    ...onPage(page('dateDiff'), [
      evaluates(
        'counts unit boundaries',
        { $dateDiff: { startDate: at('2020-12-31T23:59:59Z'), endDate: at('2021-01-01'), unit: 'year' } },
        long(1),
      ),
      evaluates(
        'returns a negative number for an earlier end date',
        { $dateDiff: { startDate: at('2021-01-02'), endDate: at('2021-01-01'), unit: 'hour' } },
        long(-24),
      ),
      evaluates(
        'starts weeks on Sunday',
        { $dateDiff: { startDate: at('2021-01-02'), endDate: at('2021-01-03'), unit: 'week' } },
        long(1),
      ),
    ]),
    ...onPage(page('dateTrunc'), [
      evaluates(
        'truncates to a quarter',
        { $dateTrunc: { date: at('2021-05-20T10:00:00Z'), unit: 'quarter' } },
        at('2021-04-01'),
      ),
      evaluates(
        'truncates to two weeks',
        { $dateTrunc: { date: at('2021-03-20T11:30:05Z'), unit: 'week', startOfWeek: 'Monday' } },
        at('2021-03-15'),
      ),
      evaluates(
        'truncates to a day in a time zone',
        { $dateTrunc: { date: at('2021-03-20T02:00:00Z'), unit: 'day', timezone: 'America/New_York' } },
        at('2021-03-19T04:00:00Z'),
      ),
    ]),
    ...onPage(page('dateFromParts'), [
      evaluates(
        'accepts parts that overflow',
        { $dateFromParts: { year: 2017, month: 14, day: 0 } },
        at('2018-01-31'),
      ),
      evaluates(
        'accepts an ISO week',
        { $dateFromParts: { isoWeekYear: 2017, isoWeek: 6, isoDayOfWeek: 4, hour: 12 } },
        at('2017-02-09T12:00:00Z'),
      ),
    ]),
    ...onPage(page('dateToParts'), [
      evaluates(
        'returns the parts',
        { $dateToParts: { date: at('2017-01-01T01:29:09.123Z') } },
        { year: 2017, month: 1, day: 1, hour: 1, minute: 29, second: 9, millisecond: 123 },
      ),
    ]),
    ...onPage(page('dayOfWeek'), [evaluates('returns 1 for Sunday', { $dayOfWeek: at('2024-03-03') }, 1)]),
    ...onPage(page('week'), [evaluates('returns 0 before the first Sunday', { $week: at('2016-01-02') }, 0)]),
    ...onPage(page('isoWeek'), [
      evaluates('assigns a week to the year of its Thursday', { $isoWeek: at('2021-01-03') }, 53),
      evaluates('returns the ISO week year as a long', { $isoWeekYear: at('2021-01-03') }, long(2020)),
    ]),
    ...onPage(page('year'), [
      evaluates(
        'accepts a time zone',
        { $year: { date: at('2024-01-01T01:00:00Z'), timezone: 'America/New_York' } },
        2023,
      ),
      evaluates('accepts an ObjectId', { $year: new ObjectId('5ab9c3da0000000000000000') }, 2018),
      evaluates('returns null for null', { $year: null }, null),
      evaluates('rejects a string', { $year: '2024' }, rejection(16006)),
    ]),
  ],
}
