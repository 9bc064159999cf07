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
      sorts('types in ascending order', everyType(), { a: 1 }, [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]),
      sorts('types in descending order', everyType(), { a: -1 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
      sorts(
        'numbers by value, whatever their type',
        withA(decimal('2.5'), 2, long(3), 2.25, double(-1)),
        { a: 1 },
        [5, 2, 4, 1, 3],
      ),
      sorts('NaN is the lowest number', withA(0, -Infinity, NaN, Infinity), { a: 1 }, [3, 2, 1, 4]),
      sorts(
        'longs beyond 2^53 are told apart',
        withA(long('9007199254740993'), long('9007199254740992'), double(9007199254740994)),
        { a: 1 },
        [2, 1, 3],
      ),
      sorts(
        'a decimal with many digits lies exactly beside the double',
        withA(decimal('0.1000000000000000056'), 0.1, decimal('0.1')),
        { a: 1 },
        [3, 2, 1],
      ),
      sorts(
        'null and missing are equal; the next key decides',
        withA(null, MISSING, null),
        { a: 1, _id: -1 },
        [3, 2, 1],
      ),
      sorts('an array sorts up by its least element', withA([5, 1], [3], 4), { a: 1 }, [1, 2, 3]),
      sorts('an array sorts down by its greatest element', withA([5, 1], [3], 4), { a: -1 }, [1, 3, 2]),
      sorts('an empty array is below null and missing', withA(null, [], new MinKey()), { a: 1 }, [3, 2, 1]),
      sorts(
        'strings by bytes, not by language',
        withA('a', 'B', 'é', 'z', 'ab', ''),
        { a: 1 },
        [6, 2, 1, 5, 4, 3],
      ),
      sorts(
        'strings by code point, also beyond the basic plane',
        withA('\u{1F600}', '\uFF61', 'z'),
        { a: 1 },
        [3, 2, 1],
      ),
      sorts(
        'documents: the type of a field before its name, its name before its value',
        withA({ a: 'x' }, { z: 1 }, { b: 2 }, { b: 1, c: 1 }, { b: 1 }),
        { a: 1 },
        [5, 4, 3, 2, 1],
      ),
      sorts(
        'binary data by length, then subtype, then bytes',
        withA(bytes(2, 0), bytes(1, 128), bytes(1, 0)),
        { a: 1 },
        [3, 2, 1],
      ),
      sorts('dates before 1970 too', withA(new Date(1), new Date(-1), new Date(0)), { a: 1 }, [2, 3, 1]),
      sorts('false before true', withA(true, false), { a: 1 }, [2, 1]),
    ]),
    ...onPage('reference/method/cursor.sort', [
      sorts(
        'the first key first, each in its direction',
        [
          { _id: 1, a: 1, b: 1 },
          { _id: 2, a: 2, b: 1 },
          { _id: 3, a: 1, b: 2 },
        ],
        { a: 1, b: -1 },
        [3, 1, 2],
      ),
      sorts('a nested path', withA({ b: 2 }, { b: 1 }, MISSING), { 'a.b': 1 }, [3, 2, 1]),
      sorts(
        'a path through an array of documents takes the least up',
        withA([{ b: 3 }, { b: 9 }], [{ b: 1 }, { b: 10 }], { b: 2 }),
        { 'a.b': 1 },
        [2, 3, 1],
      ),
      sorts(
        'a path through an array of documents takes the greatest down',
        withA([{ b: 3 }, { b: 9 }], [{ b: 1 }, { b: 10 }], { b: 2 }),
        { 'a.b': -1 },
        [2, 1, 3],
      ),
      {
        name: 'a direction that is neither 1 nor -1 is refused',
        async run(place) {
          await fill(place, withA(1))
          await rejects(place.db.command({ find: place.coll.collectionName, sort: { a: 5 } }), [2, 15975])
        },
      },
      reads('skip and limit come after the sort', withA(3, 1, 2), {}, { sort: { a: 1 }, skip: 1, limit: 1 }, [
        { _id: 3, a: 2 },
      ]),
      reads('a limit of zero is none', withA(1, 2), {}, { sort: { a: 1 }, limit: 0 }, withA(1, 2)),
      reads('more to skip than there is gives nothing', withA(1, 2), {}, { skip: 5 }, []),
      {
        name: 'sorts the same with an index and without',
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
