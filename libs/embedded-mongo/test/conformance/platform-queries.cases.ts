import { readFileSync } from 'node:fs'
import { BSON, type Document, type IndexDescription } from 'mongodb'
import { type Case, type Family, onPage, planOf, same } from './case.ts'

interface Queries {
  collection: string
  indexes: IndexDescription[]
  filters: Document[]
}

/** The queries of the services, recorded by their tests; see the README for how to update the list. */
const file = new URL('./platform-queries.json', import.meta.url)
const recorded = (BSON.EJSON.parse(readFileSync(file, 'utf8')) as { collections: Queries[] }).collections

/** The queries of the outbox, which bypass the check that records the others. */
const outbox: Queries = {
  collection: 'every outbox',
  indexes: [
    { key: { waits: 1, _id: 1 }, partialFilterExpression: { waits: true } },
    { key: { publishedAt: 1 }, expireAfterSeconds: 604_800 },
    { key: { stream: 1, sequence: 1 }, sparse: true },
  ],
  filters: [
    { waits: true },
    { waits: true, _id: { $nin: ['x'] } },
    { _id: 'x', waits: true },
    { stream: { $lt: 'x' } },
    { stream: { $gt: 'x' } },
    { stream: 'x', sequence: { $gt: 1 } },
    { stream: 'x', sequence: { $lt: 1 } },
  ],
}

const toCase = ({ collection, indexes, filters }: Queries): Omit<Case, 'page'> => ({
  name: `uses an index for every query of ${collection}`,
  async run({ db, coll }) {
    await db.createCollection(coll.collectionName)
    if (indexes.length > 0) await coll.createIndexes(indexes)
    for (const filter of filters)
      same({ filter, plan: await planOf(coll, filter) }, { filter, plan: 'index' })
  },
})

export const platformQueries: Family = {
  name: 'Queries of the platform',
  cases: onPage('core/query-plans', [...recorded, outbox].map(toCase)),
}
