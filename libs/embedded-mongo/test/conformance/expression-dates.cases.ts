import { ObjectId } from 'mongodb'
import type { Family } from './case.ts'
import { evaluates, long, onPage, refusal } from './case.ts'

const at = (text: string) => new Date(text)
const page = (name: string) => `reference/operator/aggregation/${name}`

export const expressionDates: Family = {
  name: 'expressions: dates',
  cases: [
    ...onPage(page('dateToString'), [
      evaluates(
        'by default as ISO 8601',
        { $dateToString: { date: at('2014-01-01T08:15:39.736Z') } },
        '2014-01-01T08:15:39.736Z',
      ),
      evaluates(
        'with specifiers',
        {
          $dateToString: {
            format: '%Y-%m-%d %H:%M:%S:%L %j %w %u %U %V %G',
            date: at('2014-01-01T08:15:39.736Z'),
          },
        },
        '2014-01-01 08:15:39:736 001 4 3 00 01 2014',
      ),
      evaluates(
        'in a time zone',
        {
          $dateToString: {
            format: '%H:%M %z',
            date: at('2014-01-01T08:15:39.736Z'),
            timezone: 'America/New_York',
          },
        },
        '03:15 -0500',
      ),
      evaluates('null gives onNull', { $dateToString: { date: null, onNull: 'none' } }, 'none'),
      evaluates('a text is refused', { $dateToString: { date: '2014' } }, refusal(16006)),
    ]),
    ...onPage(page('dateFromString'), [
      evaluates(
        'ISO 8601 with an offset',
        { $dateFromString: { dateString: '2017-02-08T12:10:40.787+02:00' } },
        at('2017-02-08T10:10:40.787Z'),
      ),
      evaluates(
        'with a format',
        { $dateFromString: { dateString: '06-15-2018', format: '%m-%d-%Y' } },
        at('2018-06-15'),
      ),
      evaluates(
        'in a time zone',
        { $dateFromString: { dateString: '2017-02-08', timezone: 'America/New_York' } },
        at('2017-02-08T05:00:00Z'),
      ),
      evaluates('nonsense gives onError', { $dateFromString: { dateString: 'x', onError: null } }, null),
      evaluates('nonsense is refused', { $dateFromString: { dateString: 'x' } }, refusal(241)),
    ]),
    ...onPage(page('dateAdd'), [
      evaluates(
        'a month after 31 January',
        { $dateAdd: { startDate: at('2020-01-31'), unit: 'month', amount: 1 } },
        at('2020-02-29'),
      ),
      evaluates(
        'a day over a change of clocks',
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
        '24 hours over a change of clocks',
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
      evaluates('null gives null', { $dateAdd: { startDate: '$z', unit: 'day', amount: 1 } }, null),
    ]),
    ...onPage(page('dateDiff'), [
      evaluates(
        'counts the boundaries',
        { $dateDiff: { startDate: at('2020-12-31T23:59:59Z'), endDate: at('2021-01-01'), unit: 'year' } },
        long(1),
      ),
      evaluates(
        'backwards is negative',
        { $dateDiff: { startDate: at('2021-01-02'), endDate: at('2021-01-01'), unit: 'hour' } },
        long(-24),
      ),
      evaluates(
        'weeks begin on Sunday',
        { $dateDiff: { startDate: at('2021-01-02'), endDate: at('2021-01-03'), unit: 'week' } },
        long(1),
      ),
    ]),
    ...onPage(page('dateTrunc'), [
      evaluates(
        'to the quarter',
        { $dateTrunc: { date: at('2021-05-20T10:00:00Z'), unit: 'quarter' } },
        at('2021-04-01'),
      ),
      evaluates(
        'to two weeks',
        { $dateTrunc: { date: at('2021-03-20T11:30:05Z'), unit: 'week', startOfWeek: 'Monday' } },
        at('2021-03-15'),
      ),
      evaluates(
        'to the day of a time zone',
        { $dateTrunc: { date: at('2021-03-20T02:00:00Z'), unit: 'day', timezone: 'America/New_York' } },
        at('2021-03-19T04:00:00Z'),
      ),
    ]),
    ...onPage(page('dateFromParts'), [
      evaluates(
        'parts may overflow',
        { $dateFromParts: { year: 2017, month: 14, day: 0 } },
        at('2018-01-31'),
      ),
      evaluates(
        'by ISO week',
        { $dateFromParts: { isoWeekYear: 2017, isoWeek: 6, isoDayOfWeek: 4, hour: 12 } },
        at('2017-02-09T12:00:00Z'),
      ),
    ]),
    ...onPage(page('dateToParts'), [
      evaluates(
        'gives the parts',
        { $dateToParts: { date: at('2017-01-01T01:29:09.123Z') } },
        { year: 2017, month: 1, day: 1, hour: 1, minute: 29, second: 9, millisecond: 123 },
      ),
    ]),
    ...onPage(page('dayOfWeek'), [evaluates('Sunday is 1', { $dayOfWeek: at('2024-03-03') }, 1)]),
    ...onPage(page('week'), [evaluates('before the first Sunday is 0', { $week: at('2016-01-02') }, 0)]),
    ...onPage(page('isoWeek'), [
      evaluates('belongs to the year of its Thursday', { $isoWeek: at('2021-01-03') }, 53),
      evaluates('with its year as long', { $isoWeekYear: at('2021-01-03') }, long(2020)),
    ]),
    ...onPage(page('year'), [
      evaluates(
        'in a time zone',
        { $year: { date: at('2024-01-01T01:00:00Z'), timezone: 'America/New_York' } },
        2023,
      ),
      evaluates('of an ObjectId', { $year: new ObjectId('5ab9c3da0000000000000000') }, 2018),
      evaluates('of null is null', { $year: null }, null),
      evaluates('of a text is refused', { $year: '2024' }, refusal(16006)),
    ]),
  ],
}
