import { ObjectId } from 'mongodb'
import type { Family } from './case.ts'
import { MISSING, decimal, double, evaluates, long, onPage, rejection } from './case.ts'

const at = (text: string) => new Date(text)
// oxlint-disable-next-line unicorn/no-thenable -- `then` is MongoDB's name, and nothing awaits this
const branch = (test: unknown, result: unknown) => ({ case: test, then: result })

export const expressionNumbers: Family = {
  name: 'expressions: numbers, comparison, conditions, types',
  cases: [
    ...onPage('reference/operator/aggregation/add', [
      evaluates('returns an int for two ints', { $add: [1, 2] }, 3),
      evaluates('returns a long when ints overflow', { $add: [2147483647, 1] }, long(2147483648)),
      evaluates('returns a double for int and double', { $add: [1, double(2)] }, double(3)),
      evaluates('returns a long for int and long', { $add: [1, long(2)] }, long(3)),
      evaluates('adds decimals exactly', { $add: [decimal('0.1'), decimal('0.2')] }, decimal('0.3')),
      evaluates(
        'returns a date for a date and a number',
        { $add: [at('2024-01-01'), 1000] },
        at('2024-01-01T00:00:01Z'),
      ),
      evaluates('returns null for null', { $add: [1, null] }, null),
      evaluates('returns null for a missing field', { $add: [1, '$z'] }, null),
      evaluates('returns zero without arguments', { $add: [] }, 0),
      { ...evaluates('rejects a string', { $add: [1, 'x'] }, rejection(14)), since: '6.1' },
    ]),
    ...onPage('reference/operator/aggregation/subtract', [
      evaluates('subtracts an int from an int', { $subtract: [1, 5] }, -4),
      evaluates(
        'returns milliseconds as a long for two dates',
        { $subtract: [at('2024-01-01T00:00:01Z'), at('2024-01-01')] },
        long(1000),
      ),
      evaluates(
        'returns a date for a date minus a number',
        { $subtract: [at('2024-01-01T00:00:01Z'), 1000] },
        at('2024-01-01'),
      ),
      evaluates('returns null for null', { $subtract: [null, 1] }, null),
      evaluates('rejects a single argument', { $subtract: [1] }, rejection(16020)),
      evaluates('rejects a number minus a date', { $subtract: [1, at('2024-01-01')] }, rejection(14, 16556)),
    ]),
    ...onPage('reference/operator/aggregation/multiply', [
      evaluates('returns a long when ints overflow', { $multiply: [2147483647, 2] }, long(4294967294)),
      evaluates(
        'returns a decimal for a decimal factor',
        { $multiply: [decimal('1.10'), 3] },
        decimal('3.30'),
      ),
      evaluates('returns null for null', { $multiply: [2, null] }, null),
    ]),
    ...onPage('reference/operator/aggregation/divide', [
      evaluates('returns a double for two ints', { $divide: [6, 3] }, double(2)),
      evaluates(
        'keeps 34 digits of decimals',
        { $divide: [decimal('1'), 3] },
        decimal('0.3333333333333333333333333333333333'),
      ),
      evaluates('rejects division by zero', { $divide: [1, 0] }, rejection(2, 16608)),
      evaluates('returns null for null', { $divide: [null, 2] }, null),
    ]),
    ...onPage('reference/operator/aggregation/mod', [
      evaluates('returns a remainder with the sign of the dividend', { $mod: [-7, 3] }, -1),
      evaluates('returns a double for doubles', { $mod: [5.5, 2] }, 1.5),
      evaluates('rejects division by zero', { $mod: [1, 0] }, rejection(16610, 2)),
    ]),
    ...onPage('reference/operator/aggregation/round', [
      evaluates('rounds a half down to an even number', { $round: [2.5] }, double(2)),
      evaluates('rounds a half up to an even number', { $round: [3.5] }, double(4)),
      evaluates('rounds to decimal places', { $round: [19.25, 1] }, 19.2),
      evaluates('rounds to places before the decimal point', { $round: [1250, -2] }, 1200),
      evaluates('keeps an int', { $round: [7, 1] }, 7),
      evaluates('keeps a decimal', { $round: [decimal('2.675'), 2] }, decimal('2.68')),
      evaluates('returns null for null', { $round: [null] }, null),
    ]),
    ...onPage('reference/operator/aggregation/trunc', [
      evaluates('truncates toward zero', { $trunc: [-7.8] }, double(-7)),
      evaluates('truncates to decimal places', { $trunc: [7.89, 1] }, 7.8),
    ]),
    ...onPage('reference/operator/aggregation/ceil', [
      evaluates('rounds up', { $ceil: -2.8 }, double(-2)),
      evaluates('keeps an int', { $ceil: 5 }, 5),
    ]),
    ...onPage('reference/operator/aggregation/floor', [
      evaluates('rounds down', { $floor: -2.2 }, double(-3)),
      evaluates('returns null for null', { $floor: '$z' }, null),
    ]),
    ...onPage('reference/operator/aggregation/abs', [
      evaluates('returns a long for the lowest int', { $abs: -2147483648 }, long(2147483648)),
      evaluates('returns null for a missing field', { $abs: '$z' }, null),
    ]),
    ...onPage('reference/operator/aggregation/pow', [
      evaluates('returns an int for ints', { $pow: [2, 10] }, 1024),
      evaluates('returns a long when ints overflow', { $pow: [2, 40] }, long(1099511627776)),
      evaluates('returns a double for a negative exponent', { $pow: [2, -1] }, 0.5),
    ]),
    ...onPage('reference/operator/aggregation/sqrt', [
      evaluates('returns a double', { $sqrt: 25 }, double(5)),
      evaluates('rejects a negative number', { $sqrt: -1 }, rejection(28714)),
    ]),
    ...onPage('reference/operator/aggregation/sum', [
      evaluates('ignores values in an array that are not numbers', { $sum: '$a' }, 6, {
        a: [1, 2, 'x', null, 3],
      }),
      evaluates('does not add up arrays among several arguments', { $sum: ['$a', 1] }, 1, { a: [5] }),
      evaluates('returns zero for a missing field', { $sum: '$z' }, 0),
      evaluates('returns the widest type', { $sum: [1, long(2)] }, long(3)),
    ]),
    ...onPage('reference/operator/aggregation/avg', [
      evaluates('returns a double', { $avg: [[1, 2]] }, 1.5),
      evaluates('returns null for an array without numbers', { $avg: [['x']] }, null),
      evaluates(
        'returns a decimal for decimals',
        { $avg: [[decimal('1.1'), decimal('1.3')]] },
        decimal('1.2'),
      ),
    ]),
    ...onPage('reference/operator/aggregation/max', [
      evaluates('compares in type order', { $max: [[1, 'a', null]] }, 'a'),
      evaluates('ignores null and missing', { $max: [null, '$z', 3] }, 3),
    ]),
    ...onPage('reference/operator/aggregation/min', [
      evaluates('ignores null', { $min: [[null, 5, 'x']] }, 5),
      evaluates('returns null without values', { $min: [[]] }, null),
    ]),
    ...onPage('reference/operator/aggregation/eq', [
      evaluates('compares numbers by value', { $eq: [1, decimal('1.0')] }, true),
      evaluates('distinguishes null from missing', { $eq: [null, '$z'] }, false),
      evaluates('treats two missing values as equal', { $eq: ['$y', '$z'] }, true),
      evaluates('compares whole arrays', { $eq: ['$a', 1] }, false, { a: [1] }),
      evaluates(
        'compares documents including their field order',
        {
          $eq: [
            { a: 1, b: 2 },
            { b: 2, a: 1 },
          ],
        },
        false,
      ),
    ]),
    ...onPage('reference/operator/aggregation/gt', [
      evaluates('compares across types', { $gt: ['x', 5] }, true),
      evaluates('orders null above missing', { $gt: [null, '$z'] }, true),
      evaluates('orders an array above a document', { $gt: [[], { a: 1 }] }, true),
    ]),
    ...onPage('reference/operator/aggregation/lt', [
      evaluates('orders a number below a string', { $lt: [99, ''] }, true),
      evaluates('orders missing below null', { $lt: ['$z', null] }, true),
    ]),
    ...onPage('reference/operator/aggregation/cmp', [
      evaluates(
        'returns -1, 0 or 1',
        [{ $cmp: [1, 9] }, { $cmp: [1, double(1)] }, { $cmp: ['b', 'a'] }],
        [-1, 0, 1],
      ),
    ]),
    ...onPage('reference/operator/aggregation/and', [
      evaluates('returns true without arguments', { $and: [] }, true),
      evaluates(
        'treats zero, null and missing as false',
        [{ $and: [0] }, { $and: [null] }, { $and: ['$z'] }, { $and: ['', []] }],
        [false, false, false, true],
      ),
    ]),
    ...onPage('reference/operator/aggregation/or', [
      evaluates('returns false without arguments', { $or: [] }, false),
      evaluates('treats an empty string as true', { $or: [0, ''] }, true),
    ]),
    ...onPage('reference/operator/aggregation/not', [
      evaluates('negates a value in a list', { $not: [false] }, true),
      evaluates('returns true for a missing field', { $not: ['$z'] }, true),
    ]),
    ...onPage('reference/operator/aggregation/cond', [
      evaluates('accepts three arguments', { $cond: [{ $gt: ['$a', 1] }, 'big', 'small'] }, 'small', {
        a: 1,
      }),
      evaluates('can return a missing value', { $cond: [true, '$z', 1] }, MISSING),
      evaluates('evaluates only the chosen branch', { $cond: [true, 1, { $divide: [1, '$a'] }] }, 1, {
        a: 0,
      }),
      evaluates('rejects two arguments', { $cond: [true, 1] }, rejection(16020)),
    ]),
    ...onPage('reference/operator/aggregation/ifNull', [
      evaluates(
        'returns the first value that is neither null nor missing',
        { $ifNull: ['$z', null, 5, 6] },
        5,
      ),
      evaluates('returns the last value if all others are null', { $ifNull: ['$z', null] }, null),
      evaluates('can return a missing last value', { $ifNull: [null, '$z'] }, MISSING),
    ]),
    ...onPage('reference/operator/aggregation/switch', [
      evaluates(
        'returns the first case that is true',
        {
          $switch: {
            branches: [branch(false, 1), branch(true, 2)],
            default: 3,
          },
        },
        2,
      ),
      evaluates(
        'returns the default if no case is true',
        {
          $switch: {
            branches: [branch(null, 1)],
            default: 3,
          },
        },
        3,
      ),
      evaluates(
        'rejects an unmatched value without a default',
        {
          $switch: {
            branches: [branch('$z', 1)],
          },
        },
        rejection(40066),
      ),
    ]),
    ...onPage('reference/operator/aggregation/type', [
      evaluates(
        'returns the name of each type',
        { $map: { input: ['$i', '$l', '$d', '$n', '$s', '$a', '$o'], in: { $type: '$$this' } } },
        ['int', 'long', 'double', 'decimal', 'string', 'array', 'object'],
        { i: 1, l: long(1), d: double(1), n: decimal('1'), s: '', a: [], o: {} },
      ),
      evaluates('returns "missing" for a missing field', { $type: '$z' }, 'missing'),
      evaluates('returns "null" for null', { $type: null }, 'null'),
    ]),
    ...onPage('reference/operator/aggregation/convert', [
      evaluates('returns onNull for null', { $convert: { input: '$z', to: 'int', onNull: 7 } }, 7),
      evaluates(
        'returns onError for a failed conversion',
        { $convert: { input: 'x', to: 'int', onError: -1 } },
        -1,
      ),
      evaluates('accepts the number of a type', { $convert: { input: '5', to: 16 } }, 5),
      evaluates(
        'rejects a failed conversion without onError',
        { $convert: { input: 'x', to: 'int' } },
        rejection(241),
      ),
    ]),
    ...onPage('reference/operator/aggregation/toInt', [
      evaluates('truncates a double', { $toInt: 5.9 }, 5),
      evaluates('parses a string', { $toInt: '-5' }, -5),
      evaluates('converts true to 1', { $toInt: true }, 1),
      evaluates('rejects a string with a fraction', { $toInt: '5.5' }, rejection(241)),
      evaluates('rejects a number that does not fit', { $toInt: long(2147483648) }, rejection(241)),
      evaluates('returns null for null', { $toInt: null }, null),
    ]),
    ...onPage('reference/operator/aggregation/toLong', [
      evaluates('converts a date to milliseconds', { $toLong: at('1970-01-01T00:00:01Z') }, long(1000)),
      evaluates('parses a string', { $toLong: '5' }, long(5)),
    ]),
    ...onPage('reference/operator/aggregation/toDouble', [
      evaluates('converts an int', { $toDouble: 5 }, double(5)),
      evaluates('parses a string', { $toDouble: '2.5e1' }, double(25)),
    ]),
    ...onPage('reference/operator/aggregation/toDecimal', [
      evaluates('keeps the digits of a string', { $toDecimal: '1.10' }, decimal('1.10')),
      evaluates('keeps 15 digits of a double', { $toDecimal: 2.5 }, decimal('2.50000000000000')),
      evaluates('converts an int', { $toDecimal: 5 }, decimal('5')),
    ]),
    ...onPage('reference/operator/aggregation/toString', [
      evaluates(
        'converts numbers',
        [{ $toString: 5 }, { $toString: 2.5 }, { $toString: long(7) }, { $toString: decimal('1.10') }],
        ['5', '2.5', '7', '1.10'],
      ),
      evaluates(
        'converts a date to ISO 8601',
        { $toString: at('2018-03-27T16:58:51.538Z') },
        '2018-03-27T16:58:51.538Z',
      ),
      evaluates(
        'converts an ObjectId to hexadecimal',
        { $toString: new ObjectId('5ab9c3da31c2ab715d421285') },
        '5ab9c3da31c2ab715d421285',
      ),
      evaluates('rejects an array', { $toString: [[1]] }, rejection(241)),
    ]),
    ...onPage('reference/operator/aggregation/toBool', [
      evaluates(
        'converts any string to true',
        [{ $toBool: 'false' }, { $toBool: '' }, { $toBool: 0 }, { $toBool: 0.1 }],
        [true, true, false, true],
      ),
    ]),
    ...onPage('reference/operator/aggregation/toDate', [
      evaluates('converts a long as milliseconds', { $toDate: long(1000) }, at('1970-01-01T00:00:01Z')),
      evaluates('parses a string', { $toDate: '2018-03-20' }, at('2018-03-20')),
      evaluates(
        'reads the seconds of an ObjectId',
        { $toDate: new ObjectId('5ab9c3da0000000000000000') },
        new Date(0x5ab9c3da * 1000),
      ),
      evaluates('rejects an invalid string', { $toDate: 'Friday' }, rejection(241)),
    ]),
    ...onPage('reference/operator/aggregation/toObjectId', [
      evaluates(
        'converts 24 hexadecimal digits',
        { $toObjectId: '5ab9cbfa31c2ab715d42129e' },
        new ObjectId('5ab9cbfa31c2ab715d42129e'),
      ),
      evaluates('rejects 23 hexadecimal digits', { $toObjectId: '5ab9cbfa31c2ab715d42129' }, rejection(241)),
    ]),
    ...onPage('reference/operator/aggregation/isNumber', [
      evaluates(
        'returns true only for numbers',
        [{ $isNumber: decimal('1') }, { $isNumber: '1' }, { $isNumber: '$z' }],
        [true, false, false],
      ),
    ]),
    ...onPage('reference/operator/aggregation', [
      evaluates('rejects an unknown operator', { $nope: 1 }, rejection(168)),
      evaluates('rejects two operators in one document', { $add: [1], $abs: 1 }, rejection(15983)),
      evaluates('does not follow a path into an array within an array', '$a.b', [2], {
        a: [[{ b: 1 }], { b: 2 }, []],
      }),
      evaluates('follows a path through arrays and skips missing values', '$a.b', [1, 2], {
        a: [{ b: 1 }, { c: 5 }, 7, { b: 2 }],
      }),
      evaluates('treats a number in a path as a field name, not an index', '$a.0', [], { a: [1, 2] }),
      evaluates('converts a missing value in a list to null', ['$z', 1], [null, 1]),
      evaluates('omits a missing value from a document', { a: '$z', b: 1 }, { b: 1 }),
    ]),
    ...onPage('reference/aggregation-variables', [
      evaluates('provides the document as $$ROOT', '$$ROOT', { _id: 1, a: 2 }, { a: 2 }),
      evaluates('reads fields of $$ROOT', '$$ROOT.a', 2, { a: 2 }),
      evaluates('treats $$REMOVE as missing', { a: '$$REMOVE', b: { $type: '$$REMOVE' } }, { b: 'missing' }),
      evaluates('provides a date as $$NOW', { $type: '$$NOW' }, 'date'),
      evaluates('rejects an unknown variable', '$$nope', rejection(17276)),
    ]),
    ...onPage('reference/operator/aggregation/let', [
      evaluates(
        'binds variables inside its expression',
        { $let: { vars: { x: 2, y: '$a' }, in: { $multiply: ['$$x', '$$y'] } } },
        6,
        { a: 3 },
      ),
      evaluates(
        'can rebind a variable in a nested $let',
        { $let: { vars: { x: 1 }, in: { $let: { vars: { x: { $add: ['$$x', 1] } }, in: '$$x' } } } },
        2,
      ),
    ]),
    ...onPage('reference/operator/aggregation/literal', [
      evaluates('does not evaluate its argument', { $literal: { $add: [1, 2] } }, { $add: [1, 2] }),
    ]),
  ],
}
