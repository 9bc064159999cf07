import type { Document } from 'mongodb'
import type { Family, Row } from './case.ts'
import { long, onPage, reads } from './case.ts'

const projects = (name: string, doc: Row, projection: Document, expected: Document, filter: Document = {}) =>
  reads(name, [doc], filter, { projection }, [expected])

const refuses = (name: string, projection: Document, codes: number[]) =>
  reads(name, [{ _id: 1, a: 1, b: 2 }], {}, { projection }, { code: codes })

export const projection: Family = {
  name: 'projection',
  cases: [
    ...onPage('tutorial/project-fields-from-query-results', [
      projects(
        'inclusion keeps _id and the order of the document',
        { _id: 1, b: 2, a: 1, c: 3 },
        { a: 1, b: 1 },
        { _id: 1, b: 2, a: 1 },
      ),
      projects('_id may be left out of an inclusion', { _id: 1, a: 1, b: 2 }, { a: 1, _id: 0 }, { a: 1 }),
      projects('exclusion keeps the rest', { _id: 1, a: 1, b: 2 }, { b: 0 }, { _id: 1, a: 1 }),
      projects('leaving out only _id is an exclusion', { _id: 1, a: 1, b: 2 }, { _id: 0 }, { a: 1, b: 2 }),
      projects('_id alone is an inclusion', { _id: 1, a: 1 }, { _id: 1 }, { _id: 1 }),
      projects(
        'an exclusion may name _id as kept',
        { _id: 1, a: 1, b: 2 },
        { _id: 1, a: 0 },
        { _id: 1, b: 2 },
      ),
      projects('a missing field stays missing', { _id: 1, a: 1 }, { z: 1 }, { _id: 1 }),
      projects('null is kept', { _id: 1, a: null }, { a: 1 }, { _id: 1, a: null }),
      projects(
        'any number but zero and true include',
        { _id: 1, a: 1, b: 2, c: 3, d: 4 },
        { a: true, b: 2, c: long(7) },
        { _id: 1, a: 1, b: 2, c: 3 },
      ),
      projects('false excludes', { _id: 1, a: 1, b: 2 }, { a: false }, { _id: 1, b: 2 }),
      projects('an empty projection gives everything', { _id: 1, a: 1 }, {}, { _id: 1, a: 1 }),
      projects(
        'a nested path keeps the document around it',
        { _id: 1, a: { b: 1, c: 2 }, d: 3 },
        { 'a.b': 1 },
        { _id: 1, a: { b: 1 } },
      ),
      projects(
        'a nested document means nested paths',
        { _id: 1, a: { b: 1, c: 2 }, d: 3 },
        { a: { b: 1 } },
        { _id: 1, a: { b: 1 } },
      ),
      projects(
        'a nested path keeps an empty document',
        { _id: 1, a: { c: 2 } },
        { 'a.b': 1 },
        { _id: 1, a: {} },
      ),
      projects(
        'a nested path through an array keeps its documents only',
        { _id: 1, a: [{ b: 1, c: 2 }, 3, { c: 4 }] },
        { 'a.b': 1 },
        { _id: 1, a: [{ b: 1 }, {}] },
      ),
      projects('a nested path through a scalar drops it', { _id: 1, a: 5, d: 1 }, { 'a.b': 1 }, { _id: 1 }),
      projects(
        'a nested exclusion in an array keeps scalars',
        { _id: 1, a: [{ b: 1, c: 2 }, 3] },
        { 'a.c': 0 },
        { _id: 1, a: [{ b: 1 }, 3] },
      ),
      projects(
        'a nested exclusion through a scalar keeps it',
        { _id: 1, a: 5 },
        { 'a.b': 0 },
        { _id: 1, a: 5 },
      ),
      projects(
        'two nested paths share the document around them',
        { _id: 1, a: { b: 1, c: 2, d: 3 } },
        { 'a.d': 1, 'a.b': 1 },
        { _id: 1, a: { b: 1, d: 3 } },
      ),
      refuses('refuses an exclusion in an inclusion', { a: 1, b: 0 }, [31254]),
      refuses('refuses an inclusion in an exclusion', { a: 0, b: 1 }, [31253]),
      refuses('refuses a path and a path below it', { a: 1, 'a.b': 1 }, [31249, 31250]),
      refuses('refuses an unknown operator', { a: { $nope: 1 } }, [31325, 168, 2]),
    ]),
    ...onPage('reference/operator/projection/slice', [
      projects(
        'takes from the start and keeps the other fields',
        { _id: 1, a: [1, 2, 3], b: 1 },
        { a: { $slice: 2 } },
        { _id: 1, a: [1, 2], b: 1 },
      ),
      projects('takes from the end', { _id: 1, a: [1, 2, 3] }, { a: { $slice: -2 } }, { _id: 1, a: [2, 3] }),
      projects(
        'skips, then takes',
        { _id: 1, a: [1, 2, 3, 4] },
        { a: { $slice: [1, 2] } },
        { _id: 1, a: [2, 3] },
      ),
      projects(
        'skips from the end, then takes',
        { _id: 1, a: [1, 2, 3, 4] },
        { a: { $slice: [-3, 2] } },
        { _id: 1, a: [2, 3] },
      ),
      projects(
        'more than there is from the end begins at the start',
        { _id: 1, a: [1, 2] },
        { a: { $slice: [-5, 1] } },
        { _id: 1, a: [1] },
      ),
      projects('zero gives an empty array', { _id: 1, a: [1, 2] }, { a: { $slice: 0 } }, { _id: 1, a: [] }),
      projects('leaves what is no array', { _id: 1, a: 5 }, { a: { $slice: 1 } }, { _id: 1, a: 5 }),
      projects(
        'in an inclusion keeps only what is named',
        { _id: 1, a: [1, 2], b: 1, c: 1 },
        { b: 1, a: { $slice: 1 } },
        { _id: 1, a: [1], b: 1 },
      ),
      projects(
        'in an exclusion drops what is named',
        { _id: 1, a: [1, 2], b: 1, c: 1 },
        { b: 0, a: { $slice: 1 } },
        { _id: 1, a: [1], c: 1 },
      ),
      refuses('refuses a negative number to take', { a: { $slice: [1, -1] } }, [31259, 28724, 28728, 28729]),
    ]),
    ...onPage('reference/operator/projection/elemMatch', [
      projects(
        'gives the first match only',
        { _id: 1, a: [{ b: 1 }, { b: 2, c: 1 }, { b: 2 }], x: 1 },
        { a: { $elemMatch: { b: 2 } } },
        { _id: 1, a: [{ b: 2, c: 1 }] },
      ),
      projects(
        'leaves the field out without a match',
        { _id: 1, a: [{ b: 1 }], x: 1 },
        { a: { $elemMatch: { b: 2 } } },
        { _id: 1 },
      ),
      projects(
        'matches scalars',
        { _id: 1, a: [1, 5, 9] },
        { a: { $elemMatch: { $gt: 3 } } },
        { _id: 1, a: [5] },
      ),
      projects(
        'leaves out what is no array',
        { _id: 1, a: { b: 2 } },
        { a: { $elemMatch: { b: 2 } } },
        { _id: 1 },
      ),
    ]),
    ...onPage('reference/operator/projection/positional', [
      projects(
        'gives the element that the filter matched',
        { _id: 1, a: [1, 6, 7] },
        { 'a.$': 1 },
        { _id: 1, a: [6] },
        { a: { $gte: 5 } },
      ),
      projects(
        'gives a whole document of the array',
        {
          _id: 1,
          a: [
            { b: 1, c: 1 },
            { b: 2, c: 2 },
          ],
        },
        { 'a.$': 1 },
        { _id: 1, a: [{ b: 2, c: 2 }] },
        { 'a.b': 2 },
      ),
      projects(
        'follows $elemMatch',
        {
          _id: 1,
          a: [
            { b: 1, c: 2 },
            { b: 1, c: 3 },
          ],
        },
        { 'a.$': 1 },
        { _id: 1, a: [{ b: 1, c: 3 }] },
        { a: { $elemMatch: { b: 1, c: 3 } } },
      ),
      reads(
        'fails when the filter matched no element',
        [{ _id: 1, a: [1, 2], b: 1 }],
        { b: 1 },
        { projection: { 'a.$': 1 } },
        { code: [31277, 51246, 51247, 2] },
      ),
    ]),
    ...onPage('reference/method/db.collection.find#projection', [
      projects(
        'an expression computes a field, placed last',
        { _id: 1, a: 1, b: 2 },
        { s: { $add: ['$a', '$b'] }, b: 1 },
        { _id: 1, b: 2, s: 3 },
      ),
      projects('a text with $ reads a field', { _id: 1, a: 1, b: { c: 2 } }, { x: '$b.c' }, { _id: 1, x: 2 }),
      projects('another text is itself', { _id: 1, a: 1 }, { x: 'a' }, { _id: 1, x: 'a' }),
      projects('a missing value leaves the field out', { _id: 1, a: 1 }, { x: '$z' }, { _id: 1 }),
      projects(
        'a computed field may take an existing name',
        { _id: 1, a: 1, b: 5 },
        { a: '$b' },
        { _id: 1, a: 5 },
      ),
      projects(
        'a computed nested field is put into the document',
        { _id: 1, a: { b: 1, c: 2 } },
        { 'a.d': '$a.c' },
        { _id: 1, a: { d: 2 } },
      ),
    ]),
  ],
}
