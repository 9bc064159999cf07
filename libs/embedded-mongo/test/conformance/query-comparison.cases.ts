import { Binary, MaxKey, MinKey, ObjectId } from 'mongodb'
import type { Family } from './case.ts'
import { MISSING, decimal, double, finds, long, onPage, reads, refuses, withA } from './case.ts'

const at = (text: string) => new Date(text)
const bytes = (subtype: number) => new Binary(Buffer.from([1, 2, 3]), subtype)

export const queryComparison: Family = {
  name: 'query: comparison',
  cases: [
    ...onPage('tutorial/query-for-null-fields', [
      finds(
        'null equals null and a missing field, not an empty array',
        withA(null, MISSING, 0, []),
        { a: null },
        [1, 2],
      ),
      finds('null equals an array that holds null', withA([1, null], [1]), { a: null }, [1]),
      finds(
        'null at a nested path equals missing at any depth, also in one element of an array',
        withA({ b: null }, {}, MISSING, 1, [{ b: 1 }, {}], [{ b: 1 }]),
        { 'a.b': null },
        [1, 2, 3, 4, 5],
      ),
      finds(
        'not null leaves out null and missing, keeps an empty array',
        withA(null, MISSING, 1, []),
        { a: { $ne: null } },
        [3, 4],
      ),
    ]),
    ...onPage('reference/operator/query/eq', [
      finds(
        'an array equals the same array and an array that holds it',
        withA([1, 2], [2, 1], [[1, 2], 3], [1, 2, 3]),
        { a: [1, 2] },
        [1, 3],
      ),
      finds(
        'a document equals only the same fields in the same order',
        withA({ b: 1, c: 2 }, { c: 2, b: 1 }, { b: 1, c: 2, d: 3 }),
        { a: { b: 1, c: 2 } },
        [1],
      ),
      finds('a scalar equals an element of an array', withA([1, 2], [3], 1), { a: 1 }, [1, 3]),
      finds('a scalar does not equal an element of a nested array', withA([[1]], [1]), { a: 1 }, [2]),
      finds('the empty string is not null', withA('', null, MISSING), { a: '' }, [1]),
      finds('true is not 1', withA(true, 1), { a: true }, [1]),
      finds('a regular expression with $eq equals itself only', withA('x', /x/), { a: { $eq: /x/ } }, [2]),
      finds(
        'a bare regular expression matches text and equals itself',
        withA('x', /x/, 'y'),
        { a: /x/ },
        [1, 2],
      ),
      finds(
        'an ObjectId is not its hexadecimal text',
        withA(new ObjectId('0123456789abcdef01234567'), '0123456789abcdef01234567'),
        { a: '0123456789abcdef01234567' },
        [2],
      ),
      finds(
        'dates are equal to the millisecond',
        withA(at('2024-01-01T00:00:00.001Z'), at('2024-01-01T00:00:00.002Z')),
        { a: at('2024-01-01T00:00:00.001Z') },
        [1],
      ),
      finds('binary data is equal in bytes and subtype', withA(bytes(0), bytes(128)), { a: bytes(128) }, [2]),
      finds(
        'an empty array equals an empty array and one that holds it',
        withA([], [[]], null),
        { a: [] },
        [1, 2],
      ),
      finds('an empty document equals only an empty document', withA({}, { b: 1 }, null), { a: {} }, [1]),
    ]),
    ...onPage('reference/bson-type-comparison-order', [
      finds(
        'numbers of all four types are equal by value',
        withA(1, double(1), long(1), decimal('1.00'), '1', true),
        { a: 1 },
        [1, 2, 3, 4],
      ),
      finds(
        'a decimal equals numbers of other types',
        withA(5, double(5), long(5)),
        { a: decimal('5') },
        [1, 2, 3],
      ),
      finds('0.1 as double is not 0.1 as decimal', withA(0.1, decimal('0.1')), { a: decimal('0.1') }, [2]),
      finds('NaN equals NaN of either type', withA(NaN, decimal('NaN'), 0, null), { a: NaN }, [1, 2]),
      finds('minus zero equals zero', withA(0, double(-0), decimal('-0')), { a: 0 }, [1, 2, 3]),
      finds(
        'a long beyond 2^53 is compared exactly with a double',
        withA(long('9007199254740993'), double(9007199254740992)),
        { a: long('9007199254740993') },
        [1],
      ),
      finds(
        'a long beyond 2^53 is above the double next to it',
        withA(long('9007199254740993'), double(9007199254740992)),
        { a: { $gt: double(9007199254740992) } },
        [1],
      ),
    ]),
    ...onPage('reference/operator/query/gt', [
      finds(
        'compares within the type of the operand',
        withA(1, '1', null, true, at('2024-01-01'), [5]),
        { a: { $gt: 0 } },
        [1, 6],
      ),
      finds('strings order by bytes', withA('B', 'a', 'b', 'ä'), { a: { $gt: 'a' } }, [3, 4]),
      finds('any element of an array may satisfy', withA([1, 10], [4, 5]), { a: { $gt: 8 } }, [1]),
      finds(
        'two bounds may be satisfied by two elements',
        withA([1, 10], [6, 7], 4),
        { a: { $gt: 3, $lt: 5 } },
        [1, 3],
      ),
      finds('true is above false', withA(true, false, 1), { a: { $gt: false } }, [1]),
      finds(
        'documents compare field by field: type, name, value',
        withA({ b: 1 }, { b: 2 }, { c: 0 }, { b: 1, c: 0 }, { a: 9 }),
        { a: { $gt: { b: 1 } } },
        [2, 3, 4],
      ),
      finds(
        'an array as operand compares whole arrays',
        withA([1], [2], [0, 9], 2, [1, 0]),
        { a: { $gt: [1] } },
        [2, 5],
      ),
      finds('nothing is above null', withA(null, MISSING, 1), { a: { $gt: null } }, []),
      finds(
        'everything but MinKey is above MinKey',
        withA(1, 'x', null, new MinKey()),
        { a: { $gt: new MinKey() } },
        [1, 2, 3],
      ),
      finds('NaN is above nothing', withA(NaN, 1), { a: { $gt: -5 } }, [2]),
      finds(
        'infinity is above every number',
        withA(Infinity, long('9223372036854775807'), decimal('1E+400')),
        { a: { $gt: 1e300 } },
        [1, 3],
      ),
    ]),
    ...onPage('reference/operator/query/gte', [
      finds('null or above is null and missing', withA(null, MISSING, 1), { a: { $gte: null } }, [1, 2]),
      finds('NaN is at least NaN', withA(NaN, 1), { a: { $gte: NaN } }, [1]),
      finds(
        'an ObjectId is compared by its bytes',
        withA(new ObjectId('000000000000000000000001'), new ObjectId('000000000000000000000002')),
        { a: { $gte: new ObjectId('000000000000000000000002') } },
        [2],
      ),
    ]),
    ...onPage('reference/operator/query/lt', [
      finds('NaN is below nothing', withA(NaN, 1), { a: { $lt: 5 } }, [2]),
      finds(
        'dates compare with dates only',
        withA(at('2023-01-01'), at('2025-01-01'), 0),
        { a: { $lt: at('2024-01-01') } },
        [1],
      ),
      finds('a missing field is below nothing', withA(MISSING, -1), { a: { $lt: 0 } }, [2]),
      finds(
        'everything but MaxKey is below MaxKey',
        withA(1, 'x', null, new MaxKey()),
        { a: { $lt: new MaxKey() } },
        [1, 2, 3],
      ),
      finds('a prefix is below the longer string', withA('ab', 'abc', 'a'), { a: { $lt: 'abc' } }, [1, 3]),
    ]),
    ...onPage('reference/operator/query/lte', [
      finds('null or below is null and missing', withA(null, MISSING, 1), { a: { $lte: null } }, [1, 2]),
      finds(
        'decimal and double compare by value',
        withA(decimal('1.5'), 1.5, 2),
        { a: { $lte: decimal('1.5') } },
        [1, 2],
      ),
    ]),
    ...onPage('reference/operator/query/ne', [
      finds('holds for documents without the field', withA(1, MISSING, 2), { a: { $ne: 1 } }, [2, 3]),
      finds('fails when any element is equal', withA([1, 2], [2]), { a: { $ne: 1 } }, [2]),
      finds('holds for another type', withA('1', 1), { a: { $ne: 1 } }, [1]),
      refuses('refuses a regular expression', { a: { $ne: /x/ } }, 2),
    ]),
    ...onPage('reference/operator/query/in', [
      finds('null in the list matches missing too', withA(null, MISSING, 1), { a: { $in: [null] } }, [1, 2]),
      finds(
        'regular expressions in the list match',
        withA('abc', 'xbc', ['abd'], 1),
        { a: { $in: [/^ab/] } },
        [1, 3],
      ),
      finds('an empty list matches nothing', withA(1, MISSING), { a: { $in: [] } }, []),
      finds(
        'an array in the list equals the whole array or an element',
        withA([1, 2], 1, [[1, 2]]),
        { a: { $in: [[1, 2]] } },
        [1, 3],
      ),
      finds(
        'any element of an array may be in the list',
        withA([1, 5], [7], 5),
        { a: { $in: [5, 6] } },
        [1, 3],
      ),
      refuses('refuses an operand that is no array', { a: { $in: 1 } }, 2),
      refuses('refuses an operator inside the list', { a: { $in: [{ $gt: 1 }] } }, 2),
    ]),
    ...onPage('reference/operator/query/nin', [
      finds(
        'holds without the field, fails when an element is in the list',
        withA(1, MISSING, [1, 2], 3),
        { a: { $nin: [1] } },
        [2, 4],
      ),
      finds('null in the list leaves out missing', withA(null, MISSING, 1), { a: { $nin: [null] } }, [3]),
      finds('an empty list leaves out nothing', withA(1, MISSING), { a: { $nin: [] } }, [1, 2]),
      refuses('refuses an operand that is no array', { a: { $nin: 'x' } }, 2),
    ]),
    ...onPage('reference/method/db.collection.find', [
      reads(
        'an empty filter finds everything',
        withA(1, MISSING),
        {},
        { sort: { _id: 1 } },
        withA(1, MISSING),
      ),
      finds('_id is found by a number of another type', withA(1), { _id: double(1) }, [1]),
      finds(
        'several fields must all match',
        [
          { _id: 1, a: 1, b: 1 },
          { _id: 2, a: 1 },
        ],
        { a: 1, b: 1 },
        [1],
      ),
      finds('operators on one field must all match', withA(1, 5, 9), { a: { $gt: 1, $lt: 9, $ne: 6 } }, [2]),
    ]),
  ],
}
