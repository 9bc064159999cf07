import type { Family } from './case.ts'
import { MISSING, double, evaluates, onPage, refusal } from './case.ts'

const page = (name: string) => `reference/operator/aggregation/${name}`

export const expressionValues: Family = {
  name: 'expressions: arrays, texts, documents',
  cases: [
    ...onPage(page('arrayElemAt'), [
      evaluates('from the end', { $arrayElemAt: ['$a', -1] }, 3, { a: [1, 2, 3] }),
      evaluates('outside is missing', { $arrayElemAt: ['$a', 9] }, MISSING, { a: [1] }),
      evaluates('of null is null', { $arrayElemAt: [null, 0] }, null),
      evaluates('of a number is refused', { $arrayElemAt: [5, 0] }, refusal(28689)),
    ]),
    ...onPage(page('first-array-element'), [
      evaluates('of an empty array is missing', { $first: '$a' }, MISSING, { a: [] }),
      evaluates('of an array', { $first: '$a' }, 7, { a: [7, 8] }),
      evaluates('of a missing field is null', { $first: '$z' }, null),
    ]),
    ...onPage(page('concatArrays'), [
      evaluates('joins', { $concatArrays: [[1], [2, [3]]] }, [1, 2, [3]]),
      evaluates('null makes null', { $concatArrays: [[1], '$z'] }, null),
      evaluates('a number is refused', { $concatArrays: [[1], 5] }, refusal(28664)),
    ]),
    ...onPage(page('filter'), [
      evaluates(
        'keeps what is true',
        { $filter: { input: '$a', as: 'x', cond: { $gte: ['$$x', 2] } } },
        [2, 3],
        { a: [1, 2, 3] },
      ),
      evaluates(
        'the element is $$this by default',
        { $filter: { input: [0, 1, null, 2], cond: '$$this' } },
        [1, 2],
      ),
      evaluates('stops at a limit', { $filter: { input: [1, 2, 3], cond: true, limit: 2 } }, [1, 2]),
      evaluates('null gives null', { $filter: { input: '$z', cond: true } }, null),
      evaluates('a number is refused', { $filter: { input: 5, cond: true } }, refusal(28651)),
    ]),
    ...onPage(page('map'), [
      evaluates('a missing result is null', { $map: { input: [{ b: 1 }, {}], in: '$$this.b' } }, [1, null]),
      evaluates('null gives null', { $map: { input: null, in: 1 } }, null),
    ]),
    ...onPage(page('reduce'), [
      evaluates(
        'goes from left to right',
        { $reduce: { input: ['a', 'b'], initialValue: '', in: { $concat: ['$$value', '$$this'] } } },
        'ab',
      ),
      evaluates('of nothing is the initial value', { $reduce: { input: [], initialValue: 5, in: 1 } }, 5),
    ]),
    ...onPage(page('in'), [
      evaluates('numbers by value', { $in: [double(1), [1, 2]] }, true),
      evaluates('is not about nested arrays', { $in: [1, [[1]]] }, false),
      evaluates('a missing array is refused', { $in: [1, '$z'] }, refusal(40081)),
    ]),
    ...onPage(page('indexOfArray'), [
      evaluates('the first place', { $indexOfArray: [['a', 'b', 'b'], 'b'] }, 1),
      evaluates('-1 when it is not there', { $indexOfArray: [['a'], 'z'] }, -1),
      evaluates('between bounds', { $indexOfArray: [['b', 'a', 'b'], 'b', 1, 2] }, -1),
      evaluates('of null is null', { $indexOfArray: [null, 1] }, null),
    ]),
    ...onPage(page('isArray'), [
      evaluates(
        'arrays only',
        [{ $isArray: ['$a'] }, { $isArray: ['x'] }, { $isArray: ['$z'] }],
        [true, false, false],
        { a: [] },
      ),
    ]),
    ...onPage(page('range'), [
      evaluates('leaves the end out', { $range: [0, 6, 2] }, [0, 2, 4]),
      evaluates('goes down', { $range: [3, 0, -1] }, [3, 2, 1]),
      evaluates('the wrong way is empty', { $range: [0, 5, -1] }, []),
      evaluates('a step of zero is refused', { $range: [0, 5, 0] }, refusal(34449)),
    ]),
    ...onPage(page('reverseArray'), [
      evaluates('only the outer array', { $reverseArray: [[[1, 2], 3]] }, [3, [1, 2]]),
    ]),
    ...onPage(page('size'), [
      evaluates('counts', { $size: '$a' }, 2, { a: [1, [2]] }),
      evaluates('a missing field is refused', { $size: '$z' }, refusal(17124)),
    ]),
    ...onPage(page('slice'), [
      evaluates('from the start', { $slice: [[1, 2, 3], 2] }, [1, 2]),
      evaluates('from the end', { $slice: [[1, 2, 3], -2] }, [2, 3]),
      evaluates('from a place', { $slice: [[1, 2, 3], 1, 5] }, [2, 3]),
      evaluates('from a place counted from the end', { $slice: [[1, 2, 3], -2, 1] }, [2]),
      evaluates('beyond the end is empty', { $slice: [[1], 5, 1] }, []),
    ]),
    ...onPage(page('sortArray'), [
      evaluates('by a field', { $sortArray: { input: [{ b: 2 }, { b: 1 }], sortBy: { b: 1 } } }, [
        { b: 1 },
        { b: 2 },
      ]),
      evaluates('mixed types downward', { $sortArray: { input: [1, 'a', null], sortBy: -1 } }, [
        'a',
        1,
        null,
      ]),
    ]),
    ...onPage(page('zip'), [
      evaluates('ends with the shortest', { $zip: { inputs: [[1, 2], ['a']] } }, [[1, 'a']]),
      evaluates(
        'or fills the longest',
        { $zip: { inputs: [[1, 2], ['a']], useLongestLength: true, defaults: [0, 'z'] } },
        [
          [1, 'a'],
          [2, 'z'],
        ],
      ),
    ]),
    ...onPage(page('arrayToObject'), [
      evaluates(
        'from pairs',
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
      evaluates('from k and v', { $arrayToObject: [[{ k: 'a', v: 1 }]] }, { a: 1 }),
      evaluates(
        'the last of two equal names wins',
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
        'keeps the order',
        { $objectToArray: '$a' },
        [
          { k: 'y', v: 1 },
          { k: 'x', v: 2 },
        ],
        { a: { y: 1, x: 2 } },
      ),
      evaluates('of null is null', { $objectToArray: '$z' }, null),
    ]),
    ...onPage(page('mergeObjects'), [
      evaluates(
        'the later one wins, in its place',
        {
          $mergeObjects: [
            { a: 1, b: 1 },
            { b: 2, c: 3 },
          ],
        },
        { a: 1, b: 2, c: 3 },
      ),
      evaluates('ignores null', { $mergeObjects: ['$z', { a: 1 }, null] }, { a: 1 }),
      evaluates('a number is refused', { $mergeObjects: [1] }, refusal(40400)),
    ]),
    ...onPage(page('getField'), [
      evaluates('reads a name with a dot', { $getField: { field: 'x.y', input: '$a' } }, 5, {
        a: { 'x.y': 5 },
      }),
      evaluates('reads a name with a dollar', { $getField: { field: { $literal: '$x' }, input: '$a' } }, 5, {
        a: { $x: 5 },
      }),
    ]),
    ...onPage(page('setField'), [
      evaluates(
        'sets a name with a dot',
        { $setField: { field: 'x.y', input: '$a', value: 1 } },
        { b: 1, 'x.y': 1 },
        { a: { b: 1 } },
      ),
    ]),
    ...onPage(page('concat'), [
      evaluates('joins', { $concat: ['a', '$s'] }, 'ab', { s: 'b' }),
      evaluates('null makes null', { $concat: ['a', '$z'] }, null),
      evaluates('a number is refused', { $concat: ['a', 1] }, refusal(16702)),
    ]),
    ...onPage(page('toLower'), [
      evaluates('null is an empty text', { $toLower: null }, ''),
      evaluates('letters', { $toLower: 'AbC' }, 'abc'),
    ]),
    ...onPage(page('substrCP'), [
      evaluates('by characters', { $substrCP: ['żółw', 1, 2] }, 'ół'),
      evaluates('beyond the end', { $substrCP: ['abc', 5, 2] }, ''),
    ]),
    ...onPage(page('substrBytes'), [
      evaluates('by bytes', { $substrBytes: ['abcd', 1, 2] }, 'bc'),
      evaluates('a negative length is the rest', { $substrBytes: ['abcd', 1, -1] }, 'bcd'),
      evaluates('inside a character is refused', { $substrBytes: ['é', 1, 1] }, refusal(28656, 28657)),
    ]),
    ...onPage(page('strLenCP'), [
      evaluates('characters', { $strLenCP: 'é😀' }, 2),
      evaluates('null is refused', { $strLenCP: null }, refusal(34471)),
    ]),
    ...onPage(page('strLenBytes'), [evaluates('bytes', { $strLenBytes: 'é😀' }, 6)]),
    ...onPage(page('indexOfCP'), [
      evaluates('by characters', { $indexOfCP: ['éa', 'a'] }, 1),
      evaluates('-1 when it is not there', { $indexOfCP: ['abc', 'z'] }, -1),
    ]),
    ...onPage(page('split'), [
      evaluates('keeps empty parts', { $split: ['a--b-', '-'] }, ['a', '', 'b', '']),
      evaluates('an empty separator is refused', { $split: ['a', ''] }, refusal(40087)),
    ]),
    ...onPage(page('trim'), [
      evaluates('white space', { $trim: { input: ' \n a b \t' } }, 'a b'),
      evaluates('given characters', { $trim: { input: 'xyaxy', chars: 'yx' } }, 'a'),
    ]),
    ...onPage(page('replaceAll'), [
      evaluates(
        'every place',
        { $replaceAll: { input: 'a.a', find: 'a', replacement: { $literal: '$&' } } },
        '$&.$&',
      ),
      evaluates('null makes null', { $replaceAll: { input: 'a', find: null, replacement: 'b' } }, null),
    ]),
    ...onPage(page('strcasecmp'), [
      evaluates('ignores case', [{ $strcasecmp: ['A', 'a'] }, { $strcasecmp: ['a', 'B'] }], [0, -1]),
    ]),
    ...onPage(page('regexMatch'), [
      evaluates('with options', { $regexMatch: { input: 'ABC', regex: '^ab', options: 'i' } }, true),
      evaluates('null is false', { $regexMatch: { input: '$z', regex: 'a' } }, false),
    ]),
    ...onPage(page('regexFind'), [
      evaluates(
        'gives match, place and groups',
        { $regexFind: { input: 'éxab', regex: '(a)(c)?b?' } },
        { match: 'ab', idx: 2, captures: ['a', null] },
      ),
      evaluates('null without a match', { $regexFind: { input: 'x', regex: 'a' } }, null),
    ]),
    ...onPage(page('regexFindAll'), [
      evaluates('gives all', { $regexFindAll: { input: 'aXa', regex: 'a' } }, [
        { match: 'a', idx: 0, captures: [] },
        { match: 'a', idx: 2, captures: [] },
      ]),
    ]),
  ],
}
