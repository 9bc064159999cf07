import type { Document } from 'mongodb'
import type { Family, Row } from './case.ts'
import { long, onPage, reads } from './case.ts'

const projects = (name: string, doc: Row, projection: Document, expected: Document, filter: Document = {}) =>
  reads(name, [doc], filter, { projection }, [expected])

const rejectsProjection = (name: string, projection: Document, codes: number[]) =>
  reads(name, [{ _id: 1, a: 1, b: 2 }], {}, { projection }, { code: codes })

export const projection: Family = {
  name: 'projection',
  cases: [
    ...onPage('tutorial/project-fields-from-query-results', [
      projects(
        'keeps _id and the field order in an inclusion',
        { _id: 1, b: 2, a: 1, c: 3 },
        { a: 1, b: 1 },
        { _id: 1, b: 2, a: 1 },
      ),
      projects('can exclude _id in an inclusion', { _id: 1, a: 1, b: 2 }, { a: 1, _id: 0 }, { a: 1 }),
      projects('keeps the other fields in an exclusion', { _id: 1, a: 1, b: 2 }, { b: 0 }, { _id: 1, a: 1 }),
      projects(
        'treats a projection that only excludes _id as an exclusion',
        { _id: 1, a: 1, b: 2 },
        { _id: 0 },
        { a: 1, b: 2 },
      ),
      projects(
        'treats a projection that only includes _id as an inclusion',
        { _id: 1, a: 1 },
        { _id: 1 },
        { _id: 1 },
      ),
      projects('can include _id in an exclusion', { _id: 1, a: 1, b: 2 }, { _id: 1, a: 0 }, { _id: 1, b: 2 }),
      projects('omits a missing field', { _id: 1, a: 1 }, { z: 1 }, { _id: 1 }),
      projects('keeps null', { _id: 1, a: null }, { a: 1 }, { _id: 1, a: null }),
      projects(
        'includes a field for true and any number except zero',
        { _id: 1, a: 1, b: 2, c: 3, d: 4 },
        { a: true, b: 2, c: long(7) },
        { _id: 1, a: 1, b: 2, c: 3 },
      ),
      projects('excludes a field for false', { _id: 1, a: 1, b: 2 }, { a: false }, { _id: 1, b: 2 }),
      projects('returns all fields for an empty projection', { _id: 1, a: 1 }, {}, { _id: 1, a: 1 }),
      projects(
        'keeps the parent document of a nested path',
        { _id: 1, a: { b: 1, c: 2 }, d: 3 },
        { 'a.b': 1 },
        { _id: 1, a: { b: 1 } },
      ),
      projects(
        'treats a nested document as nested paths',
        { _id: 1, a: { b: 1, c: 2 }, d: 3 },
        { a: { b: 1 } },
        { _id: 1, a: { b: 1 } },
      ),
      projects(
        'keeps the empty parent document of a missing nested path',
        { _id: 1, a: { c: 2 } },
        { 'a.b': 1 },
        { _id: 1, a: {} },
      ),
      projects(
        'keeps only the documents of an array on a nested path',
        { _id: 1, a: [{ b: 1, c: 2 }, 3, { c: 4 }] },
        { 'a.b': 1 },
        { _id: 1, a: [{ b: 1 }, {}] },
      ),
      projects('drops a scalar on a nested path', { _id: 1, a: 5, d: 1 }, { 'a.b': 1 }, { _id: 1 }),
      projects(
        'keeps scalars of an array in a nested exclusion',
        { _id: 1, a: [{ b: 1, c: 2 }, 3] },
        { 'a.c': 0 },
        { _id: 1, a: [{ b: 1 }, 3] },
      ),
      projects(
        'keeps a scalar on the path of a nested exclusion',
        { _id: 1, a: 5 },
        { 'a.b': 0 },
        { _id: 1, a: 5 },
      ),
      projects(
        'merges two nested paths with the same parent',
        { _id: 1, a: { b: 1, c: 2, d: 3 } },
        { 'a.d': 1, 'a.b': 1 },
        { _id: 1, a: { b: 1, d: 3 } },
      ),
      rejectsProjection('rejects an exclusion in an inclusion', { a: 1, b: 0 }, [31254]),
      rejectsProjection('rejects an inclusion in an exclusion', { a: 0, b: 1 }, [31253]),
      rejectsProjection(
        'rejects a path together with one of its subpaths',
        { a: 1, 'a.b': 1 },
        [31249, 31250],
      ),
      rejectsProjection('rejects an unknown operator', { a: { $nope: 1 } }, [31325, 168, 2]),
    ]),
    ...onPage('reference/operator/projection/slice', [
      projects(
        'returns elements from the start and keeps the other fields',
        { _id: 1, a: [1, 2, 3], b: 1 },
        { a: { $slice: 2 } },
        { _id: 1, a: [1, 2], b: 1 },
      ),
      projects(
        'returns elements from the end',
        { _id: 1, a: [1, 2, 3] },
        { a: { $slice: -2 } },
        { _id: 1, a: [2, 3] },
      ),
      projects(
        'skips elements, then returns the next ones',
        { _id: 1, a: [1, 2, 3, 4] },
        { a: { $slice: [1, 2] } },
        { _id: 1, a: [2, 3] },
      ),
      projects(
        'skips to a position from the end, then returns the next ones',
        { _id: 1, a: [1, 2, 3, 4] },
        { a: { $slice: [-3, 2] } },
        { _id: 1, a: [2, 3] },
      ),
      projects(
        'starts at the first element when the position from the end is too large',
        { _id: 1, a: [1, 2] },
        { a: { $slice: [-5, 1] } },
        { _id: 1, a: [1] },
      ),
      projects(
        'returns an empty array for zero',
        { _id: 1, a: [1, 2] },
        { a: { $slice: 0 } },
        { _id: 1, a: [] },
      ),
      projects(
        'leaves values that are not arrays unchanged',
        { _id: 1, a: 5 },
        { a: { $slice: 1 } },
        { _id: 1, a: 5 },
      ),
      projects(
        'keeps only the named fields in an inclusion',
        { _id: 1, a: [1, 2], b: 1, c: 1 },
        { b: 1, a: { $slice: 1 } },
        { _id: 1, a: [1], b: 1 },
      ),
      projects(
        'drops the named fields in an exclusion',
        { _id: 1, a: [1, 2], b: 1, c: 1 },
        { b: 0, a: { $slice: 1 } },
        { _id: 1, a: [1], c: 1 },
      ),
      rejectsProjection(
        'rejects a negative count after a skip',
        { a: { $slice: [1, -1] } },
        [31259, 28724, 28728, 28729],
      ),
    ]),
    ...onPage('reference/operator/projection/elemMatch', [
      projects(
        'returns only the first match',
        { _id: 1, a: [{ b: 1 }, { b: 2, c: 1 }, { b: 2 }], x: 1 },
        { a: { $elemMatch: { b: 2 } } },
        { _id: 1, a: [{ b: 2, c: 1 }] },
      ),
      projects(
        'omits the field without a match',
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
        'omits values that are not arrays',
        { _id: 1, a: { b: 2 } },
        { a: { $elemMatch: { b: 2 } } },
        { _id: 1 },
      ),
    ]),
    ...onPage('reference/operator/projection/positional', [
      projects(
        'returns the element that the filter matched',
        { _id: 1, a: [1, 6, 7] },
        { 'a.$': 1 },
        { _id: 1, a: [6] },
        { a: { $gte: 5 } },
      ),
      projects(
        'returns a whole document of the array',
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
        'returns the element that $elemMatch matched',
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
        'adds a computed field at the end',
        { _id: 1, a: 1, b: 2 },
        { s: { $add: ['$a', '$b'] }, b: 1 },
        { _id: 1, b: 2, s: 3 },
      ),
      projects(
        'reads a field for a string that starts with $',
        { _id: 1, a: 1, b: { c: 2 } },
        { x: '$b.c' },
        { _id: 1, x: 2 },
      ),
      projects('returns any other string as a literal', { _id: 1, a: 1 }, { x: 'a' }, { _id: 1, x: 'a' }),
      projects('omits a field whose computed value is missing', { _id: 1, a: 1 }, { x: '$z' }, { _id: 1 }),
      projects(
        'can replace an existing field with a computed one',
        { _id: 1, a: 1, b: 5 },
        { a: '$b' },
        { _id: 1, a: 5 },
      ),
      projects(
        'adds a computed nested field to its document',
        { _id: 1, a: { b: 1, c: 2 } },
        { 'a.d': '$a.c' },
        { _id: 1, a: { d: 2 } },
      ),
    ]),
  ],
}
