import type { Family } from './case.ts'
import { byId, double, fill, onPage, same, updates } from './case.ts'

export const updateArrays: Family = {
  name: 'update operators: arrays',
  cases: [
    ...onPage('reference/operator/update/push', [
      updates('creates the array', { _id: 1 }, { $push: { a: 1 } }, { _id: 1, a: [1] }),
      updates(
        'appends an array as one element',
        { _id: 1, a: [1] },
        { $push: { a: [2, 3] } },
        { _id: 1, a: [1, [2, 3]] },
      ),
      updates(
        'appends each element of $each',
        { _id: 1, a: [1] },
        { $push: { a: { $each: [2, 3] } } },
        { _id: 1, a: [1, 2, 3] },
      ),
      updates(
        'creates an empty array for an empty $each',
        { _id: 1 },
        { $push: { a: { $each: [] } } },
        { _id: 1, a: [] },
      ),
      updates('rejects a number field', { _id: 1, a: 1 }, { $push: { a: 1 } }, { code: 2 }),
      updates('rejects a null field', { _id: 1, a: null }, { $push: { a: 1 } }, { code: 2 }),
      updates(
        'rejects an $each that is not an array',
        { _id: 1 },
        { $push: { a: { $each: 1 } } },
        { code: 2 },
      ),
      updates(
        'rejects an unknown modifier',
        { _id: 1 },
        { $push: { a: { $each: [1], $nope: 1 } } },
        { code: 2 },
      ),
    ]),
    ...onPage('reference/operator/update/position', [
      updates(
        'inserts at the start for 0',
        { _id: 1, a: [1, 2] },
        { $push: { a: { $each: [8, 9], $position: 0 } } },
        { _id: 1, a: [8, 9, 1, 2] },
      ),
      updates(
        'counts a negative position from the end',
        { _id: 1, a: [1, 2, 3] },
        { $push: { a: { $each: [9], $position: -1 } } },
        { _id: 1, a: [1, 2, 9, 3] },
      ),
      updates(
        'appends for a position beyond the end',
        { _id: 1, a: [1] },
        { $push: { a: { $each: [9], $position: 5 } } },
        { _id: 1, a: [1, 9] },
      ),
      updates(
        'inserts at the start for a position before the start',
        { _id: 1, a: [1] },
        { $push: { a: { $each: [9], $position: -5 } } },
        { _id: 1, a: [9, 1] },
      ),
    ]),
    ...onPage('reference/operator/update/slice', [
      updates(
        'keeps the first elements for a positive number',
        { _id: 1, a: [1, 2] },
        { $push: { a: { $each: [3], $slice: 2 } } },
        { _id: 1, a: [1, 2] },
      ),
      updates(
        'keeps the last elements for a negative number',
        { _id: 1, a: [1, 2] },
        { $push: { a: { $each: [3], $slice: -2 } } },
        { _id: 1, a: [2, 3] },
      ),
      updates(
        'empties the array for zero',
        { _id: 1, a: [1, 2] },
        { $push: { a: { $each: [3], $slice: 0 } } },
        { _id: 1, a: [] },
      ),
      updates(
        'shortens the array when nothing is added',
        { _id: 1, a: [1, 2, 3] },
        { $push: { a: { $each: [], $slice: 1 } } },
        { _id: 1, a: [1] },
      ),
    ]),
    ...onPage('reference/operator/update/sort', [
      updates(
        'sorts items that are not documents like documents without the field, and follows numbers in the path',
        { _id: 1, a: [{ b: [2] }, 5, { b: [1] }, 'x'] },
        { $push: { a: { $each: [], $sort: { 'b.0': 1 } } } },
        { _id: 1, a: [5, 'x', { b: [1] }, { b: [2] }] },
      ),
      {
        name: 'counts a document as modified even if it was sorted already',
        async run(place) {
          await fill(place, [{ _id: 1, a: [1, 'x'] }])
          const sorted = { $push: { a: { $each: [], $sort: 1 } } } as never
          same((await place.coll.updateOne(byId(1), sorted)).modifiedCount, 1)
          const unsorted = { $push: { a: { $each: [] } } } as never
          same((await place.coll.updateOne(byId(1), unsorted)).modifiedCount, 0)
        },
      },
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
        'sorts before it slices',
        { _id: 1, a: [5, 1] },
        { $push: { a: { $slice: 2, $sort: 1, $each: [3] } } },
        { _id: 1, a: [1, 3] },
      ),
      updates(
        'sorts mixed types in type order',
        { _id: 1, a: ['x', 1] },
        { $push: { a: { $each: [null], $sort: 1 } } },
        { _id: 1, a: [null, 1, 'x'] },
      ),
      updates(
        'rejects a direction of 2',
        { _id: 1, a: [1] },
        { $push: { a: { $each: [2], $sort: 2 } } },
        { code: 2 },
      ),
    ]),
    ...onPage('reference/operator/update/addToSet', [
      updates('adds a new value', { _id: 1, a: [1] }, { $addToSet: { a: 2 } }, { _id: 1, a: [1, 2] }),
      updates(
        'does not add an equal number of another type',
        { _id: 1, a: [1] },
        { $addToSet: { a: double(1) } },
        { _id: 1, a: [1] },
      ),
      updates(
        'treats documents with another field order as different',
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
        'adds an array as one element',
        { _id: 1, a: [1] },
        { $addToSet: { a: [1] } },
        { _id: 1, a: [1, [1]] },
      ),
      updates(
        'adds each value of $each once',
        { _id: 1, a: [1] },
        { $addToSet: { a: { $each: [2, 2, 1] } } },
        { _id: 1, a: [1, 2] },
      ),
      updates(
        'keeps existing duplicates',
        { _id: 1, a: [1, 1] },
        { $addToSet: { a: 2 } },
        { _id: 1, a: [1, 1, 2] },
      ),
      updates('creates the array', { _id: 1 }, { $addToSet: { a: 1 } }, { _id: 1, a: [1] }),
      updates('rejects a number field', { _id: 1, a: 1 }, { $addToSet: { a: 1 } }, { code: 2 }),
    ]),
    ...onPage('reference/operator/update/pull', [
      updates(
        'removes every equal element',
        { _id: 1, a: [1, 2, 1] },
        { $pull: { a: 1 } },
        { _id: 1, a: [2] },
      ),
      updates(
        'removes elements that match a condition',
        { _id: 1, a: [1, 5, 9] },
        { $pull: { a: { $gte: 5 } } },
        { _id: 1, a: [1] },
      ),
      updates(
        'treats a document as a condition on fields',
        { _id: 1, a: [{ b: 1, c: 1 }, { b: 2 }] },
        { $pull: { a: { b: 1 } } },
        { _id: 1, a: [{ b: 2 }] },
      ),
      updates(
        'removes documents that match conditions on their fields',
        { _id: 1, a: [{ b: 1 }, { b: 5 }] },
        { $pull: { a: { b: { $gt: 3 } } } },
        { _id: 1, a: [{ b: 1 }] },
      ),
      updates(
        'removes an array as a whole',
        { _id: 1, a: [[1, 2], 1, [2, 1]] },
        { $pull: { a: [1, 2] } },
        { _id: 1, a: [1, [2, 1]] },
      ),
      updates(
        'removes strings that match a regular expression',
        { _id: 1, a: ['xa', 'b', 1] },
        { $pull: { a: /^x/ } },
        { _id: 1, a: ['b', 1] },
      ),
      updates(
        'removes several values with $in',
        { _id: 1, a: [1, 2, 3] },
        { $pull: { a: { $in: [1, 3] } } },
        { _id: 1, a: [2] },
      ),
      updates('removes null for null', { _id: 1, a: [null, 1] }, { $pull: { a: null } }, { _id: 1, a: [1] }),
      updates('ignores a missing field', { _id: 1 }, { $pull: { a: 1 } }, { _id: 1 }),
      updates('rejects a number field', { _id: 1, a: 1 }, { $pull: { a: 1 } }, { code: 2 }),
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
      updates(
        'rejects an operand that is not a list',
        { _id: 1, a: [1] },
        { $pullAll: { a: 1 } },
        { code: 2 },
      ),
    ]),
    ...onPage('reference/operator/update/pop', [
      updates(
        'removes the last element for 1',
        { _id: 1, a: [1, 2, 3] },
        { $pop: { a: 1 } },
        { _id: 1, a: [1, 2] },
      ),
      updates(
        'removes the first element for -1',
        { _id: 1, a: [1, 2, 3] },
        { $pop: { a: -1 } },
        { _id: 1, a: [2, 3] },
      ),
      updates('keeps an empty array', { _id: 1, a: [1] }, { $pop: { a: 1 } }, { _id: 1, a: [] }),
      updates('ignores a missing field', { _id: 1 }, { $pop: { a: 1 } }, { _id: 1 }),
      updates('rejects any other number', { _id: 1, a: [1] }, { $pop: { a: 2 } }, { code: 9 }),
      updates('rejects a field that is not an array', { _id: 1, a: 1 }, { $pop: { a: 1 } }, { code: 14 }),
    ]),
  ],
}
