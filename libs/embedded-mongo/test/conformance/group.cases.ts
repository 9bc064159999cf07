import type { Document } from 'mongodb'
import type { Family, Row } from './case.ts'
import { MISSING, aggregates, decimal, double, long, onPage, withA } from './case.ts'

const page = (name: string) => `reference/operator/aggregation/${name}`

/** Sorts the groups by `_id` because their order is undefined. */
const groups = (
  name: string,
  docs: Row[],
  group: Document,
  expected: unknown[] | { code: number | number[] },
) => aggregates(name, docs, [{ $group: group }, { $sort: { _id: 1 } }], expected)

export const group: Family = {
  name: 'aggregation: $group and its accumulators',
  cases: [
    ...onPage(page('group'), [
      groups(
        'puts null and missing into one group',
        withA(1, null, MISSING, 1),
        { _id: '$a', n: { $sum: 1 } },
        [
          { _id: null, n: 2 },
          { _id: 1, n: 2 },
        ],
      ),
      groups(
        'puts equal numbers of different types into one group',
        withA(1, double(1), long(1), 2),
        { _id: { k: '$a' }, n: { $sum: 1 } },
        [
          { _id: { k: 1 }, n: 3 },
          { _id: { k: 2 }, n: 1 },
        ],
      ),
      groups(
        'puts null and missing into one group by a compound key of one field',
        withA(null, MISSING),
        { _id: { k: '$a' }, n: { $sum: 1 } },
        [{ _id: { k: null }, n: 2 }],
      ),
      groups(
        'distinguishes null from missing in a compound key of two fields',
        withA(null, MISSING),
        { _id: { k: '$a', j: 1 }, n: { $sum: 1 } },
        [
          { _id: { k: null, j: 1 }, n: 1 },
          { _id: { j: 1 }, n: 1 },
        ],
      ),
      groups('groups by whole arrays', withA([1, 2], [1, 2], [2, 1]), { _id: '$a', n: { $sum: 1 } }, [
        { _id: [1, 2], n: 2 },
        { _id: [2, 1], n: 1 },
      ]),
      groups('returns one group for a constant key', withA(1, 2), { _id: 'all', n: { $sum: '$a' } }, [
        { _id: 'all', n: 3 },
      ]),
      aggregates('returns nothing without documents', [], [{ $group: { _id: null, n: { $sum: 1 } } }], []),
      groups('requires _id', withA(1), { n: { $sum: 1 } }, { code: 15955 }),
      groups('rejects a plain field', withA(1), { _id: null, n: '$a' }, { code: 40234 }),
      groups('rejects an unknown accumulator', withA(1), { _id: null, n: { $nope: 1 } }, { code: 15952 }),
      groups('rejects a dot in a field name', withA(1), { _id: null, 'a.b': { $sum: 1 } }, { code: 40235 }),
    ]),
    ...onPage(page('sum'), [
      groups(
        'ignores values that are not numbers',
        withA(1, 'x', null, MISSING, [5], 2),
        { _id: null, n: { $sum: '$a' } },
        [{ _id: null, n: 3 }],
      ),
      groups('returns a long when ints overflow', withA(2147483647, 1), { _id: null, n: { $sum: '$a' } }, [
        { _id: null, n: long(2147483648) },
      ]),
      groups(
        'adds decimals exactly',
        withA(decimal('0.1'), decimal('0.2'), 1),
        { _id: null, n: { $sum: '$a' } },
        [{ _id: null, n: decimal('1.3') }],
      ),
      groups('returns zero without numbers', withA('x'), { _id: null, n: { $sum: '$a' } }, [
        { _id: null, n: 0 },
      ]),
      groups(
        'adds longs beyond 2^53 exactly',
        withA(long('9007199254740993'), long(2)),
        { _id: null, n: { $sum: '$a' } },
        [{ _id: null, n: long('9007199254740995') }],
      ),
    ]),
    ...onPage(page('avg'), [
      groups(
        'ignores values that are not numbers',
        withA(1, 2, null, 'x'),
        { _id: null, n: { $avg: '$a' } },
        [{ _id: null, n: 1.5 }],
      ),
      groups('returns null without numbers', withA('x', MISSING), { _id: null, n: { $avg: '$a' } }, [
        { _id: null, n: null },
      ]),
    ]),
    ...onPage(page('min'), [
      groups(
        'ignores null and missing and compares across types',
        withA('x', null, 5, MISSING),
        { _id: null, n: { $min: '$a' }, m: { $max: '$a' } },
        [{ _id: null, n: 5, m: 'x' }],
      ),
    ]),
    ...onPage(page('push'), [
      aggregates(
        'skips missing values and keeps null, in document order',
        withA(2, MISSING, null, 1),
        [{ $sort: { _id: 1 } }, { $group: { _id: null, n: { $push: '$a' } } }],
        [{ _id: null, n: [2, null, 1] }],
      ),
    ]),
    ...onPage(page('addToSet'), [
      aggregates(
        'keeps one of several equal values',
        withA(1, double(1), 1, MISSING),
        [{ $sort: { _id: 1 } }, { $group: { _id: null, n: { $addToSet: '$a' } } }],
        [{ _id: null, n: [1] }],
      ),
    ]),
    ...onPage(page('first'), [
      aggregates(
        'returns the first value and $last the last one, with null for missing',
        withA(MISSING, 2, 3),
        [{ $sort: { _id: 1 } }, { $group: { _id: null, f: { $first: '$a' }, l: { $last: '$a' } } }],
        [{ _id: null, f: null, l: 3 }],
      ),
    ]),
    ...onPage(page('top'), [
      groups(
        'returns the output of the first document in sort order',
        withA(3, 9, 5),
        {
          _id: null,
          t: { $top: { sortBy: { a: -1 }, output: '$_id' } },
          b: { $bottomN: { n: 2, sortBy: { a: -1 }, output: '$a' } },
        },
        [{ _id: null, t: 2, b: [5, 3] }],
      ),
    ]),
    ...onPage(page('count-accumulator'), [
      groups('counts documents', withA(1, null), { _id: null, n: { $count: {} } }, [{ _id: null, n: 2 }]),
    ]),
    ...onPage('core/aggregation-pipeline-optimization', [
      aggregates(
        'applies the lower of two limits',
        withA(1, 2, 3),
        [{ $sort: { _id: 1 } }, { $limit: 1 }, { $limit: 5 }],
        [{ _id: 1, a: 1 }],
      ),
      aggregates(
        'adds up two skips',
        withA(1, 2, 3),
        [{ $sort: { _id: 1 } }, { $skip: 1 }, { $skip: 1 }],
        [{ _id: 3, a: 3 }],
      ),
      aggregates(
        'filters the remaining documents after a limit',
        withA(1, 2, 3),
        [{ $sort: { _id: 1 } }, { $limit: 2 }, { $match: { a: { $gt: 1 } } }],
        [{ _id: 2, a: 2 }],
      ),
      aggregates(
        'filters the remaining documents after a skip',
        withA(3, 2, 3),
        [{ $sort: { _id: 1 } }, { $skip: 1 }, { $match: { a: 3 } }],
        [{ _id: 3, a: 3 }],
      ),
      aggregates(
        'sorts the remaining documents after a limit',
        withA(1, 2, 3),
        [{ $sort: { a: -1 } }, { $limit: 2 }, { $sort: { a: 1 } }],
        [
          { _id: 2, a: 2 },
          { _id: 3, a: 3 },
        ],
      ),
      aggregates(
        'applies the later of two sorts',
        withA(1, 2),
        [{ $sort: { a: 1 } }, { $sort: { a: -1 } }],
        [
          { _id: 2, a: 2 },
          { _id: 1, a: 1 },
        ],
      ),
      aggregates(
        'returns the same result for a match after a sort',
        withA(3, 1, 2),
        [{ $sort: { a: 1 } }, { $match: { a: { $ne: 2 } } }],
        [
          { _id: 2, a: 1 },
          { _id: 1, a: 3 },
        ],
      ),
      aggregates(
        'counts the remaining documents after a skip and a limit',
        withA(1, 2, 3, 4),
        [{ $skip: 1 }, { $limit: 2 }, { $count: 'n' }],
        [{ n: 2 }],
      ),
      aggregates(
        'counts documents in a group that only counts',
        withA(1, 2, 3),
        [{ $match: { a: { $gt: 1 } } }, { $group: { _id: null, n: { $sum: 1 } } }],
        [{ _id: null, n: 2 }],
      ),
      aggregates(
        'continues with further stages after a count',
        withA(1, 2),
        [{ $count: 'n' }, { $set: { m: { $add: ['$n', 1] } } }],
        [{ n: 2, m: 3 }],
      ),
    ]),
  ],
}
