import type { Document } from 'mongodb'
import type { Family, Row } from './case.ts'
import { MISSING, aggregates, decimal, double, long, onPage, withA } from './case.ts'

const page = (name: string) => `reference/operator/aggregation/${name}`

/** Groups come in no order, so these cases sort them by `_id`. */
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
      groups('null and missing are one group', withA(1, null, MISSING, 1), { _id: '$a', n: { $sum: 1 } }, [
        { _id: null, n: 2 },
        { _id: 1, n: 2 },
      ]),
      groups(
        'equal numbers of different types are one group',
        withA(1, double(1), long(1), 2),
        { _id: { k: '$a' }, n: { $sum: 1 } },
        [
          { _id: { k: 1 }, n: 3 },
          { _id: { k: 2 }, n: 1 },
        ],
      ),
      groups(
        'in a compound key missing is not null',
        withA(null, MISSING),
        { _id: { k: '$a' }, n: { $sum: 1 } },
        [
          { _id: {}, n: 1 },
          { _id: { k: null }, n: 1 },
        ],
      ),
      groups('arrays group as a whole', withA([1, 2], [1, 2], [2, 1]), { _id: '$a', n: { $sum: 1 } }, [
        { _id: [1, 2], n: 2 },
        { _id: [2, 1], n: 1 },
      ]),
      groups('a constant key makes one group', withA(1, 2), { _id: 'all', n: { $sum: '$a' } }, [
        { _id: 'all', n: 3 },
      ]),
      aggregates('of nothing gives nothing', [], [{ $group: { _id: null, n: { $sum: 1 } } }], []),
      groups('without _id is refused', withA(1), { n: { $sum: 1 } }, { code: 15955 }),
      groups('a plain field is refused', withA(1), { _id: null, n: '$a' }, { code: 40234 }),
      groups('an unknown accumulator is refused', withA(1), { _id: null, n: { $nope: 1 } }, { code: 15952 }),
      groups('a dot in a name is refused', withA(1), { _id: null, 'a.b': { $sum: 1 } }, { code: 40235 }),
    ]),
    ...onPage(page('sum'), [
      groups(
        'ignores what is no number',
        withA(1, 'x', null, MISSING, [5], 2),
        { _id: null, n: { $sum: '$a' } },
        [{ _id: null, n: 3 }],
      ),
      groups('ints that overflow make a long', withA(2147483647, 1), { _id: null, n: { $sum: '$a' } }, [
        { _id: null, n: long(2147483648) },
      ]),
      groups(
        'decimals add exactly',
        withA(decimal('0.1'), decimal('0.2'), 1),
        { _id: null, n: { $sum: '$a' } },
        [{ _id: null, n: decimal('1.3') }],
      ),
      groups('of no numbers is zero', withA('x'), { _id: null, n: { $sum: '$a' } }, [{ _id: null, n: 0 }]),
      groups(
        'longs stay exact beyond 2^53',
        withA(long('9007199254740993'), long(2)),
        { _id: null, n: { $sum: '$a' } },
        [{ _id: null, n: long('9007199254740995') }],
      ),
    ]),
    ...onPage(page('avg'), [
      groups('ignores what is no number', withA(1, 2, null, 'x'), { _id: null, n: { $avg: '$a' } }, [
        { _id: null, n: 1.5 },
      ]),
      groups('of no numbers is null', withA('x', MISSING), { _id: null, n: { $avg: '$a' } }, [
        { _id: null, n: null },
      ]),
    ]),
    ...onPage(page('min'), [
      groups(
        'ignores null and missing, compares across types',
        withA('x', null, 5, MISSING),
        { _id: null, n: { $min: '$a' }, m: { $max: '$a' } },
        [{ _id: null, n: 5, m: 'x' }],
      ),
    ]),
    ...onPage(page('push'), [
      aggregates(
        'leaves out missing, keeps null, in order',
        withA(2, MISSING, null, 1),
        [{ $sort: { _id: 1 } }, { $group: { _id: null, n: { $push: '$a' } } }],
        [{ _id: null, n: [2, null, 1] }],
      ),
    ]),
    ...onPage(page('addToSet'), [
      aggregates(
        'keeps one of equal values',
        withA(1, double(1), 1, MISSING),
        [{ $sort: { _id: 1 } }, { $group: { _id: null, n: { $addToSet: '$a' } } }],
        [{ _id: null, n: [1] }],
      ),
    ]),
    ...onPage(page('first'), [
      aggregates(
        'and $last in the order of documents, missing as null',
        withA(MISSING, 2, 3),
        [{ $sort: { _id: 1 } }, { $group: { _id: null, f: { $first: '$a' }, l: { $last: '$a' } } }],
        [{ _id: null, f: null, l: 3 }],
      ),
    ]),
    ...onPage(page('top'), [
      groups(
        'takes the output of the first by an order',
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
        'the lower of two limits holds',
        withA(1, 2, 3),
        [{ $sort: { _id: 1 } }, { $limit: 1 }, { $limit: 5 }],
        [{ _id: 1, a: 1 }],
      ),
      aggregates(
        'two skips add up',
        withA(1, 2, 3),
        [{ $sort: { _id: 1 } }, { $skip: 1 }, { $skip: 1 }],
        [{ _id: 3, a: 3 }],
      ),
      aggregates(
        'a match after a limit filters what is left',
        withA(1, 2, 3),
        [{ $sort: { _id: 1 } }, { $limit: 2 }, { $match: { a: { $gt: 1 } } }],
        [{ _id: 2, a: 2 }],
      ),
      aggregates(
        'a match after a skip filters what is left',
        withA(3, 2, 3),
        [{ $sort: { _id: 1 } }, { $skip: 1 }, { $match: { a: 3 } }],
        [{ _id: 3, a: 3 }],
      ),
      aggregates(
        'a sort after a limit sorts what is left',
        withA(1, 2, 3),
        [{ $sort: { a: -1 } }, { $limit: 2 }, { $sort: { a: 1 } }],
        [
          { _id: 2, a: 2 },
          { _id: 3, a: 3 },
        ],
      ),
      aggregates(
        'the later of two sorts decides',
        withA(1, 2),
        [{ $sort: { a: 1 } }, { $sort: { a: -1 } }],
        [
          { _id: 2, a: 2 },
          { _id: 1, a: 1 },
        ],
      ),
      aggregates(
        'a match after a sort may move before it',
        withA(3, 1, 2),
        [{ $sort: { a: 1 } }, { $match: { a: { $ne: 2 } } }],
        [
          { _id: 2, a: 1 },
          { _id: 1, a: 3 },
        ],
      ),
      aggregates(
        'a count after a skip and a limit counts what is left',
        withA(1, 2, 3, 4),
        [{ $skip: 1 }, { $limit: 2 }, { $count: 'n' }],
        [{ n: 2 }],
      ),
      aggregates(
        'a group that only counts',
        withA(1, 2, 3),
        [{ $match: { a: { $gt: 1 } } }, { $group: { _id: null, n: { $sum: 1 } } }],
        [{ _id: null, n: 2 }],
      ),
      aggregates(
        'stages go on after a count',
        withA(1, 2),
        [{ $count: 'n' }, { $set: { m: { $add: ['$n', 1] } } }],
        [{ n: 2, m: 3 }],
      ),
    ]),
  ],
}
