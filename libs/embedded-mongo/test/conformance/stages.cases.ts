import type { Family } from './case.ts'
import { MISSING, aggregates, exact, fill, long, onPage, rejects, same, withA } from './case.ts'

const page = (name: string) => `reference/operator/aggregation/${name}`

export const stages: Family = {
  name: 'aggregation stages',
  cases: [
    ...onPage(page('match'), [
      aggregates(
        'filters with the operators of find',
        withA(1, 5, [7]),
        [{ $match: { a: { $gt: 2 } } }, { $sort: { _id: 1 } }, { $project: { _id: 1 } }],
        [{ _id: 2 }, { _id: 3 }],
      ),
      aggregates(
        'reads the fields of a preceding group',
        withA(1, 1, 2),
        [{ $group: { _id: '$a', n: { $sum: 1 } } }, { $match: { n: { $gt: 1 } } }],
        [{ _id: 1, n: 2 }],
      ),
      aggregates('rejects an operand that is not a document', withA(1), [{ $match: 1 }], { code: 15959 }),
    ]),
    ...onPage(page('project'), [
      aggregates(
        'includes and computes fields',
        [{ _id: 1, a: 1, b: { c: 2, d: 3 } }],
        [{ $project: { 'b.c': 1, x: { $add: ['$a', 1] } } }],
        [{ _id: 1, b: { c: 2 }, x: 2 }],
      ),
      aggregates('excludes fields', [{ _id: 1, a: 1, b: 2 }], [{ $project: { a: 0 } }], [{ _id: 1, b: 2 }]),
      aggregates(
        'can omit a field by a condition',
        withA(1),
        [{ $project: { x: { $cond: [{ $eq: ['$a', 1] }, '$$REMOVE', '$a'] } } }],
        [{ _id: 1 }],
      ),
      aggregates(
        'builds an array from a list',
        withA(1),
        [{ $project: { x: ['$a', '$z'] } }],
        [{ _id: 1, x: [1, null] }],
      ),
      aggregates('rejects an empty specification', withA(1), [{ $project: {} }], { code: [51272, 40177] }),
      aggregates('rejects a mix of inclusion and exclusion', withA(1), [{ $project: { a: 1, b: 0 } }], {
        code: 31254,
      }),
    ]),
    ...onPage(page('addFields'), [
      aggregates(
        'replaces fields in place and adds new ones at the end',
        [{ _id: 1, a: 1, b: 2 }],
        [{ $addFields: { c: 3, a: '$b' } }],
        [{ _id: 1, a: 2, b: 2, c: 3 }],
      ),
      aggregates(
        'adds fields inside documents and arrays',
        [{ _id: 1, a: { b: 1 }, l: [{ x: 1 }, {}] }],
        [{ $addFields: { 'a.c': 2, 'l.y': '$_id' } }],
        [{ _id: 1, a: { b: 1, c: 2 }, l: [{ x: 1, y: 1 }, { y: 1 }] }],
      ),
      aggregates(
        'merges a document into an existing one',
        [{ _id: 1, a: { b: 1 } }],
        [{ $set: { a: { c: 2 } } }],
        [{ _id: 1, a: { b: 1, c: 2 } }],
      ),
      aggregates(
        'creates the documents of a path',
        [{ _id: 1, a: 5 }],
        [{ $set: { 'a.b': 1, 'x.y': 2 } }],
        [{ _id: 1, a: { b: 1 }, x: { y: 2 } }],
      ),
    ]),
    ...onPage(page('unset'), [
      aggregates(
        'removes several paths',
        [{ _id: 1, a: 1, b: { c: 1, d: 2 } }],
        [{ $unset: ['a', 'b.c'] }],
        [{ _id: 1, b: { d: 2 } }],
      ),
    ]),
    ...onPage(page('replaceRoot'), [
      aggregates(
        'replaces the root with a document',
        [{ _id: 1, a: { b: 1 } }],
        [{ $replaceRoot: { newRoot: '$a' } }],
        [{ b: 1 }],
      ),
      aggregates(
        'rejects a value that is not a document',
        [{ _id: 1, a: 1 }],
        [{ $replaceRoot: { newRoot: '$a' } }],
        { code: 40228 },
      ),
      aggregates('rejects a missing value', [{ _id: 1 }], [{ $replaceWith: '$a' }], { code: 40228 }),
    ]),
    ...onPage(page('unwind'), [
      aggregates(
        'returns one document for each element',
        [{ _id: 1, a: [1, 2] }],
        [{ $unwind: '$a' }],
        [
          { _id: 1, a: 1 },
          { _id: 1, a: 2 },
        ],
      ),
      aggregates(
        'drops null, missing and empty arrays and treats a scalar as one element',
        withA(null, MISSING, [], 5),
        [{ $sort: { _id: 1 } }, { $unwind: '$a' }],
        [{ _id: 4, a: 5 }],
      ),
      aggregates(
        'keeps null, missing and empty arrays when requested',
        withA(null, MISSING, [], [5]),
        [{ $sort: { _id: 1 } }, { $unwind: { path: '$a', preserveNullAndEmptyArrays: true } }],
        [{ _id: 1, a: null }, { _id: 2 }, { _id: 3 }, { _id: 4, a: 5 }],
      ),
      aggregates(
        'returns the index as a long, or null for a scalar',
        withA(['x'], 'y'),
        [{ $sort: { _id: 1 } }, { $unwind: { path: '$a', includeArrayIndex: 'i' } }],
        [
          { _id: 1, a: 'x', i: long(0) },
          { _id: 2, a: 'y', i: null },
        ],
      ),
      aggregates(
        'follows a nested path',
        [{ _id: 1, a: { b: [1, 2], c: 3 } }],
        [{ $unwind: '$a.b' }],
        [
          { _id: 1, a: { b: 1, c: 3 } },
          { _id: 1, a: { b: 2, c: 3 } },
        ],
      ),
      aggregates('rejects a path without $', withA(1), [{ $unwind: 'a' }], { code: 28818 }),
    ]),
    ...onPage(page('sort'), [
      aggregates(
        'sorts mixed types in type order',
        withA('x', null, 5),
        [{ $sort: { a: 1 } }, { $project: { _id: 1 } }],
        [{ _id: 2 }, { _id: 3 }, { _id: 1 }],
      ),
      aggregates('rejects an empty specification', withA(1), [{ $sort: {} }], { code: [15976, 2] }),
    ]),
    ...onPage(page('limit'), [
      aggregates(
        'limits before a following skip',
        withA(1, 2, 3),
        [{ $sort: { _id: 1 } }, { $limit: 2 }, { $skip: 1 }],
        [{ _id: 2, a: 2 }],
      ),
      aggregates('rejects zero', withA(1), [{ $limit: 0 }], { code: 15958 }),
    ]),
    ...onPage(page('skip'), [
      aggregates('rejects a negative number', withA(1), [{ $skip: -1 }], { code: [15956, 5107200] }),
    ]),
    ...onPage(page('count'), [
      aggregates('returns an int', withA(1, 2), [{ $count: 'n' }], [{ n: 2 }]),
      aggregates('returns nothing without documents', withA(1), [{ $match: { a: 9 } }, { $count: 'n' }], []),
      aggregates('rejects a field name with a dollar sign', withA(1), [{ $count: '$n' }], { code: 40158 }),
    ]),
    ...onPage(page('sortByCount'), [
      aggregates(
        'returns the most frequent value first',
        withA('x', 'y', 'y'),
        [{ $sortByCount: '$a' }],
        [
          { _id: 'y', count: 2 },
          { _id: 'x', count: 1 },
        ],
      ),
    ]),
    ...onPage(page('facet'), [
      aggregates(
        'passes all documents to each facet',
        withA(1, 2),
        [
          { $sort: { _id: 1 } },
          { $facet: { n: [{ $count: 'n' }], first: [{ $limit: 1 }], none: [{ $match: { a: 9 } }] } },
        ],
        [{ n: [{ n: 2 }], first: [{ _id: 1, a: 1 }], none: [] }],
      ),
      aggregates('rejects a facet inside a facet', withA(1), [{ $facet: { a: [{ $facet: { b: [] } }] } }], {
        code: 40600,
      }),
    ]),
    ...onPage(page('bucket'), [
      aggregates(
        'includes the lower bound and excludes the upper bound',
        withA(0, 4, 5, 10, 'x'),
        [{ $bucket: { groupBy: '$a', boundaries: [0, 5, 10], default: 'other' } }],
        [
          { _id: 0, count: 2 },
          { _id: 5, count: 1 },
          { _id: 'other', count: 2 },
        ],
      ),
    ]),
    ...onPage(page('sample'), [
      aggregates('returns at most the existing documents', withA(1), [{ $sample: { size: 5 } }], withA(1)),
    ]),
    ...onPage('reference/command/aggregate', [
      aggregates('rejects an unknown stage', withA(1), [{ $nope: {} }], { code: 40324 }),
      aggregates('rejects two operators in one stage', withA(1), [{ $match: {}, $limit: 1 }], {
        code: 40323,
      }),
      aggregates('returns nothing for a missing collection', [], [{ $match: {} }], []),
      aggregates(
        'provides $$NOW from the first stage',
        [{ _id: 1, a: new Date(0) }],
        [{ $match: { $expr: { $lt: ['$a', '$$NOW'] } } }],
        [{ _id: 1, a: new Date(0) }],
      ),
      {
        name: 'provides the variables of let to every stage, evaluated once',
        async run(place) {
          await fill(place, withA(1, 5))
          const pipeline = [{ $match: { $expr: { $gt: ['$a', '$$least'] } } }, { $project: { x: '$$least' } }]
          same(
            await place.coll.aggregate(pipeline, { ...exact, let: { least: { $add: [1, 1] } } }).toArray(),
            [{ _id: 2, x: 2 }],
          )
        },
      },
      {
        name: 'rejects an unknown operator in $match without a collection',
        async run({ coll }) {
          await rejects(coll.aggregate([{ $match: { a: { $nope: 1 } } }]).toArray(), 2)
        },
      },
      {
        name: 'rejects an unknown stage without documents',
        async run({ coll }) {
          await rejects(coll.aggregate([{ $match: { _id: null } }, { $nope: 1 }]).toArray(), 40324)
        },
      },
      {
        name: 'returns results in batches',
        async run(place) {
          await fill(
            place,
            Array.from({ length: 25 }, (_, at) => ({ _id: at })),
          )
          const found = await place.coll.aggregate([{ $sort: { _id: 1 } }], { batchSize: 7 }).toArray()
          same(
            found.map((each) => Number(each._id)),
            Array.from({ length: 25 }, (_, at) => at),
          )
        },
      },
    ]),
  ],
}
