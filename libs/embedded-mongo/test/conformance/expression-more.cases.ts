import type { Family } from './case.ts'
import { aggregates, double, evaluates, long, onPage, rejection, withA } from './case.ts'

const at = new Date('2024-02-29T13:14:15.016Z')
const page = (name: string) => `reference/operator/aggregation/${name}`
const zero = (name: string, of: number) =>
  onPage(page(name), [evaluates(`returns the double 0 for ${of}`, { [`$${name}`]: of }, double(0))])

export const expressionMore: Family = {
  name: 'expressions: other operators',
  cases: [
    ...['ln', 'log10'].flatMap((name) => zero(name, 1)),
    ...onPage(page('exp'), [
      evaluates('returns the double 1 for zero', { $exp: 0 }, double(1)),
      evaluates('returns null for null', { $exp: null }, null),
    ]),
    ...onPage(page('ln'), [evaluates('rejects zero', { $ln: 0 }, rejection(28766))]),
    ...onPage(page('log'), [
      evaluates('accepts a base', { $log: [100, 10] }, double(2)),
      evaluates('rejects a base of one', { $log: [100, 1] }, rejection(28759)),
    ]),
    ...onPage(page('rand'), [
      evaluates(
        'returns a number between zero and one',
        { $let: { vars: { r: { $rand: {} } }, in: [{ $gte: ['$$r', 0] }, { $lt: ['$$r', 1] }] } },
        [true, true],
      ),
    ]),
    ...onPage(page('bitAnd'), [
      evaluates('combines ints', { $bitAnd: [5, 6] }, 4),
      evaluates('returns -1 without arguments', { $bitAnd: [] }, -1),
      evaluates('rejects a double', { $bitAnd: [1, 1.5] }, rejection(14)),
    ]),
    ...onPage(page('bitOr'), [
      evaluates('returns a long for int and long', { $bitOr: [1, long(4)] }, long(5)),
      evaluates('returns null for null', { $bitOr: [1, null] }, null),
    ]),
    ...onPage(page('bitXor'), [evaluates('combines ints', { $bitXor: [5, 3] }, 6)]),
    ...onPage(page('bitNot'), [evaluates('inverts an int', { $bitNot: 5 }, -6)]),
    ...onPage(page('lte'), [evaluates('returns true for equal values', { $lte: [1, double(1)] }, true)]),
    ...onPage(page('firstN'), [
      evaluates('returns the first elements of an array', { $firstN: { input: [1, 2, 3], n: 2 } }, [1, 2]),
      aggregates(
        'returns the first values of a group',
        withA(1, 2, 3),
        [
          { $sort: { _id: 1 } },
          {
            $group: {
              _id: null,
              f: { $firstN: { input: '$a', n: 2 } },
              l: { $lastN: { input: '$a', n: 2 } },
            },
          },
        ],
        [{ _id: null, f: [1, 2], l: [2, 3] }],
      ),
    ]),
    ...onPage(page('lastN'), [
      evaluates('returns the last elements of an array', { $lastN: { input: [1, 2, 3], n: 2 } }, [2, 3]),
      evaluates('rejects zero', { $lastN: { input: [1], n: 0 } }, rejection(5787908)),
    ]),
    ...onPage(page('maxN'), [
      evaluates(
        'returns the largest elements of an array in descending order without null',
        { $maxN: { input: [2, null, 9, 5], n: 2 } },
        [9, 5],
      ),
      aggregates(
        'returns the largest values of a group',
        withA(3, 9, null, 5),
        [{ $group: { _id: null, x: { $maxN: { input: '$a', n: 2 } }, n: { $minN: { input: '$a', n: 2 } } } }],
        [{ _id: null, x: [9, 5], n: [3, 5] }],
      ),
    ]),
    ...onPage(page('minN'), [
      evaluates(
        'returns the smallest elements of an array in ascending order without null',
        { $minN: { input: [2, null, 9, 5], n: 2 } },
        [2, 5],
      ),
    ]),
    ...onPage(page('topN'), [
      aggregates(
        'returns the first outputs of a group in sort order',
        withA(3, 9, 5),
        [
          {
            $group: {
              _id: null,
              t: { $topN: { n: 2, sortBy: { a: 1 }, output: '$a' } },
              b: { $bottom: { sortBy: { a: 1 }, output: '$a' } },
            },
          },
        ],
        [{ _id: null, t: [3, 5], b: 9 }],
      ),
    ]),
    ...onPage(page('indexOfBytes'), [
      evaluates('counts bytes', { $indexOfBytes: ['éa', 'a'] }, 2),
      evaluates('returns -1 without a match', { $indexOfBytes: ['abc', 'z'] }, -1),
    ]),
    ...onPage(page('substr'), [evaluates('counts bytes', { $substr: ['abcd', 1, 2] }, 'bc')]),
    ...onPage(page('toUpper'), [evaluates('converts letters to uppercase', { $toUpper: 'abC1' }, 'ABC1')]),
    ...onPage(page('ltrim'), [
      evaluates('removes characters at the start', { $ltrim: { input: '  a ' } }, 'a '),
    ]),
    ...onPage(page('rtrim'), [
      evaluates('removes characters at the end', { $rtrim: { input: ' a--', chars: '-' } }, ' a'),
    ]),
    ...onPage(page('replaceOne'), [
      evaluates(
        'replaces only the first match',
        { $replaceOne: { input: 'a.a', find: 'a', replacement: 'b' } },
        'b.a',
      ),
    ]),
    ...onPage(page('unsetField'), [
      evaluates(
        'removes a field with a dot in its name',
        { $unsetField: { field: 'x.y', input: { $setField: { field: 'x.y', input: { b: 1 }, value: 2 } } } },
        { b: 1 },
      ),
    ]),
    ...onPage(page('dateSubtract'), [
      evaluates(
        'subtracts a month from 31 March',
        { $dateSubtract: { startDate: new Date('2023-03-31'), unit: 'month', amount: 1 } },
        new Date('2023-02-28'),
      ),
    ]),
    ...onPage('meta/aggregation-quick-reference', [
      evaluates(
        'extracts the parts of a date',
        [
          { $month: at },
          { $dayOfMonth: at },
          { $dayOfYear: at },
          { $isoDayOfWeek: at },
          { $hour: at },
          { $minute: at },
          { $second: at },
          { $millisecond: at },
        ],
        [2, 29, 60, 4, 13, 14, 15, 16],
      ),
    ]),
  ],
}
