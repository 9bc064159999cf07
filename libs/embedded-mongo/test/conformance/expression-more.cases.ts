import type { Family } from './case.ts'
import { aggregates, double, evaluates, long, onPage, refusal, withA } from './case.ts'

const at = new Date('2024-02-29T13:14:15.016Z')
const page = (name: string) => `reference/operator/aggregation/${name}`
const zero = (name: string, of: number) =>
  onPage(page(name), [evaluates(`of ${of} is zero, a double`, { [`$${name}`]: of }, double(0))])

export const expressionMore: Family = {
  name: 'expressions: the rest',
  cases: [
    ...['ln', 'log10'].flatMap((name) => zero(name, 1)),
    ...onPage(page('exp'), [
      evaluates('of zero is one, a double', { $exp: 0 }, double(1)),
      evaluates('of null is null', { $exp: null }, null),
    ]),
    ...onPage(page('ln'), [evaluates('of zero is refused', { $ln: 0 }, refusal(28766))]),
    ...onPage(page('log'), [
      evaluates('to a base', { $log: [100, 10] }, double(2)),
      evaluates('to the base one is refused', { $log: [100, 1] }, refusal(28759)),
    ]),
    ...onPage(page('rand'), [
      evaluates(
        'lies between zero and one',
        { $let: { vars: { r: { $rand: {} } }, in: [{ $gte: ['$$r', 0] }, { $lt: ['$$r', 1] }] } },
        [true, true],
      ),
    ]),
    ...onPage(page('bitAnd'), [
      evaluates('of ints', { $bitAnd: [5, 6] }, 4),
      evaluates('of nothing is -1', { $bitAnd: [] }, -1),
      evaluates('of a double is refused', { $bitAnd: [1, 1.5] }, refusal(14)),
    ]),
    ...onPage(page('bitOr'), [
      evaluates('of int and long is a long', { $bitOr: [1, long(4)] }, long(5)),
      evaluates('with null is null', { $bitOr: [1, null] }, null),
    ]),
    ...onPage(page('bitXor'), [evaluates('of ints', { $bitXor: [5, 3] }, 6)]),
    ...onPage(page('bitNot'), [evaluates('of an int', { $bitNot: 5 }, -6)]),
    ...onPage(page('lte'), [evaluates('of equal values', { $lte: [1, double(1)] }, true)]),
    ...onPage(page('firstN'), [
      evaluates('of an array', { $firstN: { input: [1, 2, 3], n: 2 } }, [1, 2]),
      aggregates(
        'of a group',
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
      evaluates('of an array', { $lastN: { input: [1, 2, 3], n: 2 } }, [2, 3]),
      evaluates('of none is refused', { $lastN: { input: [1], n: 0 } }, refusal(5787908)),
    ]),
    ...onPage(page('maxN'), [
      evaluates(
        'of an array, the greatest first, without null',
        { $maxN: { input: [2, null, 9, 5], n: 2 } },
        [9, 5],
      ),
      aggregates(
        'of a group',
        withA(3, 9, null, 5),
        [{ $group: { _id: null, x: { $maxN: { input: '$a', n: 2 } }, n: { $minN: { input: '$a', n: 2 } } } }],
        [{ _id: null, x: [9, 5], n: [3, 5] }],
      ),
    ]),
    ...onPage(page('minN'), [
      evaluates(
        'of an array, the least first, without null',
        { $minN: { input: [2, null, 9, 5], n: 2 } },
        [2, 5],
      ),
    ]),
    ...onPage(page('topN'), [
      aggregates(
        'of a group',
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
      evaluates('-1 when it is not there', { $indexOfBytes: ['abc', 'z'] }, -1),
    ]),
    ...onPage(page('substr'), [evaluates('counts bytes', { $substr: ['abcd', 1, 2] }, 'bc')]),
    ...onPage(page('toUpper'), [evaluates('letters', { $toUpper: 'abC1' }, 'ABC1')]),
    ...onPage(page('ltrim'), [evaluates('at the start', { $ltrim: { input: '  a ' } }, 'a ')]),
    ...onPage(page('rtrim'), [evaluates('at the end', { $rtrim: { input: ' a--', chars: '-' } }, ' a')]),
    ...onPage(page('replaceOne'), [
      evaluates(
        'only the first place',
        { $replaceOne: { input: 'a.a', find: 'a', replacement: 'b' } },
        'b.a',
      ),
    ]),
    ...onPage(page('unsetField'), [
      evaluates(
        'takes a name with a dot away',
        { $unsetField: { field: 'x.y', input: { $setField: { field: 'x.y', input: { b: 1 }, value: 2 } } } },
        { b: 1 },
      ),
    ]),
    ...onPage(page('dateSubtract'), [
      evaluates(
        'a month before 31 March',
        { $dateSubtract: { startDate: new Date('2023-03-31'), unit: 'month', amount: 1 } },
        new Date('2023-02-28'),
      ),
    ]),
    ...onPage('meta/aggregation-quick-reference', [
      evaluates(
        'the parts of a date',
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
