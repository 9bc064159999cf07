import { ObjectId } from 'mongodb'
import type { Family } from './case.ts'
import { MISSING, decimal, double, evaluates, long, onPage, refusal } from './case.ts'

const at = (text: string) => new Date(text)
// oxlint-disable-next-line unicorn/no-thenable -- `then` is MongoDB's name, and nothing awaits this
const branch = (test: unknown, result: unknown) => ({ case: test, then: result })

export const expressionNumbers: Family = {
  name: 'expressions: numbers, comparison, conditions, types',
  cases: [
    ...onPage('reference/operator/aggregation/add', [
      evaluates('int and int make an int', { $add: [1, 2] }, 3),
      evaluates('ints that overflow make a long', { $add: [2147483647, 1] }, long(2147483648)),
      evaluates('int and double make a double', { $add: [1, double(2)] }, double(3)),
      evaluates('int and long make a long', { $add: [1, long(2)] }, long(3)),
      evaluates('decimals add exactly', { $add: [decimal('0.1'), decimal('0.2')] }, decimal('0.3')),
      evaluates(
        'a date and a number make a date',
        { $add: [at('2024-01-01'), 1000] },
        at('2024-01-01T00:00:01Z'),
      ),
      evaluates('null makes null', { $add: [1, null] }, null),
      evaluates('a missing field makes null', { $add: [1, '$z'] }, null),
      evaluates('nothing adds up to zero', { $add: [] }, 0),
      evaluates('a text is refused', { $add: [1, 'x'] }, refusal(14)),
    ]),
    ...onPage('reference/operator/aggregation/subtract', [
      evaluates('int from int', { $subtract: [1, 5] }, -4),
      evaluates(
        'two dates make milliseconds as long',
        { $subtract: [at('2024-01-01T00:00:01Z'), at('2024-01-01')] },
        long(1000),
      ),
      evaluates(
        'a date less a number makes a date',
        { $subtract: [at('2024-01-01T00:00:01Z'), 1000] },
        at('2024-01-01'),
      ),
      evaluates('null makes null', { $subtract: [null, 1] }, null),
      evaluates('one argument is refused', { $subtract: [1] }, refusal(16020)),
      evaluates('a date from a number is refused', { $subtract: [1, at('2024-01-01')] }, refusal(14, 16556)),
    ]),
    ...onPage('reference/operator/aggregation/multiply', [
      evaluates('ints that overflow make a long', { $multiply: [2147483647, 2] }, long(4294967294)),
      evaluates('a decimal makes a decimal', { $multiply: [decimal('1.10'), 3] }, decimal('3.30')),
      evaluates('null makes null', { $multiply: [2, null] }, null),
    ]),
    ...onPage('reference/operator/aggregation/divide', [
      evaluates('two ints make a double', { $divide: [6, 3] }, double(2)),
      evaluates(
        'decimals keep 34 digits',
        { $divide: [decimal('1'), 3] },
        decimal('0.3333333333333333333333333333333333'),
      ),
      evaluates('zero is refused', { $divide: [1, 0] }, refusal(2, 16608)),
      evaluates('null makes null', { $divide: [null, 2] }, null),
    ]),
    ...onPage('reference/operator/aggregation/mod', [
      evaluates('has the sign of the dividend', { $mod: [-7, 3] }, -1),
      evaluates('of doubles is a double', { $mod: [5.5, 2] }, 1.5),
      evaluates('zero is refused', { $mod: [1, 0] }, refusal(16610, 2)),
    ]),
    ...onPage('reference/operator/aggregation/round', [
      evaluates('a half goes to the even neighbour', { $round: [2.5] }, double(2)),
      evaluates('and up when that is even', { $round: [3.5] }, double(4)),
      evaluates('to a place', { $round: [19.25, 1] }, 19.2),
      evaluates('before the point', { $round: [1250, -2] }, 1200),
      evaluates('an int stays an int', { $round: [7, 1] }, 7),
      evaluates('a decimal stays a decimal', { $round: [decimal('2.675'), 2] }, decimal('2.68')),
      evaluates('null is null', { $round: [null] }, null),
    ]),
    ...onPage('reference/operator/aggregation/trunc', [
      evaluates('cuts toward zero', { $trunc: [-7.8] }, double(-7)),
      evaluates('to a place', { $trunc: [7.89, 1] }, 7.8),
    ]),
    ...onPage('reference/operator/aggregation/ceil', [
      evaluates('up', { $ceil: -2.8 }, double(-2)),
      evaluates('an int stays an int', { $ceil: 5 }, 5),
    ]),
    ...onPage('reference/operator/aggregation/floor', [
      evaluates('down', { $floor: -2.2 }, double(-3)),
      evaluates('of null is null', { $floor: '$z' }, null),
    ]),
    ...onPage('reference/operator/aggregation/abs', [
      evaluates('of the lowest int is a long', { $abs: -2147483648 }, long(2147483648)),
      evaluates('of a missing field is null', { $abs: '$z' }, null),
    ]),
    ...onPage('reference/operator/aggregation/pow', [
      evaluates('of ints is an int', { $pow: [2, 10] }, 1024),
      evaluates('of ints that overflow is a long', { $pow: [2, 40] }, long(1099511627776)),
      evaluates('with a negative exponent is a double', { $pow: [2, -1] }, 0.5),
    ]),
    ...onPage('reference/operator/aggregation/sqrt', [
      evaluates('is a double', { $sqrt: 25 }, double(5)),
      evaluates('of a negative number is refused', { $sqrt: -1 }, refusal(28714)),
    ]),
    ...onPage('reference/operator/aggregation/sum', [
      evaluates('of an array ignores what is no number', { $sum: '$a' }, 6, { a: [1, 2, 'x', null, 3] }),
      evaluates('of several arguments does not look into arrays', { $sum: ['$a', 1] }, 1, { a: [5] }),
      evaluates('of nothing is zero', { $sum: '$z' }, 0),
      evaluates('takes the widest type', { $sum: [1, long(2)] }, long(3)),
    ]),
    ...onPage('reference/operator/aggregation/avg', [
      evaluates('is a double', { $avg: [[1, 2]] }, 1.5),
      evaluates('of an array without numbers is null', { $avg: [['x']] }, null),
      evaluates('of decimals is a decimal', { $avg: [[decimal('1.1'), decimal('1.3')]] }, decimal('1.2')),
    ]),
    ...onPage('reference/operator/aggregation/max', [
      evaluates('in the order of types', { $max: [[1, 'a', null]] }, 'a'),
      evaluates('ignores null and missing', { $max: [null, '$z', 3] }, 3),
    ]),
    ...onPage('reference/operator/aggregation/min', [
      evaluates('ignores null', { $min: [[null, 5, 'x']] }, 5),
      evaluates('of nothing is null', { $min: [[]] }, null),
    ]),
    ...onPage('reference/operator/aggregation/eq', [
      evaluates('numbers by value', { $eq: [1, decimal('1.0')] }, true),
      evaluates('null is not missing', { $eq: [null, '$z'] }, false),
      evaluates('two missing values are equal', { $eq: ['$y', '$z'] }, true),
      evaluates('arrays as a whole', { $eq: ['$a', 1] }, false, { a: [1] }),
      evaluates(
        'documents with their order',
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
      evaluates('across types', { $gt: ['x', 5] }, true),
      evaluates('null is above missing', { $gt: [null, '$z'] }, true),
      evaluates('an array is above a document', { $gt: [[], { a: 1 }] }, true),
    ]),
    ...onPage('reference/operator/aggregation/lt', [
      evaluates('a number is below a text', { $lt: [99, ''] }, true),
      evaluates('missing is below null', { $lt: ['$z', null] }, true),
    ]),
    ...onPage('reference/operator/aggregation/cmp', [
      evaluates(
        'is -1, 0 or 1',
        [{ $cmp: [1, 9] }, { $cmp: [1, double(1)] }, { $cmp: ['b', 'a'] }],
        [-1, 0, 1],
      ),
    ]),
    ...onPage('reference/operator/aggregation/and', [
      evaluates('of nothing is true', { $and: [] }, true),
      evaluates(
        'zero, null and missing are false',
        [{ $and: [0] }, { $and: [null] }, { $and: ['$z'] }, { $and: ['', []] }],
        [false, false, false, true],
      ),
    ]),
    ...onPage('reference/operator/aggregation/or', [
      evaluates('of nothing is false', { $or: [] }, false),
      evaluates('an empty text is true', { $or: [0, ''] }, true),
    ]),
    ...onPage('reference/operator/aggregation/not', [
      evaluates('of a value in a list', { $not: [false] }, true),
      evaluates('of missing is true', { $not: ['$z'] }, true),
    ]),
    ...onPage('reference/operator/aggregation/cond', [
      evaluates('by three arguments', { $cond: [{ $gt: ['$a', 1] }, 'big', 'small'] }, 'small', { a: 1 }),
      evaluates('a branch may be missing', { $cond: [true, '$z', 1] }, MISSING),
      evaluates('does not compute the other branch', { $cond: [true, 1, { $divide: [1, '$a'] }] }, 1, {
        a: 0,
      }),
      evaluates('two arguments are refused', { $cond: [true, 1] }, refusal(16020)),
    ]),
    ...onPage('reference/operator/aggregation/ifNull', [
      evaluates('takes the first that is neither null nor missing', { $ifNull: ['$z', null, 5, 6] }, 5),
      evaluates('gives the last one otherwise', { $ifNull: ['$z', null] }, null),
      evaluates('the last one may be missing', { $ifNull: [null, '$z'] }, MISSING),
    ]),
    ...onPage('reference/operator/aggregation/switch', [
      evaluates(
        'takes the first case that holds',
        {
          $switch: {
            branches: [branch(false, 1), branch(true, 2)],
            default: 3,
          },
        },
        2,
      ),
      evaluates(
        'takes the default otherwise',
        {
          $switch: {
            branches: [branch(null, 1)],
            default: 3,
          },
        },
        3,
      ),
      evaluates(
        'without default is refused',
        {
          $switch: {
            branches: [branch('$z', 1)],
          },
        },
        refusal(40066),
      ),
    ]),
    ...onPage('reference/operator/aggregation/type', [
      evaluates(
        'names the types',
        { $map: { input: ['$i', '$l', '$d', '$n', '$s', '$a', '$o'], in: { $type: '$$this' } } },
        ['int', 'long', 'double', 'decimal', 'string', 'array', 'object'],
        { i: 1, l: long(1), d: double(1), n: decimal('1'), s: '', a: [], o: {} },
      ),
      evaluates('"missing" for a missing field', { $type: '$z' }, 'missing'),
      evaluates('"null" for null', { $type: null }, 'null'),
    ]),
    ...onPage('reference/operator/aggregation/convert', [
      evaluates('null gives onNull', { $convert: { input: '$z', to: 'int', onNull: 7 } }, 7),
      evaluates('a failure gives onError', { $convert: { input: 'x', to: 'int', onError: -1 } }, -1),
      evaluates('takes the number of a type', { $convert: { input: '5', to: 16 } }, 5),
      evaluates(
        'a failure without onError is refused',
        { $convert: { input: 'x', to: 'int' } },
        refusal(241),
      ),
    ]),
    ...onPage('reference/operator/aggregation/toInt', [
      evaluates('cuts a double', { $toInt: 5.9 }, 5),
      evaluates('reads a text', { $toInt: '-5' }, -5),
      evaluates('true is 1', { $toInt: true }, 1),
      evaluates('a text with a fraction is refused', { $toInt: '5.5' }, refusal(241)),
      evaluates('a number that does not fit is refused', { $toInt: long(2147483648) }, refusal(241)),
      evaluates('null is null', { $toInt: null }, null),
    ]),
    ...onPage('reference/operator/aggregation/toLong', [
      evaluates('a date gives milliseconds', { $toLong: at('1970-01-01T00:00:01Z') }, long(1000)),
      evaluates('a text', { $toLong: '5' }, long(5)),
    ]),
    ...onPage('reference/operator/aggregation/toDouble', [
      evaluates('an int', { $toDouble: 5 }, double(5)),
      evaluates('a text', { $toDouble: '2.5e1' }, double(25)),
    ]),
    ...onPage('reference/operator/aggregation/toDecimal', [
      evaluates('a text keeps its digits', { $toDecimal: '1.10' }, decimal('1.10')),
      evaluates('a double has 15 digits', { $toDecimal: 2.5 }, decimal('2.50000000000000')),
      evaluates('an int', { $toDecimal: 5 }, decimal('5')),
    ]),
    ...onPage('reference/operator/aggregation/toString', [
      evaluates(
        'numbers',
        [{ $toString: 5 }, { $toString: 2.5 }, { $toString: long(7) }, { $toString: decimal('1.10') }],
        ['5', '2.5', '7', '1.10'],
      ),
      evaluates(
        'a date is ISO 8601',
        { $toString: at('2018-03-27T16:58:51.538Z') },
        '2018-03-27T16:58:51.538Z',
      ),
      evaluates(
        'an ObjectId is hexadecimal',
        { $toString: new ObjectId('5ab9c3da31c2ab715d421285') },
        '5ab9c3da31c2ab715d421285',
      ),
      evaluates('an array is refused', { $toString: [[1]] }, refusal(241)),
    ]),
    ...onPage('reference/operator/aggregation/toBool', [
      evaluates(
        'any text is true',
        [{ $toBool: 'false' }, { $toBool: '' }, { $toBool: 0 }, { $toBool: 0.1 }],
        [true, true, false, true],
      ),
    ]),
    ...onPage('reference/operator/aggregation/toDate', [
      evaluates('a long is milliseconds', { $toDate: long(1000) }, at('1970-01-01T00:00:01Z')),
      evaluates('a text', { $toDate: '2018-03-20' }, at('2018-03-20')),
      evaluates(
        'an ObjectId holds seconds',
        { $toDate: new ObjectId('5ab9c3da0000000000000000') },
        new Date(0x5ab9c3da * 1000),
      ),
      evaluates('nonsense is refused', { $toDate: 'Friday' }, refusal(241)),
    ]),
    ...onPage('reference/operator/aggregation/toObjectId', [
      evaluates(
        '24 digits',
        { $toObjectId: '5ab9cbfa31c2ab715d42129e' },
        new ObjectId('5ab9cbfa31c2ab715d42129e'),
      ),
      evaluates('23 digits are refused', { $toObjectId: '5ab9cbfa31c2ab715d42129' }, refusal(241)),
    ]),
    ...onPage('reference/operator/aggregation/isNumber', [
      evaluates(
        'numbers only',
        [{ $isNumber: decimal('1') }, { $isNumber: '1' }, { $isNumber: '$z' }],
        [true, false, false],
      ),
    ]),
    ...onPage('reference/operator/aggregation', [
      evaluates('an unknown operator is refused', { $nope: 1 }, refusal(168)),
      evaluates('two operators in one document are refused', { $add: [1], $abs: 1 }, refusal(15983)),
      evaluates('a path goes through arrays and drops what is missing', '$a.b', [1, 2], {
        a: [{ b: 1 }, { c: 5 }, 7, { b: 2 }],
      }),
      evaluates('a number in a path is a name, not an index', '$a.0', [], { a: [1, 2] }),
      evaluates('a missing value in a list is null', ['$z', 1], [null, 1]),
      evaluates('a missing value in a document is left out', { a: '$z', b: 1 }, { b: 1 }),
    ]),
    ...onPage('reference/aggregation-variables', [
      evaluates('$$ROOT is the document', '$$ROOT', { _id: 1, a: 2 }, { a: 2 }),
      evaluates('$$ROOT has fields', '$$ROOT.a', 2, { a: 2 }),
      evaluates('$$REMOVE is missing', { a: '$$REMOVE', b: { $type: '$$REMOVE' } }, { b: 'missing' }),
      evaluates('$$NOW is a date', { $type: '$$NOW' }, 'date'),
      evaluates('an unknown one is refused', '$$nope', refusal(17276)),
    ]),
    ...onPage('reference/operator/aggregation/let', [
      evaluates(
        'binds names inside',
        { $let: { vars: { x: 2, y: '$a' }, in: { $multiply: ['$$x', '$$y'] } } },
        6,
        { a: 3 },
      ),
      evaluates(
        'a name may be used again inside',
        { $let: { vars: { x: 1 }, in: { $let: { vars: { x: { $add: ['$$x', 1] } }, in: '$$x' } } } },
        2,
      ),
    ]),
    ...onPage('reference/operator/aggregation/literal', [
      evaluates('is not evaluated', { $literal: { $add: [1, 2] } }, { $add: [1, 2] }),
    ]),
  ],
}
