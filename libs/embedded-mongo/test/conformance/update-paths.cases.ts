import type { Family } from './case.ts'
import { onPage, updates } from './case.ts'

export const updatePaths: Family = {
  name: 'update: positional paths, arrayFilters, pipelines',
  cases: [
    ...onPage('reference/operator/update/positional', [
      updates(
        'changes the element that matched',
        { _id: 1, a: [1, 2, 2] },
        { $set: { 'a.$': 9 } },
        { _id: 1, a: [1, 9, 2] },
        { filter: { a: 2 } },
      ),
      updates(
        'changes fields of the document that matched',
        { _id: 1, a: [{ b: 1 }, { b: 2 }] },
        { $set: { 'a.$.c': 1 } },
        { _id: 1, a: [{ b: 1 }, { b: 2, c: 1 }] },
        { filter: { 'a.b': 2 } },
      ),
      updates(
        'two paths may use it',
        { _id: 1, a: [{ b: 1 }, { b: 2 }] },
        { $set: { 'a.$.b': 7, 'a.$.c': 8 } },
        { _id: 1, a: [{ b: 1 }, { b: 7, c: 8 }] },
        { filter: { 'a.b': 2 } },
      ),
      updates(
        'follows $elemMatch',
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
        'is refused when the filter matched no element',
        { _id: 1, a: [1] },
        { $set: { 'a.$': 9 } },
        { code: 2 },
      ),
      updates(
        'unset leaves null',
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
        'goes into documents',
        { _id: 1, a: [{ b: 1 }, {}] },
        { $set: { 'a.$[].b': 0 } },
        { _id: 1, a: [{ b: 0 }, { b: 0 }] },
      ),
      updates(
        'goes into nested arrays',
        { _id: 1, a: [{ b: [1, 2] }, { b: [3] }] },
        { $inc: { 'a.$[].b.$[]': 1 } },
        { _id: 1, a: [{ b: [2, 3] }, { b: [4] }] },
      ),
      updates('an empty array stays empty', { _id: 1, a: [] }, { $set: { 'a.$[]': 1 } }, { _id: 1, a: [] }),
      updates('a missing array is refused', { _id: 1 }, { $set: { 'a.$[]': 1 } }, { code: 2 }),
      updates('what is no array is refused', { _id: 1, a: 1 }, { $set: { 'a.$[]': 1 } }, { code: 2 }),
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
        'two names in one path',
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
        'no match changes nothing',
        { _id: 1, a: [1] },
        { $set: { 'a.$[x]': 0 } },
        { _id: 1, a: [1] },
        { arrayFilters: [{ x: 5 }] },
      ),
      updates(
        'several conditions for one name',
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
      updates('a name without filter is refused', { _id: 1, a: [1] }, { $set: { 'a.$[x]': 0 } }, { code: 2 }),
      updates(
        'a filter without use is refused',
        { _id: 1, a: [1] },
        { $set: { 'a.$[x]': 0 } },
        { code: 9 },
        { arrayFilters: [{ x: 1 }, { y: 1 }] },
      ),
      updates(
        'two filters of one name are refused',
        { _id: 1, a: [1] },
        { $set: { 'a.$[x]': 0 } },
        { code: 9 },
        { arrayFilters: [{ x: 1 }, { x: 2 }] },
      ),
      updates(
        'two names in one filter are refused',
        { _id: 1, a: [1] },
        { $set: { 'a.$[x]': 0 } },
        { code: 9 },
        { arrayFilters: [{ x: 1, y: 2 }] },
      ),
    ]),
    ...onPage('tutorial/update-documents-with-aggregation-pipeline', [
      updates(
        'computes from other fields',
        { _id: 1, a: 1, b: 2 },
        [{ $set: { c: { $add: ['$a', '$b'] } } }],
        { _id: 1, a: 1, b: 2, c: 3 },
      ),
      updates(
        'stages see what earlier stages made',
        { _id: 1, a: 1 },
        [{ $set: { b: '$a' } }, { $set: { c: '$b' } }, { $unset: 'a' }],
        { _id: 1, b: 1, c: 1 },
      ),
      updates(
        'one stage sees the document as it came in',
        { _id: 1, a: 1, b: 2 },
        [{ $set: { a: '$b', b: '$a' } }],
        { _id: 1, a: 2, b: 1 },
      ),
      updates('arithmetic with a missing field is null', { _id: 1 }, [{ $set: { a: { $add: ['$z', 1] } } }], {
        _id: 1,
        a: null,
      }),
      updates('a replacement without _id keeps it', { _id: 1, a: { b: 1 } }, [{ $replaceWith: '$a' }], {
        _id: 1,
        b: 1,
      }),
      updates('$project keeps _id', { _id: 1, a: 1, b: 2 }, [{ $project: { b: 1 } }], { _id: 1, b: 2 }),
      updates(
        'a text with $ is a field unless it is literal',
        { _id: 1, a: 1 },
        [{ $set: { b: '$a', c: { $literal: '$a' } } }],
        { _id: 1, a: 1, b: 1, c: '$a' },
      ),
      updates('$$REMOVE takes a field away', { _id: 1, a: 1, b: 2 }, [{ $set: { a: '$$REMOVE' } }], {
        _id: 1,
        b: 2,
      }),
      updates('another _id is refused', { _id: 1 }, [{ $set: { _id: 2 } }], { code: 66 }),
      updates('a stage that is not for updates is refused', { _id: 1 }, [{ $group: { _id: null } }], {
        code: 72,
      }),
    ]),
  ],
}
