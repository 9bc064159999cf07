import type { Document } from 'mongodb'
import { BSONRegExp, Binary, Code, MaxKey, MinKey, ObjectId, Timestamp, UUID } from 'mongodb'
import { ok } from 'node:assert/strict'
import type { Case, Family } from './case.ts'
import { byId, decimal, double, exact, fill, long, onPage, rejects, same, updates, withA } from './case.ts'

/** Creates a case: a value must keep its type, digits and bytes, even after another field is updated. */
const keeps = (what: string, value: unknown): Omit<Case, 'page'> => ({
  name: `keeps ${what}`,
  async run({ coll }) {
    await coll.insertOne({ _id: 1, a: value })
    same(await coll.findOne(byId(1), exact), { _id: 1, a: value })
    await coll.updateOne(byId(1), { $set: { b: 1 } })
    same(await coll.findOne(byId(1), exact), { _id: 1, a: value, b: 1 })
  },
})

const rejectsInsert = (name: string, document: Document, codes: number | number[]): Omit<Case, 'page'> => ({
  name,
  async run({ coll, db }) {
    const reply = await db
      .command({ insert: coll.collectionName, documents: [document] })
      .catch((error: unknown) => error)
    const { writeErrors, code } = reply as { writeErrors?: { code: number }[]; code?: number }
    const found = Number(writeErrors?.[0]?.code ?? code)
    ok(
      (Array.isArray(codes) ? codes : [codes]).includes(found),
      `expected code ${String(codes)}, got ${found}`,
    )
    same(await coll.countDocuments(), 0)
  },
})

export const values: Family = {
  name: 'exact value types',
  cases: [
    ...onPage('reference/bson-types', [
      keeps('an int', 5),
      keeps('the lowest int', -2147483648),
      keeps('a long that would fit an int', long(5)),
      keeps('a long beyond 2^53', long('9007199254740993')),
      keeps('the lowest long', long('-9223372036854775808')),
      keeps('a whole double', double(5)),
      keeps('negative zero', double(-0)),
      keeps('negative infinity', double(-Infinity)),
      keeps('NaN', double(NaN)),
      keeps('the smallest positive double', double(5e-324)),
      keeps('the trailing zeros of a decimal', decimal('1.10')),
      keeps('a decimal with 34 digits', decimal('1234567890.123456789012345678901234')),
      keeps('a decimal with a large exponent', decimal('1E+6000')),
      keeps('a decimal negative zero', decimal('-0')),
      keeps('a decimal NaN', decimal('NaN')),
      keeps('a date before 1970', new Date('1883-03-14T00:00:00.001Z')),
      keeps('the latest date', new Date(8.64e15)),
      keeps('a string with every kind of character', 'a\u0000é\u{1F600}\n"\\'),
      keeps('an empty string', ''),
      keeps('binary data with a user-defined subtype', new Binary(Buffer.from([0, 255]), 128)),
      keeps('empty binary data', new Binary(Buffer.alloc(0), 0)),
      keeps('a UUID', new UUID('00112233-4455-6677-8899-aabbccddeeff')),
      keeps('an ObjectId', new ObjectId('0123456789abcdef01234567')),
      keeps('a regular expression with options', new BSONRegExp('^a.b$', 'im')),
      keeps('a timestamp', new Timestamp({ t: 5, i: 4294967295 })),
      keeps('code', new Code('return 1')),
      keeps('MinKey and MaxKey', [new MinKey(), new MaxKey()]),
      keeps('null, true, false, an empty array and an empty document', [null, true, false, [], {}]),
      keeps('deeply nested values', { a: [{ b: [{ c: [long(1), [double(2)]] }] }] }),
      keeps('the field order', { z: 1, a: 2, m: 3 }),
      keeps('a field named __proto__', JSON.parse('{"__proto__": 1, "constructor": 2}')),
      keeps('a field with an empty name', { '': 1 }),
      keeps('nested fields with a dot or a dollar sign in their name', { 'a.b': 1, $c: 2 }),
    ]),
    ...onPage('core/document#the-_id-field', [
      {
        name: 'moves _id to the start',
        async run({ coll }) {
          await coll.insertOne({ a: 1, _id: 1 })
          same(await coll.findOne({}, exact), { _id: 1, a: 1 })
        },
      },
      {
        name: 'creates an ObjectId for a missing _id',
        async run({ coll }) {
          await coll.insertOne({ a: 1 } as never, { forceServerObjectId: true })
          const found = await coll.findOne({}, exact)
          ok((found?._id as unknown) instanceof ObjectId)
          same(Object.keys(found ?? {}), ['_id', 'a'])
        },
      },
      {
        name: 'accepts and distinguishes null, a document, a string, a date and binary data as _id',
        async run(place) {
          const ids = [
            null,
            { a: 1, b: 2 },
            { b: 2, a: 1 },
            'x',
            new Date(0),
            new Binary(Buffer.from([1]), 0),
            long(7),
            0,
          ]
          await fill(
            place,
            ids.map((_id) => ({ _id })),
          )
          for (const id of ids)
            same(
              (await place.coll.find({ _id: { $eq: id } } as Document, exact).toArray()).map(
                (each) => each._id,
              ),
              [id],
            )
        },
      },
      rejectsInsert('rejects an array as _id', { _id: [1] }, [2, 53]),
      rejectsInsert('rejects a regular expression as _id', { _id: /x/ }, [2, 53]),
      rejectsInsert('rejects a document with $ field names as _id', { _id: { $x: 1 } }, [2, 52, 53]),
    ]),
    ...onPage('reference/operator/update/inc', [
      updates(
        'keeps a long when another field changes',
        { _id: 1, a: long(1), b: double(2) },
        { $set: { c: 1 } },
        { _id: 1, a: long(1), b: double(2), c: 1 },
      ),
      updates(
        'keeps the types of the other elements in a push',
        { _id: 1, a: [long(1), double(2), decimal('3.0')] },
        { $push: { a: 4 } },
        { _id: 1, a: [long(1), double(2), decimal('3.0'), 4] },
      ),
    ]),
    ...onPage('reference/limits', [
      {
        name: 'rejects a document above 16 MB',
        async run({ coll }) {
          const huge = 'x'.repeat(9 * 1024 * 1024)
          await coll.insertOne({ _id: 1, a: huge })
          await rejects(coll.updateOne(byId(1), [{ $set: { b: '$a', c: '$a' } }]), [10334, 17419, 17420])
          same(await coll.countDocuments({ b: { $exists: true } }), 0)
        },
      },
    ]),
    ...onPage('reference/command/insert', [
      {
        name: 'accepts equal values of different types without a unique index',
        async run(place) {
          await fill(place, withA(1, 1, double(1)))
          same(await place.coll.countDocuments({ a: 1 }), 3)
        },
      },
    ]),
  ],
}
