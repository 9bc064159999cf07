import type { Document, Sort } from 'mongodb'
import { Binary, MaxKey, MinKey, ObjectId, Timestamp } from 'mongodb'
import type { Family, Row } from './case.ts'
import { MISSING, decimal, double, exact, fill, long, onPage, reads, rejects, same, withA } from './case.ts'

const sorts = (name: string, docs: Row[], sort: Document, ids: unknown[]) =>
  reads(
    name,
    docs,
    {},
    { sort: sort as Sort, projection: { _id: 1 } },
    ids.map((_id) => ({ _id })),
  )

const bytes = (length: number, subtype: number) => new Binary(Buffer.alloc(length, 7), subtype)

const everyType = () =>
  withA(
    new MaxKey(),
    /x/,
    new Timestamp({ t: 1, i: 1 }),
    new Date(0),
    true,
    new ObjectId('0123456789abcdef01234567'),
    bytes(1, 0),
    { b: 1 },
    'text',
    1,
    null,
    new MinKey(),
  )

export const sortOrder: Family = {
  name: 'sort order of mixed types',
  cases: [
    ...onPage('reference/bson-type-comparison-order', [
      sorts('sorts types in ascending order', everyType(), { a: 1 }, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
      sorts(
        'sorts types in descending order',
        everyType(),
        { a: -1 },
        [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
      ),
      sorts(
        'sorts numbers by value across types',
        withA(decimal('2.5'), 2, long(3), 2.25, double(-1)),
        { a: 1 },
        [5, 2, 4, 1, 3],
      ),
      sorts('sorts NaN before all other numbers', withA(0, -Infinity, NaN, Infinity), { a: 1 }, [3, 2, 1, 4]),
      sorts(
        'distinguishes longs beyond 2^53',
        withA(long('9007199254740993'), long('9007199254740992'), double(9007199254740994)),
        { a: 1 },
        [2, 1, 3],
      ),
      sorts(
        'sorts a decimal with many digits exactly next to a double',
        withA(decimal('0.1000000000000000056'), 0.1, decimal('0.1')),
        { a: 1 },
        [3, 2, 1],
      ),
      sorts(
        'treats null and missing as equal and compares the next key',
        withA(null, MISSING, null),
        { a: 1, _id: -1 },
        [3, 2, 1],
      ),
      sorts(
        'sorts an array by its smallest element in ascending order',
        withA([5, 1], [3], 4),
        { a: 1 },
        [1, 2, 3],
      ),
      sorts(
        'sorts an array by its largest element in descending order',
        withA([5, 1], [3], 4),
        { a: -1 },
        [1, 3, 2],
      ),
      sorts(
        'sorts by an element that is an array as a whole',
        withA([[3, 9]], [[4, 1]], [2]),
        { 'a.0': 1 },
        [3, 1, 2],
      ),
      sorts(
        'sorts an empty array before null and missing',
        withA(null, [], new MinKey()),
        { a: 1 },
        [3, 2, 1],
      ),
      sorts(
        'sorts strings by bytes, not by language',
        withA('a', 'B', 'é', 'z', 'ab', ''),
        { a: 1 },
        [6, 2, 1, 5, 4, 3],
      ),
      sorts(
        'sorts strings by code point beyond the basic multilingual plane',
        withA('\u{1F600}', '\uFF61', 'z'),
        { a: 1 },
        [3, 2, 1],
      ),
      sorts(
        'sorts documents by type, name and value of each field',
        withA({ a: 'x' }, { z: 1 }, { b: 2 }, { b: 1, c: 1 }, { b: 1 }),
        { a: 1 },
        [5, 4, 3, 2, 1],
      ),
      sorts(
        'sorts binary data by length, then subtype, then bytes',
        withA(bytes(2, 0), bytes(1, 128), bytes(1, 0)),
        { a: 1 },
        [3, 2, 1],
      ),
      sorts('sorts dates before 1970', withA(new Date(1), new Date(-1), new Date(0)), { a: 1 }, [2, 3, 1]),
      sorts('sorts false before true', withA(true, false), { a: 1 }, [2, 1]),
    ]),
    ...onPage('reference/method/cursor.sort', [
      sorts(
        'sorts by the first key first, each in its own direction',
        [
          { _id: 1, a: 1, b: 1 },
          { _id: 2, a: 2, b: 1 },
          { _id: 3, a: 1, b: 2 },
        ],
        { a: 1, b: -1 },
        [3, 1, 2],
      ),
      sorts('sorts by a nested path', withA({ b: 2 }, { b: 1 }, MISSING), { 'a.b': 1 }, [3, 2, 1]),
      sorts(
        'sorts by the smallest value of an array of documents in ascending order',
        withA([{ b: 3 }, { b: 9 }], [{ b: 1 }, { b: 10 }], { b: 2 }),
        { 'a.b': 1 },
        [2, 3, 1],
      ),
      sorts(
        'sorts by the largest value of an array of documents in descending order',
        withA([{ b: 3 }, { b: 9 }], [{ b: 1 }, { b: 10 }], { b: 2 }),
        { 'a.b': -1 },
        [2, 1, 3],
      ),
      {
        name: 'rejects a direction other than 1 and -1',
        async run(place) {
          await fill(place, withA(1))
          await rejects(place.db.command({ find: place.coll.collectionName, sort: { a: 5 } }), [2, 15975])
        },
      },
      reads(
        'applies skip and limit after the sort',
        withA(3, 1, 2),
        {},
        { sort: { a: 1 }, skip: 1, limit: 1 },
        [{ _id: 3, a: 2 }],
      ),
      reads('treats a limit of zero as no limit', withA(1, 2), {}, { sort: { a: 1 }, limit: 0 }, withA(1, 2)),
      reads('returns nothing when skip exceeds the number of documents', withA(1, 2), {}, { skip: 5 }, []),
      {
        name: 'sorts the same with and without an index',
        async run(place) {
          await fill(place, [...everyType(), { _id: 13, a: [0, 'zz'] }, { _id: 14, a: [] }])
          const sorted = async () =>
            place.coll.find({}, { ...exact, sort: { a: 1 }, projection: { _id: 1 } }).toArray()
          const before = await sorted()
          await place.coll.createIndex({ a: 1 })
          same(await sorted(), before)
          same(
            before.map((each) => Number(each._id)),
            [12, 14, 11, 13, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
          )
        },
      },
    ]),
  ],
}
