import { Binary } from 'mongodb'
import type { Family } from './case.ts'
import { MISSING, decimal, double, finds, long, onPage, rejectsFilter, withA } from './case.ts'

const flags = () => withA(54, 20, double(20), new Binary(Buffer.from('Zg==', 'base64')))

export const queryOperators: Family = {
  name: 'query: logical, element, evaluation, array and bitwise operators',
  cases: [
    ...onPage('reference/operator/query/and', [
      finds('combines conditions on one field', withA([1, 5], [1], [5]), { $and: [{ a: 1 }, { a: 5 }] }, [1]),
      rejectsFilter('rejects an empty list', { $and: [] }, 2),
      rejectsFilter('rejects a list with an element that is not a document', { $and: [1] }, 2),
    ]),
    ...onPage('reference/operator/query/or', [
      finds(
        'requires one branch and the conditions next to $or to match',
        [
          { _id: 1, a: 1, b: 1 },
          { _id: 2, a: 2, b: 2 },
          { _id: 3, a: 3, b: 1 },
        ],
        { $or: [{ a: 1 }, { a: 2 }], b: 1 },
        [1],
      ),
      finds(
        'returns a document once when it matches two branches',
        withA([1, 2]),
        { $or: [{ a: 1 }, { a: 2 }] },
        [1],
      ),
      rejectsFilter('rejects an empty list', { $or: [] }, 2),
    ]),
    ...onPage('reference/operator/query/nor', [
      finds(
        'matches when no branch matches, such as for a missing field',
        withA(1, 2, MISSING),
        { $nor: [{ a: 1 }, { a: { $gt: 5 } }] },
        [2, 3],
      ),
      rejectsFilter('rejects an operand that is not a list', { $nor: { a: 1 } }, 2),
    ]),
    ...onPage('reference/operator/query/not', [
      finds(
        'matches other types and missing fields',
        withA(1, MISSING, 'x', 5),
        { a: { $not: { $gt: 3 } } },
        [1, 2, 3],
      ),
      finds('does not match when any element matches', withA([1, 5], [1]), { a: { $not: { $gt: 3 } } }, [2]),
      finds('accepts a regular expression', withA('x', 'y', MISSING, 1), { a: { $not: /x/ } }, [2, 3, 4]),
      rejectsFilter('rejects an empty document', { a: { $not: {} } }, 2),
      rejectsFilter('rejects a number', { a: { $not: 1 } }, 2),
    ]),
    ...onPage('reference/operator/query', [
      rejectsFilter('rejects an unknown field operator', { a: { $nope: 1 } }, 2),
      rejectsFilter('rejects an unknown top-level operator', { $nope: 1 }, 2),
      rejectsFilter('rejects an operator next to a plain field', { a: { $gt: 1, b: 1 } }, 2),
      finds('ignores $comment', withA(1, 2), { a: 1, $comment: 'why' }, [1]),
    ]),
    ...onPage('reference/operator/query/exists', [
      finds('matches null for true', withA(null, MISSING, 1), { a: { $exists: true } }, [1, 3]),
      finds('matches only missing fields for false', withA(null, MISSING, 1), { a: { $exists: false } }, [2]),
      finds('treats any number except zero as true', withA(null, MISSING), { a: { $exists: 2 } }, [1]),
      finds(
        'finds a nested field in any element of an array',
        withA([{ b: 1 }, {}], [{}], { b: null }),
        { 'a.b': { $exists: true } },
        [1, 3],
      ),
      finds(
        'reads a number in the path as an index and as a field name',
        withA([], [1], { 0: 1 }),
        { 'a.0': { $exists: true } },
        [2, 3],
      ),
    ]),
    ...onPage('reference/operator/query/type', [
      finds(
        'matches all numeric types for "number"',
        withA(1, double(1), long(1), decimal('1'), '1'),
        { a: { $type: 'number' } },
        [1, 2, 3, 4],
      ),
      finds(
        'does not match a whole double for "int"',
        withA(1, double(1), long(1)),
        { a: { $type: 'int' } },
        [1],
      ),
      finds('matches the field itself for "array"', withA([1], 1, [[1]]), { a: { $type: 'array' } }, [1, 3]),
      finds(
        'matches the elements of arrays for other types',
        withA([1], ['x'], 1),
        { a: { $type: 'int' } },
        [1, 3],
      ),
      finds('distinguishes null from missing', withA(null, MISSING), { a: { $type: 10 } }, [1]),
      finds('accepts a list of types', withA(null, 'x', 1), { a: { $type: ['string', 10] } }, [1, 2]),
      finds(
        'matches the elements of arrays for "object"',
        withA([{ b: 1 }], { b: 1 }, [1]),
        { a: { $type: 'object' } },
        [1, 2],
      ),
      rejectsFilter('rejects an unknown type name', { a: { $type: 'nope' } }, 2),
      rejectsFilter('rejects an unknown type number', { a: { $type: 99 } }, 2),
    ]),
    ...onPage('reference/operator/query/mod', [
      finds(
        'truncates fractions and ignores values that are not numbers',
        withA(4, 5, 8.9, '4', -4, null),
        { a: { $mod: [4, 0] } },
        [1, 3, 5],
      ),
      finds('returns a remainder with the sign of the value', withA(-5, 5), { a: { $mod: [4, -1] } }, [1]),
      rejectsFilter('rejects a list of one number', { a: { $mod: [4] } }, 2),
      rejectsFilter('rejects a list of three numbers', { a: { $mod: [4, 0, 1] } }, 2),
      rejectsFilter('rejects a divisor of zero', { a: { $mod: [0, 0] } }, 2),
    ]),
    ...onPage('reference/operator/query/regex', [
      finds('does not match numbers', withA(123, '123'), { a: /2/ }, [2]),
      finds('matches the elements of arrays', withA(['ab', 'cd'], ['x']), { a: /^c/ }, [1]),
      finds(
        'ignores case with the option i',
        withA('ABC', 'abc'),
        { a: { $regex: 'b', $options: 'i' } },
        [1, 2],
      ),
      finds(
        'matches ^ only at the start of the string without the option m',
        withA('x\ny', 'y'),
        { a: { $regex: '^y' } },
        [2],
      ),
      finds(
        'matches ^ at the start of each line with the option m',
        withA('x\ny', 'y'),
        { a: { $regex: '^y', $options: 'm' } },
        [1, 2],
      ),
      finds(
        'matches a newline with a dot with the option s',
        withA('a\nb', 'a-b'),
        { a: { $regex: 'a.b', $options: 's' } },
        [1, 2],
      ),
      finds(
        'ignores whitespace and comments with the option x',
        withA('abc'),
        { a: { $regex: 'a b # comment\n c', $options: 'x' } },
        [1],
      ),
      finds(
        'can be combined with other operators',
        withA('ab', 'ac'),
        { a: { $regex: /^a/, $nin: ['ac'] } },
        [1],
      ),
      rejectsFilter('rejects $options without $regex', { a: { $options: 'i' } }, 2),
      rejectsFilter('rejects an invalid pattern', { a: { $regex: '(' } }, [2, 51091]),
      rejectsFilter('rejects a number as the pattern', { a: { $regex: 1 } }, 2),
    ]),
    ...onPage('reference/operator/query/expr', [
      finds(
        'compares two fields',
        [
          { _id: 1, a: 2, b: 1 },
          { _id: 2, a: 1, b: 2 },
        ],
        { $expr: { $gt: ['$a', '$b'] } },
        [1],
      ),
      finds('distinguishes null from missing', withA(null, MISSING), { $expr: { $eq: ['$a', null] } }, [1]),
      finds(
        'compares whole arrays in type order',
        withA([1], 6, 4, 'x'),
        { $expr: { $gt: ['$a', 5] } },
        [1, 2, 4],
      ),
      finds(
        'treats every value except false, null, zero and missing as true',
        withA('', 0, [], false, null, MISSING, decimal('0.0')),
        { $expr: '$a' },
        [1, 3],
      ),
      rejectsFilter('rejects an unknown expression', { $expr: { $nope: 1 } }, 168),
      rejectsFilter('rejects an unknown variable', { $expr: '$$nope' }, 17276),
    ]),
    ...onPage('reference/operator/query/all', [
      finds(
        'treats a scalar as a list with one element',
        withA(1, [1, 2], [2]),
        { a: { $all: [1] } },
        [1, 2],
      ),
      finds(
        'requires every value, in any order',
        withA([2, 3, 1], [1], [1, 2]),
        { a: { $all: [1, 2] } },
        [1, 3],
      ),
      finds('matches nothing for an empty list', withA(1, [], MISSING), { a: { $all: [] } }, []),
      finds(
        'matches a nested array with the whole array or an element',
        withA([[1, 2]], [1, 2], [1]),
        { a: { $all: [[1, 2]] } },
        [1, 2],
      ),
      finds(
        'accepts $elemMatch',
        withA([{ b: 1 }, { c: 2 }], [{ b: 1 }]),
        { a: { $all: [{ $elemMatch: { b: 1 } }, { $elemMatch: { c: 2 } }] } },
        [1],
      ),
      finds('accepts regular expressions', withA(['ab', 'cd'], ['ab']), { a: { $all: [/^a/, /^c/] } }, [1]),
      rejectsFilter('rejects an operand that is not a list', { a: { $all: 1 } }, 2),
    ]),
    ...onPage('reference/operator/query/elemMatch', [
      finds(
        'requires one element to satisfy all conditions',
        withA([1, 10], [4], 4),
        { a: { $elemMatch: { $gt: 3, $lt: 5 } } },
        [2],
      ),
      finds(
        'requires one document to have all fields',
        withA(
          [
            { b: 1, c: 1 },
            { b: 2, c: 2 },
          ],
          [{ b: 1, c: 2 }],
          { b: 1, c: 2 },
        ),
        { a: { $elemMatch: { b: 1, c: 2 } } },
        [2],
      ),
      finds(
        'matches a null element with null',
        withA([null], [1], []),
        { a: { $elemMatch: { $eq: null } } },
        [1],
      ),
      finds(
        'matches a missing field of an element with null',
        withA([{ c: 1 }], [{ b: 1 }]),
        { a: { $elemMatch: { b: null } } },
        [1],
      ),
      finds(
        'matches elements of nested arrays when nested',
        withA([[1, 3]], [[1]], [3]),
        { a: { $elemMatch: { $elemMatch: { $gt: 2 } } } },
        [1],
      ),
      finds(
        'matches under $not when no element satisfies the conditions',
        withA([1], [5], MISSING),
        { a: { $not: { $elemMatch: { $gt: 3 } } } },
        [1, 3],
      ),
      finds(
        'accepts $or',
        withA([{ b: 1 }], [{ c: 1 }], [{ d: 1 }]),
        { a: { $elemMatch: { $or: [{ b: 1 }, { c: 1 }] } } },
        [1, 2],
      ),
      rejectsFilter('rejects an operand that is not a document', { a: { $elemMatch: 1 } }, 2),
    ]),
    ...onPage('reference/operator/query/size', [
      finds('counts only the elements of arrays', withA([], [1], 1, [[1, 2]]), { a: { $size: 1 } }, [2, 4]),
      finds(
        'matches an empty array but not a missing field for zero',
        withA([], MISSING, null),
        { a: { $size: 0 } },
        [1],
      ),
      finds('accepts a whole number of any type', withA([1, 2], [1]), { a: { $size: double(2) } }, [1]),
      rejectsFilter('rejects a negative number', { a: { $size: -1 } }, [2, 9]),
      rejectsFilter('rejects a fraction', { a: { $size: 1.5 } }, [2, 9]),
      rejectsFilter('rejects a string', { a: { $size: '1' } }, [2, 9]),
    ]),
    ...onPage('core/document#dot-notation', [
      finds(
        'follows a path through arrays of documents',
        withA([{ b: 1 }, { b: 2 }], { b: 2 }, [{ b: 3 }]),
        { 'a.b': 2 },
        [1, 2],
      ),
      finds(
        'does not follow a path through arrays in arrays',
        withA([[{ b: 1 }]], [{ b: 1 }]),
        { 'a.b': 1 },
        [2],
      ),
      finds(
        'does not match the elements of the array at an index',
        withA([1, 2], [2, 1], [[1]]),
        { 'a.0': 1 },
        [1],
      ),
      finds('follows a path after an index', withA([{ b: 1 }, { b: 2 }], [{ b: 2 }]), { 'a.1.b': 2 }, [1]),
      finds(
        'follows a path through an array at any depth',
        withA({ b: [{ c: [1, 2] }] }, { b: [{ c: 3 }] }),
        { 'a.b.c': 2 },
        [1],
      ),
    ]),
    ...onPage('reference/operator/query/bitsAllSet', [
      finds('accepts positions, including binary data', flags(), { a: { $bitsAllSet: [1, 5] } }, [1, 4]),
      finds('accepts a bit mask', flags(), { a: { $bitsAllSet: 50 } }, [1]),
      finds(
        'extends the sign of a negative number to all higher bits',
        withA(-1, 1),
        { a: { $bitsAllSet: [200] } },
        [1],
      ),
    ]),
    ...onPage('reference/operator/query/bitsAllClear', [
      finds('accepts positions', flags(), { a: { $bitsAllClear: [1, 5] } }, [2, 3]),
    ]),
    ...onPage('reference/operator/query/bitsAnySet', [
      finds('accepts a bit mask', flags(), { a: { $bitsAnySet: 35 } }, [1, 4]),
    ]),
    ...onPage('reference/operator/query/bitsAnyClear', [
      finds('accepts positions', flags(), { a: { $bitsAnyClear: [1, 5] } }, [2, 3]),
      finds(
        'ignores fractions and values that are not numbers',
        withA('1', 1.5, 0),
        { a: { $bitsAnyClear: [0] } },
        [3],
      ),
    ]),
  ],
}
