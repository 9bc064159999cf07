import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readDeclarations } from '@wp/credentials/setup'
import { builtInCollections } from '@wp/mongo'
import type { Collection } from '@wp/mongo'
import { definitionOf } from '@wp/testing'
import { root } from '../root.ts'
import { replacePart, toTable } from './markdown.ts'

const units = [
  [86_400, 'day'],
  [3600, 'hour'],
  [60, 'minute'],
] as const

const toSpan = (seconds: number): string => {
  const [size, name] = units.find(([size]) => seconds % size === 0) ?? [1, 'second']
  const count = seconds / size
  return `${count} ${name}${count === 1 ? '' : 's'}`
}

const toExpiry = ({ keys, ttlSeconds = 0 }: { keys: object; ttlSeconds?: number }): string =>
  `${ttlSeconds === 0 ? 'at' : `${toSpan(ttlSeconds)} after`} \`${Object.keys(keys)[0]}\``

type Limited = Pick<Collection<object>, 'name' | 'indexes' | 'onePer' | 'emptiedBy'>

const toLimit = (service: string, { name, indexes, onePer, emptiedBy }: Limited): string => {
  const expiring = indexes.find(({ ttlSeconds }) => ttlSeconds !== undefined)
  if (expiring) return toExpiry(expiring)
  if (onePer !== undefined) return `one per ${onePer}`
  if (emptiedBy === undefined)
    throw new Error(
      `The collection ${name} of ${service} needs a TTL index, or \`onePer\` or \`emptiedBy\` in its declaration`,
    )
  if (!existsSync(join(root, 'services', service, 'src/jobs', `${emptiedBy}.ts`)))
    throw new Error(`The service ${service} has no job ${emptiedBy}, which should empty ${name}`)
  return `the job \`${emptiedBy}\``
}

const toRow = (service: string, declared: Limited): string[] => [
  service,
  `\`${declared.name}\``,
  toLimit(service, declared),
]

const rowsOf = async (service: string): Promise<string[][]> => {
  const database = (await definitionOf(service))?.database
  if (!database) return []
  return database.collections.map((each) => toRow(service, each))
}

const page = 'docs/reliability.md'

/**
 * Returns `docs/reliability.md` with the table of all collections and what limits the growth of each. Throws
 * for a collection that nothing limits.
 */
export const collectionsTable = async (): Promise<Record<string, string>> => {
  const services = [...readDeclarations(root).keys()].toSorted()
  const rows = (await Promise.all(services.map(rowsOf))).flat()
  const common = builtInCollections().map((each) => toRow('every service', each))
  const table = toTable(['Service', 'Collection', 'What limits it'], [...common, ...rows])
  return { [page]: replacePart(page, 'collections', table) }
}
