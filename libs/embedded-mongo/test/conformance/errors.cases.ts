import { type Document, Timestamp } from 'mongodb'
import type { Case, Family, Place } from './case.ts'
import { exact, fill, onPage, rejects, rejectsNaming, same, withA } from './case.ts'

/** Creates a case: a command must be rejected with a code. */
const rejectsCommand = (
  what: string,
  command: (collection: string) => Document,
  code: number | number[],
): Omit<Case, 'page'> => ({
  name: `rejects ${what}`,
  async run(place) {
    await fill(place, withA(1))
    await rejects(place.db.command(command(place.coll.collectionName)), code)
  },
})

/**
 * Creates a case: a feature that the embedded server does not have must be rejected with an error that names
 * it.
 */
const unsupported = (
  what: string,
  named: string,
  run: (place: Place) => Promise<unknown>,
): Omit<Case, 'page'> => ({
  name: `rejects ${what} by name`,
  isEmbeddedOnly: true,
  async run(place) {
    await fill(place, [{ _id: 1, a: 1, at: [1, 2] }])
    await rejectsNaming(run(place), named)
  },
})

/** Creates a case: a write is executed, but reports that its write concern cannot be satisfied. */
const concern = (w: number | string, code: number): Omit<Case, 'page'> => ({
  name: `executes a write with w: ${w} and reports the error ${code}`,
  needsReplicaSet: true,
  async run({ db, coll }) {
    const insert = {
      insert: coll.collectionName,
      documents: [{ _id: 1 }],
      writeConcern: { w, wtimeout: 500 },
    }
    const wire = db.command(insert).then(
      (reply) => reply['writeConcernError'].code as number,
      (error: { code?: number }) => error.code,
    )
    same(await wire, code)
    same(await coll.countDocuments(), 1)
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
  name: 'errors and unsupported features',
  cases: [
    ...onPage('reference/error-codes', [
      rejectsCommand('an unknown command', () => ({ nope: 1 }), 59),
      rejectsCommand('an empty collection name', () => ({ find: '' }), 73),
      {
        name: 'rejects a replacement in a multi update',
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
      rejectsCommand('listIndexes for a missing collection', () => ({ listIndexes: 'not_there' }), 26),
      rejectsCommand('dropping a missing index', (dropIndexes) => ({ dropIndexes, index: 'nope_1' }), 27),
      rejectsCommand(
        'an aggregation without the cursor option',
        (aggregate) => ({ aggregate, pipeline: [] }),
        9,
      ),
      rejectsCommand(
        'a pipeline that is not a list',
        (aggregate) => ({ aggregate, pipeline: {}, cursor: {} }),
        14,
      ),
      rejectsCommand('an insert without documents', (insert) => ({ insert, documents: [] }), [2, 16]),
      rejectsCommand('an update without its list of updates', (update) => ({ update }), [9, 40414]),
    ]),
    ...onPage('reference/write-concern', [concern(49, 100), concern('nope', 79)]),
    ...onPage('reference/read-concern', [
      {
        ...rejectsCommand(
          'a read after a cluster time in the future',
          (find) => ({ find, readConcern: { afterClusterTime: new Timestamp({ t: 4_000_000_000, i: 1 }) } }),
          72,
        ),
        needsReplicaSet: true,
      },
    ]),
    ...onPage('reference/command/update', [
      {
        ...rejectsCommand(
          'sort in an update, which MongoDB accepts from 8.0',
          (update) => ({ update, updates: [{ q: {}, u: { $set: { a: 2 } }, sort: { a: 1 } }] }),
          40415,
        ),
        isEmbeddedOnly: true,
      },
    ]),
    ...onPage('reference/limits', [
      {
        name: 'rejects a group larger than 16 MB',
        async run({ coll }) {
          const text = 'x'.repeat(1_000_000)
          for (let id = 0; id < 18; id++) await coll.insertOne({ _id: id, text })
          await rejects(coll.aggregate([{ $group: { _id: null, all: { $push: '$text' } } }]).toArray(), 10334)
        },
      },
    ]),
    ...onPage('reference/command', [
      {
        name: 'replies to ping',
        async run({ db }) {
          same((await db.command({ ping: 1 })).ok, 1)
        },
      },
      {
        name: 'lists a collection with listCollections until it is dropped',
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
        name: 'drops the documents and indexes with the collection',
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
        name: 'creates an empty collection with create',
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
      unsupported('a geospatial index', '2dsphere', ({ coll }) => coll.createIndex({ at: '2dsphere' })),
    ]),
    ...onPage('core/indexes/index-types/index-hashed', [
      unsupported('a hashed index', 'hashed', ({ coll }) => coll.createIndex({ a: 'hashed' })),
    ]),
    ...onPage('core/indexes/index-types/index-wildcard', [
      unsupported('a wildcard index', 'wildcard', ({ coll }) => coll.createIndex({ '$**': 1 })),
    ]),
    ...onPage('reference/collation', [
      unsupported('the collation of a query', 'collation', ({ coll }) =>
        coll.find({ a: 'x' }, { collation: { locale: 'de' } }).toArray(),
      ),
      unsupported('the collation of an index', 'collation', ({ coll }) =>
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
      unsupported('$stdDevSamp in a group', '$stdDevSamp', ({ coll }) =>
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
