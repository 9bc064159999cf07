import { Binary } from 'mongodb'
import type { Family } from './case.ts'
import { MISSING, decimal, double, finds, long, onPage, refuses, withA } from './case.ts'

const flags = () => withA(54, 20, double(20), new Binary(Buffer.from('Zg==', 'base64')))

export const queryOperators: Family = {
  name: 'query: logical, element, evaluation, array and bitwise operators',
  cases: [
    ...onPage('reference/operator/query/and', [
      finds('joins conditions on one field', withA([1, 5], [1], [5]), { $and: [{ a: 1 }, { a: 5 }] }, [1]),
      refuses('refuses an empty list', { $and: [] }, 2),
      refuses('refuses a list of other things than documents', { $and: [1] }, 2),
    ]),
    ...onPage('reference/operator/query/or', [
      finds(
        'one of the conditions is enough, beside the others',
        [
          { _id: 1, a: 1, b: 1 },
          { _id: 2, a: 2, b: 2 },
          { _id: 3, a: 3, b: 1 },
        ],
        { $or: [{ a: 1 }, { a: 2 }], b: 1 },
        [1],
      ),
      finds('a document that matches twice is found once', withA([1, 2]), { $or: [{ a: 1 }, { a: 2 }] }, [1]),
      refuses('refuses an empty list', { $or: [] }, 2),
    ]),
    ...onPage('reference/operator/query/nor', [
      finds(
        'none may match; a missing field does not',
        withA(1, 2, MISSING),
        { $nor: [{ a: 1 }, { a: { $gt: 5 } }] },
        [2, 3],
      ),
      refuses('refuses what is no list', { $nor: { a: 1 } }, 2),
    ]),
    ...onPage('reference/operator/query/not', [
      finds(
        'holds for other types and missing fields',
        withA(1, MISSING, 'x', 5),
        { a: { $not: { $gt: 3 } } },
        [1, 2, 3],
      ),
      finds('fails when any element matches', withA([1, 5], [1]), { a: { $not: { $gt: 3 } } }, [2]),
      finds('takes a regular expression', withA('x', 'y', MISSING, 1), { a: { $not: /x/ } }, [2, 3, 4]),
      refuses('refuses an empty document', { a: { $not: {} } }, 2),
      refuses('refuses a number', { a: { $not: 1 } }, 2),
    ]),
    ...onPage('reference/operator/query', [
      refuses('an unknown operator of a field is refused', { a: { $nope: 1 } }, 2),
      refuses('an unknown operator at the top is refused', { $nope: 1 }, 2),
      refuses('an operator beside a plain field is refused', { a: { $gt: 1, b: 1 } }, 2),
      finds('$comment changes nothing', withA(1, 2), { a: 1, $comment: 'why' }, [1]),
    ]),
    ...onPage('reference/operator/query/exists', [
      finds('true: also null', withA(null, MISSING, 1), { a: { $exists: true } }, [1, 3]),
      finds('false: only missing', withA(null, MISSING, 1), { a: { $exists: false } }, [2]),
      finds('any number but zero is true', withA(null, MISSING), { a: { $exists: 2 } }, [1]),
      finds(
        'a nested field in any element of an array',
        withA([{ b: 1 }, {}], [{}], { b: null }),
        { 'a.b': { $exists: true } },
        [1, 3],
      ),
      finds(
        'a number is an index and a name',
        withA([], [1], { 0: 1 }),
        { 'a.0': { $exists: true } },
        [2, 3],
      ),
    ]),
    ...onPage('reference/operator/query/type', [
      finds(
        '"number" is all numeric types',
        withA(1, double(1), long(1), decimal('1'), '1'),
        { a: { $type: 'number' } },
        [1, 2, 3, 4],
      ),
      finds('"int" is not a whole double', withA(1, double(1), long(1)), { a: { $type: 'int' } }, [1]),
      finds('"array" is the field itself', withA([1], 1, [[1]]), { a: { $type: 'array' } }, [1, 3]),
      finds('other types look into arrays', withA([1], ['x'], 1), { a: { $type: 'int' } }, [1, 3]),
      finds('null is not missing', withA(null, MISSING), { a: { $type: 10 } }, [1]),
      finds('several types in a list', withA(null, 'x', 1), { a: { $type: ['string', 10] } }, [1, 2]),
      finds(
        '"object" looks into arrays',
        withA([{ b: 1 }], { b: 1 }, [1]),
        { a: { $type: 'object' } },
        [1, 2],
      ),
      refuses('refuses an unknown name', { a: { $type: 'nope' } }, 2),
      refuses('refuses an unknown number', { a: { $type: 99 } }, 2),
    ]),
    ...onPage('reference/operator/query/mod', [
      finds(
        'cuts fractions and ignores what is no number',
        withA(4, 5, 8.9, '4', -4, null),
        { a: { $mod: [4, 0] } },
        [1, 3, 5],
      ),
      finds('the remainder has the sign of the value', withA(-5, 5), { a: { $mod: [4, -1] } }, [1]),
      refuses('refuses one number', { a: { $mod: [4] } }, 2),
      refuses('refuses three numbers', { a: { $mod: [4, 0, 1] } }, 2),
      refuses('refuses a divisor of zero', { a: { $mod: [0, 0] } }, 2),
    ]),
    ...onPage('reference/operator/query/regex', [
      finds('does not match numbers', withA(123, '123'), { a: /2/ }, [2]),
      finds('looks into arrays', withA(['ab', 'cd'], ['x']), { a: /^c/ }, [1]),
      finds('i ignores case', withA('ABC', 'abc'), { a: { $regex: 'b', $options: 'i' } }, [1, 2]),
      finds('^ is the start of the text without m', withA('x\ny', 'y'), { a: { $regex: '^y' } }, [2]),
      finds('m lets ^ match at lines', withA('x\ny', 'y'), { a: { $regex: '^y', $options: 'm' } }, [1, 2]),
      finds(
        's lets the dot match a new line',
        withA('a\nb', 'a-b'),
        { a: { $regex: 'a.b', $options: 's' } },
        [1, 2],
      ),
      finds(
        'x ignores blanks and comments',
        withA('abc'),
        { a: { $regex: 'a b # comment\n c', $options: 'x' } },
        [1],
      ),
      finds('stands beside other operators', withA('ab', 'ac'), { a: { $regex: /^a/, $nin: ['ac'] } }, [1]),
      refuses('refuses $options alone', { a: { $options: 'i' } }, 2),
      refuses('refuses a pattern that is none', { a: { $regex: '(' } }, [2, 51091]),
      refuses('refuses a number as pattern', { a: { $regex: 1 } }, 2),
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
      finds('tells null from missing', withA(null, MISSING), { $expr: { $eq: ['$a', null] } }, [1]),
      finds(
        'compares arrays as a whole, in the order of types',
        withA([1], 6, 4, 'x'),
        { $expr: { $gt: ['$a', 5] } },
        [1, 2, 4],
      ),
      finds(
        'any value but false, null, zero and missing is true',
        withA('', 0, [], false, null, MISSING, decimal('0.0')),
        { $expr: '$a' },
        [1, 3],
      ),
      refuses('refuses an unknown expression', { $expr: { $nope: 1 } }, 168),
      refuses('refuses an unknown variable', { $expr: '$$nope' }, 17276),
    ]),
    ...onPage('reference/operator/query/all', [
      finds('a scalar counts as a list of one', withA(1, [1, 2], [2]), { a: { $all: [1] } }, [1, 2]),
      finds(
        'every value must be there, in any order',
        withA([2, 3, 1], [1], [1, 2]),
        { a: { $all: [1, 2] } },
        [1, 3],
      ),
      finds('an empty list matches nothing', withA(1, [], MISSING), { a: { $all: [] } }, []),
      finds(
        'a nested array is the whole array or an element',
        withA([[1, 2]], [1, 2], [1]),
        { a: { $all: [[1, 2]] } },
        [1, 2],
      ),
      finds(
        'takes $elemMatch',
        withA([{ b: 1 }, { c: 2 }], [{ b: 1 }]),
        { a: { $all: [{ $elemMatch: { b: 1 } }, { $elemMatch: { c: 2 } }] } },
        [1],
      ),
      finds('takes regular expressions', withA(['ab', 'cd'], ['ab']), { a: { $all: [/^a/, /^c/] } }, [1]),
      refuses('refuses what is no list', { a: { $all: 1 } }, 2),
    ]),
    ...onPage('reference/operator/query/elemMatch', [
      finds(
        'one element must satisfy everything',
        withA([1, 10], [4], 4),
        { a: { $elemMatch: { $gt: 3, $lt: 5 } } },
        [2],
      ),
      finds(
        'one document must have all fields',
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
        'null matches an element null',
        withA([null], [1], []),
        { a: { $elemMatch: { $eq: null } } },
        [1],
      ),
      finds(
        'null matches a missing field of an element',
        withA([{ c: 1 }], [{ b: 1 }]),
        { a: { $elemMatch: { b: null } } },
        [1],
      ),
      finds(
        'looks into nested arrays when nested',
        withA([[1, 3]], [[1]], [3]),
        { a: { $elemMatch: { $elemMatch: { $gt: 2 } } } },
        [1],
      ),
      finds(
        'under $not: no element satisfies',
        withA([1], [5], MISSING),
        { a: { $not: { $elemMatch: { $gt: 3 } } } },
        [1, 3],
      ),
      finds(
        'may hold $or',
        withA([{ b: 1 }], [{ c: 1 }], [{ d: 1 }]),
        { a: { $elemMatch: { $or: [{ b: 1 }, { c: 1 }] } } },
        [1, 2],
      ),
      refuses('refuses what is no document', { a: { $elemMatch: 1 } }, 2),
    ]),
    ...onPage('reference/operator/query/size', [
      finds('counts the elements of arrays only', withA([], [1], 1, [[1, 2]]), { a: { $size: 1 } }, [2, 4]),
      finds(
        'zero is an empty array, not a missing field',
        withA([], MISSING, null),
        { a: { $size: 0 } },
        [1],
      ),
      finds('takes a whole number of any type', withA([1, 2], [1]), { a: { $size: double(2) } }, [1]),
      refuses('refuses a negative number', { a: { $size: -1 } }, [2, 9]),
      refuses('refuses a fraction', { a: { $size: 1.5 } }, [2, 9]),
      refuses('refuses text', { a: { $size: '1' } }, [2, 9]),
    ]),
    ...onPage('core/document#dot-notation', [
      finds(
        'a path goes through arrays of documents',
        withA([{ b: 1 }, { b: 2 }], { b: 2 }, [{ b: 3 }]),
        { 'a.b': 2 },
        [1, 2],
      ),
      finds(
        'a path does not go through arrays in arrays',
        withA([[{ b: 1 }]], [{ b: 1 }]),
        { 'a.b': 1 },
        [2],
      ),
      finds(
        'a number is an index, whose element is not looked into',
        withA([1, 2], [2, 1], [[1]]),
        { 'a.0': 1 },
        [1],
      ),
      finds('a path goes on behind an index', withA([{ b: 1 }, { b: 2 }], [{ b: 2 }]), { 'a.1.b': 2 }, [1]),
      finds(
        'an array inside the path may be deep',
        withA({ b: [{ c: [1, 2] }] }, { b: [{ c: 3 }] }),
        { 'a.b.c': 2 },
        [1],
      ),
    ]),
    ...onPage('reference/operator/query/bitsAllSet', [
      finds('by positions, also in binary data', flags(), { a: { $bitsAllSet: [1, 5] } }, [1, 4]),
      finds('by mask', flags(), { a: { $bitsAllSet: 50 } }, [1]),
      finds(
        'a negative number has its sign in all higher bits',
        withA(-1, 1),
        { a: { $bitsAllSet: [200] } },
        [1],
      ),
    ]),
    ...onPage('reference/operator/query/bitsAllClear', [
      finds('by positions', flags(), { a: { $bitsAllClear: [1, 5] } }, [2, 3]),
    ]),
    ...onPage('reference/operator/query/bitsAnySet', [
      finds('by mask', flags(), { a: { $bitsAnySet: 35 } }, [1, 4]),
    ]),
    ...onPage('reference/operator/query/bitsAnyClear', [
      finds('by positions', flags(), { a: { $bitsAnyClear: [1, 5] } }, [2, 3]),
      finds(
        'ignores what is no number and fractions',
        withA('1', 1.5, 0),
        { a: { $bitsAnyClear: [0] } },
        [3],
      ),
    ]),
  ],
}
