import type { Document } from 'mongodb'
import type { Case, Family, Place } from './case.ts'
import { exact, fill, onPage, rejects, rejectsNaming, same, withA } from './case.ts'

/** A command is refused with a code. */
const refuses = (
  name: string,
  command: (collection: string) => Document,
  code: number | number[],
): Omit<Case, 'page'> => ({
  name,
  async run(place) {
    await fill(place, withA(1))
    await rejects(place.db.command(command(place.coll.collectionName)), code)
  },
})

/** What MongoDB has and the embedded server has not is refused by name, never answered wrongly. */
const unsupported = (
  name: string,
  named: string,
  run: (place: Place) => Promise<unknown>,
): Omit<Case, 'page'> => ({
  name,
  isEmbeddedOnly: true,
  async run(place) {
    await fill(place, [{ _id: 1, a: 1, at: [1, 2] }])
    await rejectsNaming(run(place), named)
  },
})

const find = (filter: Document) => (place: Place) => place.coll.find(filter).toArray()
const stage = (name: string, spec: unknown) =>
  unsupported(`the stage ${name}`, name, ({ coll }) => coll.aggregate([{ [name]: spec }]).toArray())

const expression = (name: string, operand: unknown) =>
  unsupported(`the expression ${name}`, name, ({ coll }) =>
    coll.aggregate([{ $project: { x: { [name]: operand } } }]).toArray(),
  )

