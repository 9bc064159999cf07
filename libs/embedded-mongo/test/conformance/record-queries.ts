/**
 * Writes platform-queries.json from a file that the tests of the services wrote (RECORD_QUERIES). Argument: the file.
 */
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { BSON } from 'mongodb'

interface Line {
  database: string
  collection: string
  indexes: unknown[]
  filter: object
}

const services = readdirSync(new URL('../../../../services', import.meta.url))
const collections = new Map<
  string,
  { collection: string; indexes: unknown[]; filters: Map<string, object> }
>()

for (const text of readFileSync(process.argv[2]!, 'utf8').trim().split('\n')) {
  const { database, collection: name, indexes, filter } = JSON.parse(text) as Line
  const service = services.find((each) => database.endsWith(`_${each.replaceAll('-', '_')}`))
  if (service === undefined) continue
  const collection = `${service}.${name}`
  const known = collections.get(collection) ?? { collection, indexes, filters: new Map() }
  known.filters.set(JSON.stringify(filter), filter)
  collections.set(collection, known)
}

const byName = <Item>(items: Iterable<Item>, nameOf: (item: Item) => string): Item[] =>
  [...items].sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
const list = byName(collections.values(), ({ collection }) => collection).map(({ filters, ...each }) => ({
  ...each,
  filters: byName(filters, ([text]) => text).map(([, filter]) => filter),
}))
/** Formats a value as one line of relaxed Extended JSON, because the types of numbers do not matter here. */
const toLine = (value: unknown): string =>
  BSON.EJSON.stringify(BSON.EJSON.parse(JSON.stringify({ value }))).slice('{"value":'.length, -1)
const toLines = (values: unknown[]): string => values.map((each) => `\n${toLine(each)}`).join()
const texts = list.map(
  ({ collection, indexes, filters }) =>
    `{ "collection": "${collection}", "indexes": [${toLines(indexes)}], "filters": [${toLines(filters)}] }`,
)
writeFileSync(new URL('./platform-queries.json', import.meta.url), `{ "collections": [${texts.join()}] }\n`)
