import type { Family } from './case.ts'
import { MISSING, double, evaluates, onPage, rejection } from './case.ts'

const page = (name: string) => `reference/operator/aggregation/${name}`

export const expressionValues: Family = {
  name: 'expressions: arrays, strings, documents',
  cases: [
    ...onPage(page('arrayElemAt'), [
      evaluates('counts a negative index from the end', { $arrayElemAt: ['$a', -1] }, 3, { a: [1, 2, 3] }),
      evaluates('returns a missing value outside the array', { $arrayElemAt: ['$a', 9] }, MISSING, {
        a: [1],
      }),
      evaluates('returns null for null', { $arrayElemAt: [null, 0] }, null),
      evaluates('rejects a number', { $arrayElemAt: [5, 0] }, rejection(28689)),
    ]),
    ...onPage(page('first-array-element'), [
      evaluates('returns a missing value for an empty array', { $first: '$a' }, MISSING, { a: [] }),
      evaluates('returns the first element', { $first: '$a' }, 7, { a: [7, 8] }),
      evaluates('returns null for a missing field', { $first: '$z' }, null),
    ]),
    ...onPage(page('concatArrays'), [
      evaluates('concatenates arrays', { $concatArrays: [[1], [2, [3]]] }, [1, 2, [3]]),
      evaluates('returns null for null', { $concatArrays: [[1], '$z'] }, null),
      evaluates('rejects a number', { $concatArrays: [[1], 5] }, rejection(28664)),
    ]),
    ...onPage(page('filter'), [
      evaluates(
        'keeps elements for which the condition is true',
        { $filter: { input: '$a', as: 'x', cond: { $gte: ['$$x', 2] } } },
        [2, 3],
        { a: [1, 2, 3] },
      ),
      evaluates(
        'names the element $$this by default',
        { $filter: { input: [0, 1, null, 2], cond: '$$this' } },
        [1, 2],
      ),
      evaluates('stops at a limit', { $filter: { input: [1, 2, 3], cond: true, limit: 2 } }, [1, 2]),
      evaluates('returns null for null', { $filter: { input: '$z', cond: true } }, null),
      evaluates('rejects a number', { $filter: { input: 5, cond: true } }, rejection(28651)),
    ]),
    ...onPage(page('map'), [
      evaluates('converts a missing result to null', { $map: { input: [{ b: 1 }, {}], in: '$$this.b' } }, [
        1,
        null,
      ]),
      evaluates('returns null for null', { $map: { input: null, in: 1 } }, null),
    ]),
    ...onPage(page('reduce'), [
      evaluates(
        'reduces from left to right',
        { $reduce: { input: ['a', 'b'], initialValue: '', in: { $concat: ['$$value', '$$this'] } } },
        'ab',
      ),
      evaluates(
        'returns the initial value for an empty array',
        { $reduce: { input: [], initialValue: 5, in: 1 } },
        5,
      ),
    ]),
    ...onPage(page('in'), [
      evaluates('compares numbers by value', { $in: [double(1), [1, 2]] }, true),
      evaluates('ignores elements of nested arrays', { $in: [1, [[1]]] }, false),
      evaluates('rejects a missing array', { $in: [1, '$z'] }, rejection(40081)),
    ]),
    ...onPage(page('indexOfArray'), [
      evaluates('returns the first index', { $indexOfArray: [['a', 'b', 'b'], 'b'] }, 1),
      evaluates('returns -1 without a match', { $indexOfArray: [['a'], 'z'] }, -1),
      evaluates('searches between bounds', { $indexOfArray: [['b', 'a', 'b'], 'b', 1, 2] }, -1),
      evaluates('returns null for null', { $indexOfArray: [null, 1] }, null),
    ]),
    ...onPage(page('isArray'), [
      evaluates(
        'returns true only for arrays',
        [{ $isArray: ['$a'] }, { $isArray: ['x'] }, { $isArray: ['$z'] }],
        [true, false, false],
        { a: [] },
      ),
    ]),
    ...onPage(page('range'), [
      evaluates('excludes the end', { $range: [0, 6, 2] }, [0, 2, 4]),
      evaluates('counts down with a negative step', { $range: [3, 0, -1] }, [3, 2, 1]),
      evaluates('returns an empty array when the step points away from the end', { $range: [0, 5, -1] }, []),
      evaluates('rejects a step of zero', { $range: [0, 5, 0] }, rejection(34449)),
    ]),
    ...onPage(page('reverseArray'), [
      evaluates('reverses only the outer array', { $reverseArray: [[[1, 2], 3]] }, [3, [1, 2]]),
    ]),
    ...onPage(page('size'), [
      evaluates('counts the elements', { $size: '$a' }, 2, { a: [1, [2]] }),
      evaluates('rejects a missing field', { $size: '$z' }, rejection(17124)),
    ]),
    ...onPage(page('slice'), [
      evaluates('returns elements from the start', { $slice: [[1, 2, 3], 2] }, [1, 2]),
      evaluates('returns elements from the end', { $slice: [[1, 2, 3], -2] }, [2, 3]),
      evaluates('returns elements from a position', { $slice: [[1, 2, 3], 1, 5] }, [2, 3]),
      evaluates('returns elements from a position counted from the end', { $slice: [[1, 2, 3], -2, 1] }, [2]),
      evaluates('returns an empty array beyond the end', { $slice: [[1], 5, 1] }, []),
    ]),
    ...onPage(page('sortArray'), [
      evaluates('sorts by a field', { $sortArray: { input: [{ b: 2 }, { b: 1 }], sortBy: { b: 1 } } }, [
        { b: 1 },
        { b: 2 },
      ]),
      evaluates(
        'sorts mixed types in descending order',
        { $sortArray: { input: [1, 'a', null], sortBy: -1 } },
        ['a', 1, null],
      ),
    ]),
    ...onPage(page('zip'), [
      evaluates('stops at the shortest array', { $zip: { inputs: [[1, 2], ['a']] } }, [[1, 'a']]),
      evaluates(
        'fills up to the longest array when requested',
        { $zip: { inputs: [[1, 2], ['a']], useLongestLength: true, defaults: [0, 'z'] } },
        [
          [1, 'a'],
          [2, 'z'],
        ],
      ),
    ]),
    ...onPage(page('arrayToObject'), [
      evaluates(
        'accepts pairs',
        {
          $arrayToObject: [
            [
              ['a', 1],
              ['b', 2],
            ],
          ],
        },
        { a: 1, b: 2 },
      ),
      evaluates('accepts documents with k and v', { $arrayToObject: [[{ k: 'a', v: 1 }]] }, { a: 1 }),
      evaluates(
        'keeps the last of two equal names',
        {
          $arrayToObject: [
            [
              ['a', 1],
              ['a', 2],
            ],
          ],
        },
        { a: 2 },
      ),
    ]),
    ...onPage(page('objectToArray'), [
      evaluates(
        'keeps the field order',
        { $objectToArray: '$a' },
        [
          { k: 'y', v: 1 },
          { k: 'x', v: 2 },
        ],
        { a: { y: 1, x: 2 } },
      ),
      evaluates('returns null for null', { $objectToArray: '$z' }, null),
    ]),
    ...onPage(page('mergeObjects'), [
      evaluates(
        'keeps the later value at the earlier position',
        {
          $mergeObjects: [
            { a: 1, b: 1 },
            { b: 2, c: 3 },
          ],
        },
        { a: 1, b: 2, c: 3 },
      ),
      evaluates('ignores null', { $mergeObjects: ['$z', { a: 1 }, null] }, { a: 1 }),
      evaluates('rejects a number', { $mergeObjects: [1] }, rejection(40400)),
    ]),
    ...onPage(page('getField'), [
      evaluates('reads a field with a dot in its name', { $getField: { field: 'x.y', input: '$a' } }, 5, {
        a: { 'x.y': 5 },
      }),
      evaluates(
        'reads a field with a dollar sign in its name',
        { $getField: { field: { $literal: '$x' }, input: '$a' } },
        5,
        {
          a: { $x: 5 },
        },
      ),
    ]),
    ...onPage(page('setField'), [
      evaluates(
        'sets a field with a dot in its name',
        { $setField: { field: 'x.y', input: '$a', value: 1 } },
        { b: 1, 'x.y': 1 },
        { a: { b: 1 } },
      ),
    ]),
    ...onPage(page('concat'), [
      evaluates('concatenates strings', { $concat: ['a', '$s'] }, 'ab', { s: 'b' }),
      evaluates('returns null for null', { $concat: ['a', '$z'] }, null),
      evaluates('rejects a number', { $concat: ['a', 1] }, rejection(16702)),
    ]),
    ...onPage(page('toLower'), [
      evaluates('returns an empty string for null', { $toLower: null }, ''),
      evaluates('converts letters to lowercase', { $toLower: 'AbC' }, 'abc'),
    ]),
    ...onPage(page('substrCP'), [
      evaluates('counts code points', { $substrCP: ['żółw', 1, 2] }, 'ół'),
      evaluates('returns an empty string beyond the end', { $substrCP: ['abc', 5, 2] }, ''),
    ]),
    ...onPage(page('substrBytes'), [
      evaluates('counts bytes', { $substrBytes: ['abcd', 1, 2] }, 'bc'),
      evaluates('returns the rest for a negative length', { $substrBytes: ['abcd', 1, -1] }, 'bcd'),
      evaluates(
        'rejects a position inside a character',
        { $substrBytes: ['é', 1, 1] },
        rejection(28656, 28657),
      ),
    ]),
    ...onPage(page('strLenCP'), [
      evaluates('counts code points', { $strLenCP: 'é😀' }, 2),
      evaluates('rejects null', { $strLenCP: null }, rejection(34471)),
    ]),
    ...onPage(page('strLenBytes'), [evaluates('counts bytes', { $strLenBytes: 'é😀' }, 6)]),
    ...onPage(page('indexOfCP'), [
      evaluates('counts code points', { $indexOfCP: ['éa', 'a'] }, 1),
      evaluates('returns -1 without a match', { $indexOfCP: ['abc', 'z'] }, -1),
    ]),
    ...onPage(page('split'), [
      evaluates('keeps empty parts', { $split: ['a--b-', '-'] }, ['a', '', 'b', '']),
      evaluates('rejects an empty separator', { $split: ['a', ''] }, rejection(40087)),
    ]),
    ...onPage(page('trim'), [
      evaluates('removes whitespace', { $trim: { input: ' \n a b \t' } }, 'a b'),
      evaluates('removes the given characters', { $trim: { input: 'xyaxy', chars: 'yx' } }, 'a'),
    ]),
    ...onPage(page('replaceAll'), [
      evaluates(
        'replaces every match',
        { $replaceAll: { input: 'a.a', find: 'a', replacement: { $literal: '$&' } } },
        '$&.$&',
      ),
      evaluates('returns null for null', { $replaceAll: { input: 'a', find: null, replacement: 'b' } }, null),
    ]),
    ...onPage(page('strcasecmp'), [
      evaluates('ignores case', [{ $strcasecmp: ['A', 'a'] }, { $strcasecmp: ['a', 'B'] }], [0, -1]),
    ]),
    ...onPage(page('regexMatch'), [
      evaluates('accepts options', { $regexMatch: { input: 'ABC', regex: '^ab', options: 'i' } }, true),
      evaluates('returns false for null', { $regexMatch: { input: '$z', regex: 'a' } }, false),
    ]),
    ...onPage(page('regexFind'), [
      evaluates(
        'returns match, index and captures',
        { $regexFind: { input: 'éxab', regex: '(a)(c)?b?' } },
        { match: 'ab', idx: 2, captures: ['a', null] },
      ),
      evaluates('returns null without a match', { $regexFind: { input: 'x', regex: 'a' } }, null),
    ]),
    ...onPage(page('regexFindAll'), [
      evaluates('returns all matches', { $regexFindAll: { input: 'aXa', regex: 'a' } }, [
        { match: 'a', idx: 0, captures: [] },
        { match: 'a', idx: 2, captures: [] },
      ]),
    ]),
  ],
}
