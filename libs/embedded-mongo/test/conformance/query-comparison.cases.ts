import { Binary, MaxKey, MinKey, ObjectId } from 'mongodb'
import type { Family } from './case.ts'
import { MISSING, decimal, double, finds, long, onPage, reads, rejectsFilter, withA } from './case.ts'

const at = (text: string) => new Date(text)
const bytes = (subtype: number) => new Binary(Buffer.from([1, 2, 3]), subtype)

export const queryComparison: Family = {
  name: 'query: comparison',
  cases: [
    ...onPage('tutorial/query-for-null-fields', [
      finds(
        'matches null and a missing field with null, but not an empty array',
        withA(null, MISSING, 0, []),
        { a: null },
        [1, 2],
      ),
      finds('matches an array that contains null with null', withA([1, null], [1]), { a: null }, [1]),
      finds(
        'matches a path missing at any depth with null, even in one element of an array',
        withA({ b: null }, {}, MISSING, 1, [{ b: 1 }, {}], [{ b: 1 }]),
        { 'a.b': null },
        [1, 2, 3, 4, 5],
      ),
      finds(
        'excludes null and missing fields with $ne null, but keeps an empty array',
        withA(null, MISSING, 1, []),
        { a: { $ne: null } },
        [3, 4],
      ),
    ]),
    ...onPage('reference/operator/query/eq', [
      finds(
        'matches the same array and an array that contains it',
        withA([1, 2], [2, 1], [[1, 2], 3], [1, 2, 3]),
        { a: [1, 2] },
        [1, 3],
      ),
      finds(
        'matches a document only with the same fields in the same order',
        withA({ b: 1, c: 2 }, { c: 2, b: 1 }, { b: 1, c: 2, d: 3 }),
        { a: { b: 1, c: 2 } },
        [1],
      ),
      finds('matches a scalar with an element of an array', withA([1, 2], [3], 1), { a: 1 }, [1, 3]),
      finds('does not match a scalar with an element of a nested array', withA([[1]], [1]), { a: 1 }, [2]),
      finds('does not treat an empty string as null', withA('', null, MISSING), { a: '' }, [1]),
      finds('does not treat true as 1', withA(true, 1), { a: true }, [1]),
      finds('matches only the regular expression itself with $eq', withA('x', /x/), { a: { $eq: /x/ } }, [2]),
      finds(
        'matches strings and the regular expression itself with a bare regular expression',
        withA('x', /x/, 'y'),
        { a: /x/ },
        [1, 2],
      ),
      finds(
        'does not match an ObjectId with its hexadecimal string',
        withA(new ObjectId('0123456789abcdef01234567'), '0123456789abcdef01234567'),
        { a: '0123456789abcdef01234567' },
        [2],
      ),
      finds(
        'compares dates to the millisecond',
        withA(at('2024-01-01T00:00:00.001Z'), at('2024-01-01T00:00:00.002Z')),
        { a: at('2024-01-01T00:00:00.001Z') },
        [1],
      ),
      finds('compares binary data by bytes and subtype', withA(bytes(0), bytes(128)), { a: bytes(128) }, [2]),
      finds(
        'matches an empty array with an empty array and with an array that contains one',
        withA([], [[]], null),
        { a: [] },
        [1, 2],
      ),
      finds(
        'matches an empty document only with an empty document',
        withA({}, { b: 1 }, null),
        { a: {} },
        [1],
      ),
    ]),
    ...onPage('reference/bson-type-comparison-order', [
      finds(
        'compares numbers of all four types by value',
        withA(1, double(1), long(1), decimal('1.00'), '1', true),
        { a: 1 },
        [1, 2, 3, 4],
      ),
      finds(
        'compares a decimal with numbers of other types by value',
        withA(5, double(5), long(5)),
        { a: decimal('5') },
        [1, 2, 3],
      ),
      finds(
        'distinguishes the double 0.1 from the decimal 0.1',
        withA(0.1, decimal('0.1')),
        { a: decimal('0.1') },
        [2],
      ),
      finds(
        'treats NaN as equal to NaN of either type',
        withA(NaN, decimal('NaN'), 0, null),
        { a: NaN },
        [1, 2],
      ),
      finds(
        'treats negative zero as equal to zero',
        withA(0, double(-0), decimal('-0')),
        { a: 0 },
        [1, 2, 3],
      ),
      finds(
        'compares a long beyond 2^53 exactly with a double',
        withA(long('9007199254740993'), double(9007199254740992)),
        { a: long('9007199254740993') },
        [1],
      ),
      finds(
        'orders a long beyond 2^53 above the nearest lower double',
        withA(long('9007199254740993'), double(9007199254740992)),
        { a: { $gt: double(9007199254740992) } },
        [1],
      ),
    ]),
    ...onPage('reference/operator/query/gt', [
      finds(
        "compares only values of the operand's type",
        withA(1, '1', null, true, at('2024-01-01'), [5]),
        { a: { $gt: 0 } },
        [1, 6],
      ),
      finds('orders strings by bytes', withA('B', 'a', 'b', 'ä'), { a: { $gt: 'a' } }, [3, 4]),
      finds('matches when any element of an array matches', withA([1, 10], [4, 5]), { a: { $gt: 8 } }, [1]),
      finds(
        'lets two elements satisfy one bound each',
        withA([1, 10], [6, 7], 4),
        { a: { $gt: 3, $lt: 5 } },
        [1, 3],
      ),
      finds('orders true above false', withA(true, false, 1), { a: { $gt: false } }, [1]),
      finds(
        'compares documents field by field: type, name, value',
        withA({ b: 1 }, { b: 2 }, { c: 0 }, { b: 1, c: 0 }, { a: 9 }),
        { a: { $gt: { b: 1 } } },
        [2, 3, 4],
      ),
      finds(
        'compares whole arrays when the operand is an array',
        withA([1], [2], [0, 9], 2, [1, 0]),
        { a: { $gt: [1] } },
        [2, 5],
      ),
      finds('matches nothing for null', withA(null, MISSING, 1), { a: { $gt: null } }, []),
      finds(
        'matches everything but MinKey for MinKey',
        withA(1, 'x', null, new MinKey()),
        { a: { $gt: new MinKey() } },
        [1, 2, 3],
      ),
      finds('matches nothing for NaN', withA(NaN, 1), { a: { $gt: -5 } }, [2]),
      finds(
        'orders infinity above every number',
        withA(Infinity, long('9223372036854775807'), decimal('1E+400')),
        { a: { $gt: 1e300 } },
        [1, 3],
      ),
    ]),
    ...onPage('reference/operator/query/gte', [
      finds(
        'matches null and missing fields for null',
        withA(null, MISSING, 1),
        { a: { $gte: null } },
        [1, 2],
      ),
      finds('matches NaN for NaN', withA(NaN, 1), { a: { $gte: NaN } }, [1]),
      finds(
        'compares ObjectIds by their bytes',
        withA(new ObjectId('000000000000000000000001'), new ObjectId('000000000000000000000002')),
        { a: { $gte: new ObjectId('000000000000000000000002') } },
        [2],
      ),
    ]),
    ...onPage('reference/operator/query/lt', [
      finds('matches nothing for NaN', withA(NaN, 1), { a: { $lt: 5 } }, [2]),
      finds(
        'compares dates only with dates',
        withA(at('2023-01-01'), at('2025-01-01'), 0),
        { a: { $lt: at('2024-01-01') } },
        [1],
      ),
      finds('does not match a missing field', withA(MISSING, -1), { a: { $lt: 0 } }, [2]),
      finds(
        'matches everything but MaxKey for MaxKey',
        withA(1, 'x', null, new MaxKey()),
        { a: { $lt: new MaxKey() } },
        [1, 2, 3],
      ),
      finds(
        'orders a prefix below the longer string',
        withA('ab', 'abc', 'a'),
        { a: { $lt: 'abc' } },
        [1, 3],
      ),
    ]),
    ...onPage('reference/operator/query/lte', [
      finds(
        'matches null and missing fields for null',
        withA(null, MISSING, 1),
        { a: { $lte: null } },
        [1, 2],
      ),
      finds(
        'compares decimals and doubles by value',
        withA(decimal('1.5'), 1.5, 2),
        { a: { $lte: decimal('1.5') } },
        [1, 2],
      ),
    ]),
    ...onPage('reference/operator/query/ne', [
      finds('matches documents without the field', withA(1, MISSING, 2), { a: { $ne: 1 } }, [2, 3]),
      finds('does not match when any element is equal', withA([1, 2], [2]), { a: { $ne: 1 } }, [2]),
      finds('matches values of another type', withA('1', 1), { a: { $ne: 1 } }, [1]),
      rejectsFilter('rejects a regular expression', { a: { $ne: /x/ } }, 2),
    ]),
    ...onPage('reference/operator/query/in', [
      finds(
        'matches missing fields when the list contains null',
        withA(null, MISSING, 1),
        { a: { $in: [null] } },
        [1, 2],
      ),
      finds(
        'matches by regular expressions in the list',
        withA('abc', 'xbc', ['abd'], 1),
        { a: { $in: [/^ab/] } },
        [1, 3],
      ),
      finds('matches nothing for an empty list', withA(1, MISSING), { a: { $in: [] } }, []),
      finds(
        'matches an array in the list with the whole array or an element',
        withA([1, 2], 1, [[1, 2]]),
        { a: { $in: [[1, 2]] } },
        [1, 3],
      ),
      finds(
        'matches when any element of an array is in the list',
        withA([1, 5], [7], 5),
        { a: { $in: [5, 6] } },
        [1, 3],
      ),
      rejectsFilter('rejects an operand that is not an array', { a: { $in: 1 } }, 2),
      rejectsFilter('rejects an operator inside the list', { a: { $in: [{ $gt: 1 }] } }, 2),
    ]),
    ...onPage('reference/operator/query/nin', [
      finds(
        'matches without the field, but not when an element is in the list',
        withA(1, MISSING, [1, 2], 3),
        { a: { $nin: [1] } },
        [2, 4],
      ),
      finds(
        'excludes missing fields when the list contains null',
        withA(null, MISSING, 1),
        { a: { $nin: [null] } },
        [3],
      ),
      finds('matches everything for an empty list', withA(1, MISSING), { a: { $nin: [] } }, [1, 2]),
      rejectsFilter('rejects an operand that is not an array', { a: { $nin: 'x' } }, 2),
    ]),
    ...onPage('reference/method/db.collection.find', [
      reads(
        'returns every document for an empty filter',
        withA(1, MISSING),
        {},
        { sort: { _id: 1 } },
        withA(1, MISSING),
      ),
      finds('finds an _id by a number of another type', withA(1), { _id: double(1) }, [1]),
      finds(
        'requires all fields of the filter to match',
        [
          { _id: 1, a: 1, b: 1 },
          { _id: 2, a: 1 },
        ],
        { a: 1, b: 1 },
        [1],
      ),
      finds(
        'requires all operators of one field to match',
        withA(1, 5, 9),
        { a: { $gt: 1, $lt: 9, $ne: 6 } },
        [2],
      ),
    ]),
  ],
}
