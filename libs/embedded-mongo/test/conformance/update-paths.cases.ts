import type { Family } from './case.ts'
import { onPage, updates } from './case.ts'

export const updatePaths: Family = {
  name: 'update: positional paths, arrayFilters, pipelines',
  cases: [
    ...onPage('reference/operator/update/positional', [
      updates(
        'changes the element that the filter matched',
        { _id: 1, a: [1, 2, 2] },
        { $set: { 'a.$': 9 } },
        { _id: 1, a: [1, 9, 2] },
        { filter: { a: 2 } },
      ),
      updates(
        'changes fields of the document that the filter matched',
        { _id: 1, a: [{ b: 1 }, { b: 2 }] },
        { $set: { 'a.$.c': 1 } },
        { _id: 1, a: [{ b: 1 }, { b: 2, c: 1 }] },
        { filter: { 'a.b': 2 } },
      ),
      updates(
        'can be used in two paths',
        { _id: 1, a: [{ b: 1 }, { b: 2 }] },
        { $set: { 'a.$.b': 7, 'a.$.c': 8 } },
        { _id: 1, a: [{ b: 1 }, { b: 7, c: 8 }] },
        { filter: { 'a.b': 2 } },
      ),
      updates(
        'changes the element that $elemMatch matched',
        {
          _id: 1,
          a: [
            { b: 1, c: 1 },
            { b: 1, c: 5 },
          ],
        },
        { $inc: { 'a.$.c': 1 } },
        {
          _id: 1,
          a: [
            { b: 1, c: 1 },
            { b: 1, c: 6 },
          ],
        },
        { filter: { a: { $elemMatch: { b: 1, c: { $gt: 2 } } } } },
      ),
      updates(
        'rejects the update when the filter matched no element',
        { _id: 1, a: [1] },
        { $set: { 'a.$': 9 } },
        { code: 2 },
      ),
      updates(
        'sets the element to null with $unset',
        { _id: 1, a: [1, 2] },
        { $unset: { 'a.$': '' } },
        { _id: 1, a: [1, null] },
        { filter: { a: 2 } },
      ),
    ]),
    ...onPage('reference/operator/update/positional-all', [
      updates(
        'changes every element',
        { _id: 1, a: [1, 2] },
        { $inc: { 'a.$[]': 10 } },
        { _id: 1, a: [11, 12] },
      ),
      updates(
        'changes fields of all documents in the array',
        { _id: 1, a: [{ b: 1 }, {}] },
        { $set: { 'a.$[].b': 0 } },
        { _id: 1, a: [{ b: 0 }, { b: 0 }] },
      ),
      updates(
        'changes elements of nested arrays',
        { _id: 1, a: [{ b: [1, 2] }, { b: [3] }] },
        { $inc: { 'a.$[].b.$[]': 1 } },
        { _id: 1, a: [{ b: [2, 3] }, { b: [4] }] },
      ),
      updates(
        'leaves an empty array unchanged',
        { _id: 1, a: [] },
        { $set: { 'a.$[]': 1 } },
        { _id: 1, a: [] },
      ),
      updates('rejects a missing array', { _id: 1 }, { $set: { 'a.$[]': 1 } }, { code: 2 }),
      updates(
        'rejects a field that is not an array',
        { _id: 1, a: 1 },
        { $set: { 'a.$[]': 1 } },
        { code: 2 },
      ),
    ]),
    ...onPage('reference/operator/update/positional-filtered', [
      updates(
        'changes the elements that match',
        { _id: 1, a: [1, 5, 9] },
        { $set: { 'a.$[x]': 0 } },
        { _id: 1, a: [1, 0, 0] },
        { arrayFilters: [{ x: { $gte: 5 } }] },
      ),
      updates(
        'matches fields of documents',
        { _id: 1, a: [{ b: 1 }, { b: 2 }] },
        { $set: { 'a.$[x].c': 1 } },
        { _id: 1, a: [{ b: 1 }, { b: 2, c: 1 }] },
        { arrayFilters: [{ 'x.b': 2 }] },
      ),
      updates(
        'accepts two identifiers in one path',
        {
          _id: 1,
          a: [
            { b: 1, c: [1, 2] },
            { b: 2, c: [1, 2] },
          ],
        },
        { $set: { 'a.$[x].c.$[y]': 9 } },
        {
          _id: 1,
          a: [
            { b: 1, c: [1, 2] },
            { b: 2, c: [1, 9] },
          ],
        },
        { arrayFilters: [{ 'x.b': 2 }, { y: 2 }] },
      ),
      updates(
        'changes nothing without a match',
        { _id: 1, a: [1] },
        { $set: { 'a.$[x]': 0 } },
        { _id: 1, a: [1] },
        { arrayFilters: [{ x: 5 }] },
      ),
      updates(
        'accepts several conditions for one identifier',
        {
          _id: 1,
          a: [
            { b: 1, c: 1 },
            { b: 1, c: 2 },
          ],
        },
        { $set: { 'a.$[x].d': 1 } },
        {
          _id: 1,
          a: [
            { b: 1, c: 1 },
            { b: 1, c: 2, d: 1 },
          ],
        },
        { arrayFilters: [{ 'x.b': 1, 'x.c': 2 }] },
      ),
      updates(
        'works with $push and $pull',
        { _id: 1, a: [{ b: 1, c: [1] }] },
        { $push: { 'a.$[x].c': 2 } },
        { _id: 1, a: [{ b: 1, c: [1, 2] }] },
        { arrayFilters: [{ 'x.b': 1 }] },
      ),
      updates(
        'rejects an identifier without a filter',
        { _id: 1, a: [1] },
        { $set: { 'a.$[x]': 0 } },
        { code: 2 },
      ),
      updates(
        'rejects an unused filter',
        { _id: 1, a: [1] },
        { $set: { 'a.$[x]': 0 } },
        { code: 9 },
        { arrayFilters: [{ x: 1 }, { y: 1 }] },
      ),
      updates(
        'rejects two filters for one identifier',
        { _id: 1, a: [1] },
        { $set: { 'a.$[x]': 0 } },
        { code: 9 },
        { arrayFilters: [{ x: 1 }, { x: 2 }] },
      ),
      updates(
        'rejects two identifiers in one filter',
        { _id: 1, a: [1] },
        { $set: { 'a.$[x]': 0 } },
        { code: 9 },
        { arrayFilters: [{ x: 1, y: 2 }] },
      ),
    ]),
    ...onPage('tutorial/update-documents-with-aggregation-pipeline', [
      updates(
        'computes values from other fields',
        { _id: 1, a: 1, b: 2 },
        [{ $set: { c: { $add: ['$a', '$b'] } } }],
        { _id: 1, a: 1, b: 2, c: 3 },
      ),
      updates(
        'passes the result of each stage to the next',
        { _id: 1, a: 1 },
        [{ $set: { b: '$a' } }, { $set: { c: '$b' } }, { $unset: 'a' }],
        { _id: 1, b: 1, c: 1 },
      ),
      updates(
        'evaluates all fields of a stage against its input',
        { _id: 1, a: 1, b: 2 },
        [{ $set: { a: '$b', b: '$a' } }],
        { _id: 1, a: 2, b: 1 },
      ),
      updates(
        'returns null for arithmetic on a missing field',
        { _id: 1 },
        [{ $set: { a: { $add: ['$z', 1] } } }],
        {
          _id: 1,
          a: null,
        },
      ),
      updates('keeps _id when the replacement omits it', { _id: 1, a: { b: 1 } }, [{ $replaceWith: '$a' }], {
        _id: 1,
        b: 1,
      }),
      updates('keeps _id in $project', { _id: 1, a: 1, b: 2 }, [{ $project: { b: 1 } }], { _id: 1, b: 2 }),
      updates(
        'reads a string with $ as a field unless it is a literal',
        { _id: 1, a: 1 },
        [{ $set: { b: '$a', c: { $literal: '$a' } } }],
        { _id: 1, a: 1, b: 1, c: '$a' },
      ),
      updates('removes a field with $$REMOVE', { _id: 1, a: 1, b: 2 }, [{ $set: { a: '$$REMOVE' } }], {
        _id: 1,
        b: 2,
      }),
      updates('rejects another _id', { _id: 1 }, [{ $set: { _id: 2 } }], { code: 66 }),
      updates('rejects a stage that updates do not support', { _id: 1 }, [{ $group: { _id: null } }], {
        code: 72,
      }),
    ]),
  ],
}