export const errors: Family = {
  name: 'errors, and what is not supported',
  cases: [
    ...onPage('reference/error-codes', [
      refuses('an unknown command', () => ({ nope: 1 }), 59),
      refuses('a command on an empty collection name', () => ({ find: '' }), 73),
      {
        name: 'a multi update with a replacement',
        async run(place) {
          await fill(place, withA(1))
          const updates = [{ q: {}, u: { b: 1 }, multi: true }]
          const reply = await place.db.command({ update: place.coll.collectionName, updates })
          same(
            reply.writeErrors.map(({ index, code }: Document) => ({ index, code })),
            [{ index: 0, code: 9 }],
          )
          same(await place.coll.find({}, exact).toArray(), withA(1))
        },
      },
      refuses('indexes of a collection that is not there', () => ({ listIndexes: 'not_there' }), 26),
      refuses(
        'a rename or drop of an index that is not there',
        (dropIndexes) => ({ dropIndexes, index: 'nope_1' }),
        27,
      ),
      refuses('an aggregation without cursor option', (aggregate) => ({ aggregate, pipeline: [] }), 9),
      refuses('a pipeline that is no list', (aggregate) => ({ aggregate, pipeline: {}, cursor: {} }), 14),
      refuses('an insert without documents', (insert) => ({ insert, documents: [] }), [2, 16]),
      refuses('a write without its list', (update) => ({ update }), [9, 40414]),
    ]),
    ...onPage('reference/command', [
      {
        name: 'ping answers',
        async run({ db }) {
          same((await db.command({ ping: 1 })).ok, 1)
        },
      },
      {
        name: 'listCollections names what was made, drop takes it away',
        async run({ coll, db }) {
          await coll.insertOne({ _id: 1 })
          const names = async () =>
            (await db.listCollections({ name: coll.collectionName }).toArray()).map(({ name, type }) => ({
              name,
              type,
            }))
          same(await names(), [{ name: coll.collectionName, type: 'collection' }])
          await coll.drop()
          same(await names(), [])
          same(await coll.find({}, exact).toArray(), [])
        },
      },
      {
        name: 'a collection dropped and made again is empty and has no old index',
        async run({ coll }) {
          await coll.createIndex({ a: 1 }, { unique: true })
          await coll.insertOne({ _id: 1, a: 1 })
          await coll.drop()
          await coll.insertMany([
            { _id: 2, a: 1 },
            { _id: 3, a: 1 },
          ])
          same(await coll.countDocuments({ a: 1 }), 2)
        },
      },
      {
        name: 'create makes an empty collection',
        async run({ coll, db }) {
          await db.createCollection(coll.collectionName)
          same(await db.listCollections({ name: coll.collectionName }).hasNext(), true)
          same(await coll.countDocuments(), 0)
        },
      },
    ]),
    ...onPage('reference/operator/query/where', [unsupported('$where', '$where', find({ $where: 'true' }))]),
    ...onPage('reference/operator/query/text', [
      unsupported('$text', '$text', find({ $text: { $search: 'x' } })),
      unsupported('a text index', 'text', ({ coll }) => coll.createIndex({ a: 'text' })),
    ]),
    ...onPage('reference/operator/query/jsonSchema', [
      unsupported('$jsonSchema', '$jsonSchema', find({ $jsonSchema: {} })),
    ]),
    ...onPage('reference/operator/query-geospatial', [
      unsupported('$near', '$near', find({ at: { $near: [1, 2] } })),
      unsupported(
        '$geoWithin',
        '$geoWithin',
        find({
          at: {
            $geoWithin: {
              $box: [
                [0, 0],
                [9, 9],
              ],
            },
          },
        }),
      ),
      unsupported('a geographic index', '2dsphere', ({ coll }) => coll.createIndex({ at: '2dsphere' })),
    ]),
    ...onPage('core/indexes/index-types/index-hashed', [
      unsupported('a hashed index', 'hashed', ({ coll }) => coll.createIndex({ a: 'hashed' })),
    ]),
    ...onPage('core/indexes/index-types/index-wildcard', [
      unsupported('a wildcard index', 'wildcard', ({ coll }) => coll.createIndex({ '$**': 1 })),
    ]),
    ...onPage('reference/collation', [
      unsupported('a collation of a query', 'collation', ({ coll }) =>
        coll.find({ a: 'x' }, { collation: { locale: 'de' } }).toArray(),
      ),
      unsupported('a collation of an index', 'collation', ({ coll }) =>
        coll.createIndex({ a: 1 }, { collation: { locale: 'de', strength: 1 } }),
      ),
    ]),
    ...onPage('changeStreams', [
      unsupported('a change stream', '$changeStream', ({ coll }) =>
        coll.aggregate([{ $changeStream: {} }]).toArray(),
      ),
    ]),
    ...onPage('core/capped-collections', [
      unsupported('a capped collection', 'capped', ({ coll, db }) =>
        db.createCollection(`${coll.collectionName}_capped`, { capped: true, size: 4096 }),
      ),
    ]),
    ...onPage('core/views', [
      unsupported('a view', 'view', ({ coll, db }) =>
        db.createCollection(`${coll.collectionName}_view`, { viewOn: coll.collectionName, pipeline: [] }),
      ),
    ]),
    ...onPage('reference/operator/aggregation/function', [
      unsupported('$function', '$function', ({ coll }) =>
        coll.aggregate([{ $project: { x: { $function: { body: 'x', args: [], lang: 'js' } } } }]).toArray(),
      ),
    ]),
    ...onPage('reference/operator/aggregation/lookup', [
      stage('$lookup', { from: 'a', localField: 'a', foreignField: 'b', as: 'c' }),
    ]),
    ...onPage('reference/operator/aggregation/unionWith', [stage('$unionWith', 'a')]),
    ...onPage('reference/operator/aggregation', [
      expression('$sin', 0),
      expression('$atan2', [0, 1]),
      expression('$setUnion', [[1], [2]]),
      expression('$anyElementTrue', [[true]]),
      expression('$stdDevPop', [1, 2]),
      unsupported('$stdDevSamp of a group', '$stdDevSamp', ({ coll }) =>
        coll.aggregate([{ $group: { _id: null, x: { $stdDevSamp: '$a' } } }]).toArray(),
      ),
    ]),
    ...onPage('reference/operator/aggregation/graphLookup', [stage('$graphLookup', {})]),
    ...onPage('reference/operator/aggregation/geoNear', [stage('$geoNear', {})]),
    ...onPage('reference/operator/aggregation/setWindowFields', [stage('$setWindowFields', {})]),
    ...onPage('reference/command/mapReduce', [
      unsupported('mapReduce', 'mapReduce', ({ coll, db }) =>
        db.command({ mapReduce: coll.collectionName, map: 'x', reduce: 'y', out: { inline: 1 } }),
      ),
    ]),
  ],
}
