import type { Family } from './case.ts'
import { double, onPage, updates } from './case.ts'

export const updateArrays: Family = {
  name: 'update operators: arrays',
  cases: [
    ...onPage('reference/operator/update/push', [
      updates('makes the array', { _id: 1 }, { $push: { a: 1 } }, { _id: 1, a: [1] }),
      updates(
        'appends an array as one element',
        { _id: 1, a: [1] },
        { $push: { a: [2, 3] } },
        { _id: 1, a: [1, [2, 3]] },
      ),
      updates(
        '$each appends each',
        { _id: 1, a: [1] },
        { $push: { a: { $each: [2, 3] } } },
        { _id: 1, a: [1, 2, 3] },
      ),
      updates(
        '$each of nothing makes an empty array',
        { _id: 1 },
        { $push: { a: { $each: [] } } },
        { _id: 1, a: [] },
      ),
      updates('a number is refused', { _id: 1, a: 1 }, { $push: { a: 1 } }, { code: 2 }),
      updates('null is refused', { _id: 1, a: null }, { $push: { a: 1 } }, { code: 2 }),
      updates('$each that is no array is refused', { _id: 1 }, { $push: { a: { $each: 1 } } }, { code: 2 }),
      updates(
        'an unknown modifier is refused',
        { _id: 1 },
        { $push: { a: { $each: [1], $nope: 1 } } },
        { code: 2 },
      ),
    ]),
    ...onPage('reference/operator/update/position', [
      updates(
        '0 is the start',
        { _id: 1, a: [1, 2] },
        { $push: { a: { $each: [8, 9], $position: 0 } } },
        { _id: 1, a: [8, 9, 1, 2] },
      ),
      updates(
        'a negative number counts from the end',
        { _id: 1, a: [1, 2, 3] },
        { $push: { a: { $each: [9], $position: -1 } } },
        { _id: 1, a: [1, 2, 9, 3] },
      ),
      updates(
        'beyond the end is the end',
        { _id: 1, a: [1] },
        { $push: { a: { $each: [9], $position: 5 } } },
        { _id: 1, a: [1, 9] },
      ),
      updates(
        'beyond the start is the start',
        { _id: 1, a: [1] },
        { $push: { a: { $each: [9], $position: -5 } } },
        { _id: 1, a: [9, 1] },
      ),
    ]),
    ...onPage('reference/operator/update/slice', [
      updates(
        'a positive number keeps the first',
        { _id: 1, a: [1, 2] },
        { $push: { a: { $each: [3], $slice: 2 } } },
        { _id: 1, a: [1, 2] },
      ),
      updates(
        'a negative number keeps the last',
        { _id: 1, a: [1, 2] },
        { $push: { a: { $each: [3], $slice: -2 } } },
        { _id: 1, a: [2, 3] },
      ),
      updates(
        'zero empties the array',
        { _id: 1, a: [1, 2] },
        { $push: { a: { $each: [3], $slice: 0 } } },
        { _id: 1, a: [] },
      ),
      updates(
        'with nothing to add it only cuts',
        { _id: 1, a: [1, 2, 3] },
        { $push: { a: { $each: [], $slice: 1 } } },
        { _id: 1, a: [1] },
      ),
    ]),
    ...onPage('reference/operator/update/sort', [
      updates(
        'sorts scalars',
        { _id: 1, a: [3, 1] },
        { $push: { a: { $each: [2], $sort: 1 } } },
        { _id: 1, a: [1, 2, 3] },
      ),
      updates(
        'sorts documents by a field',
        { _id: 1, a: [{ b: 1 }, { b: 3 }] },
        { $push: { a: { $each: [{ b: 2 }], $sort: { b: -1 } } } },
        { _id: 1, a: [{ b: 3 }, { b: 2 }, { b: 1 }] },
      ),
      updates(
        'sorts before it cuts',
        { _id: 1, a: [5, 1] },
        { $push: { a: { $slice: 2, $sort: 1, $each: [3] } } },
        { _id: 1, a: [1, 3] },
      ),
      updates(
        'mixed types in the order of types',
        { _id: 1, a: ['x', 1] },
        { $push: { a: { $each: [null], $sort: 1 } } },
        { _id: 1, a: [null, 1, 'x'] },
      ),
      updates(
        'a direction of 2 is refused',
        { _id: 1, a: [1] },
        { $push: { a: { $each: [2], $sort: 2 } } },
        { code: 2 },
      ),
    ]),
    ...onPage('reference/operator/update/addToSet', [
      updates('adds what is not there', { _id: 1, a: [1] }, { $addToSet: { a: 2 } }, { _id: 1, a: [1, 2] }),
      updates(
        'an equal number of another type is there',
        { _id: 1, a: [1] },
        { $addToSet: { a: double(1) } },
        { _id: 1, a: [1] },
      ),
      updates(
        'fields in another order make another document',
        { _id: 1, a: [{ b: 1, c: 2 }] },
        { $addToSet: { a: { c: 2, b: 1 } } },
        {
          _id: 1,
          a: [
            { b: 1, c: 2 },
            { c: 2, b: 1 },
          ],
        },
      ),
      updates(
        'an array is one element',
        { _id: 1, a: [1] },
        { $addToSet: { a: [1] } },
        { _id: 1, a: [1, [1]] },
      ),
      updates(
        '$each adds each once',
        { _id: 1, a: [1] },
        { $addToSet: { a: { $each: [2, 2, 1] } } },
        { _id: 1, a: [1, 2] },
      ),
      updates(
        'keeps duplicates that were there',
        { _id: 1, a: [1, 1] },
        { $addToSet: { a: 2 } },
        { _id: 1, a: [1, 1, 2] },
      ),
      updates('makes the array', { _id: 1 }, { $addToSet: { a: 1 } }, { _id: 1, a: [1] }),
      updates('a number is refused', { _id: 1, a: 1 }, { $addToSet: { a: 1 } }, { code: 2 }),
    ]),
    ...onPage('reference/operator/update/pull', [
      updates(
        'removes every equal element',
        { _id: 1, a: [1, 2, 1] },
        { $pull: { a: 1 } },
        { _id: 1, a: [2] },
      ),
      updates(
        'removes by condition',
        { _id: 1, a: [1, 5, 9] },
        { $pull: { a: { $gte: 5 } } },
        { _id: 1, a: [1] },
      ),
      updates(
        'a document is a condition on fields',
        { _id: 1, a: [{ b: 1, c: 1 }, { b: 2 }] },
        { $pull: { a: { b: 1 } } },
        { _id: 1, a: [{ b: 2 }] },
      ),
      updates(
        'conditions on fields of documents',
        { _id: 1, a: [{ b: 1 }, { b: 5 }] },
        { $pull: { a: { b: { $gt: 3 } } } },
        { _id: 1, a: [{ b: 1 }] },
      ),
      updates(
        'an array is removed as a whole',
        { _id: 1, a: [[1, 2], 1, [2, 1]] },
        { $pull: { a: [1, 2] } },
        { _id: 1, a: [1, [2, 1]] },
      ),
      updates(
        'a regular expression removes texts',
        { _id: 1, a: ['xa', 'b', 1] },
        { $pull: { a: /^x/ } },
        { _id: 1, a: ['b', 1] },
      ),
      updates(
        '$in removes several',
        { _id: 1, a: [1, 2, 3] },
        { $pull: { a: { $in: [1, 3] } } },
        { _id: 1, a: [2] },
      ),
      updates('null removes null', { _id: 1, a: [null, 1] }, { $pull: { a: null } }, { _id: 1, a: [1] }),
      updates('does nothing for a missing field', { _id: 1 }, { $pull: { a: 1 } }, { _id: 1 }),
      updates('a number is refused', { _id: 1, a: 1 }, { $pull: { a: 1 } }, { code: 2 }),
    ]),
    ...onPage('reference/operator/update/pullAll', [
      updates(
        'removes all values of the list',
        { _id: 1, a: [1, 2, 3, 1] },
        { $pullAll: { a: [1, 3] } },
        { _id: 1, a: [2] },
      ),
      updates(
        'compares documents as a whole',
        { _id: 1, a: [{ b: 1, c: 1 }, { b: 1 }] },
        { $pullAll: { a: [{ b: 1 }] } },
        { _id: 1, a: [{ b: 1, c: 1 }] },
      ),
      updates('what is no list is refused', { _id: 1, a: [1] }, { $pullAll: { a: 1 } }, { code: 2 }),
    ]),
    ...onPage('reference/operator/update/pop', [
      updates('1 removes the last', { _id: 1, a: [1, 2, 3] }, { $pop: { a: 1 } }, { _id: 1, a: [1, 2] }),
      updates('-1 removes the first', { _id: 1, a: [1, 2, 3] }, { $pop: { a: -1 } }, { _id: 1, a: [2, 3] }),
      updates('leaves an empty array', { _id: 1, a: [1] }, { $pop: { a: 1 } }, { _id: 1, a: [] }),
      updates('does nothing for a missing field', { _id: 1 }, { $pop: { a: 1 } }, { _id: 1 }),
      updates('another number is refused', { _id: 1, a: [1] }, { $pop: { a: 2 } }, { code: 9 }),
      updates('what is no array is refused', { _id: 1, a: 1 }, { $pop: { a: 1 } }, { code: 14 }),
    ]),
  ],
}
