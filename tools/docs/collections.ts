import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readDeclarations } from '@wp/credentials/setup'
import type { Collection } from '@wp/mongo'
import { definitionOf } from '@wp/testing'
import { root } from '../root.ts'
import { replacePart, toTable } from './markdown.ts'

/** Collections that every service with a database has. */
const everywhere = [
  ['outbox', '7 days after publication'],
  ['inbox', '31 days after handling'],
  ['idempotency_keys', '24 hours after the request'],
  ['leases', 'one per job'],
  ['migrations', 'one per migration'],
]

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

const toLimit = (service: string, { name, indexes, onePer, emptiedBy }: Collection<object>): string => {
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

const rowsOf = async (service: string): Promise<string[][]> => {
  const database = (await definitionOf(service))?.database
  if (!database) return []
  return database.collections.map((each) => [service, `\`${each.name}\``, toLimit(service, each)])
}

const page = 'docs/reliability.md'

/**
 * Returns `docs/reliability.md` with the table of all collections and what keeps each from growing forever. Throws for
 * a collection that nothing limits.
 */
export const collectionsTable = async (): Promise<Record<string, string>> => {
  const services = [...readDeclarations(root).keys()].toSorted()
  const rows = (await Promise.all(services.map(rowsOf))).flat()
  const common = everywhere.map(([name, end]) => ['every service', `\`${name}\``, end!])
  const table = toTable(['Service', 'Collection', 'What limits it'], [...common, ...rows])
  return { [page]: replacePart(page, 'collections', table) }
}
