import { AppError, isId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { indexName } from './collection.ts'
import type { IndexDeclaration } from './collection.ts'
import { commonCollections, rawCollections } from './common-collections.ts'
import type { PlacedCollection } from './common-collections.ts'

/** Every sharded collection has this shard key, so that one range of workspaces describes all of them. */
const shardKey = '{ workspaceId: 1 }'

const startsWithWorkspace = ({ keys }: IndexDeclaration): boolean => Object.keys(keys)[0] === 'workspaceId'

/** Returns why a declaration does not allow sharding; empty if it does, or if the collection is unsharded. */
export const shardingFaults = ({ name, indexes, unsharded }: PlacedCollection): string[] => {
  if (unsharded !== undefined) return []
  const hint = "give it an index that starts with workspaceId, or { unsharded: 'reason' }"
  const missing = indexes.some(startsWithWorkspace)
    ? []
    : [`The collection ${name} cannot be sharded by workspace: ${hint}`]
  const unusable = indexes
    .filter((index) => index.unique && !startsWithWorkspace(index))
    .map(
      (index) =>
        `The collection ${name} is sharded by workspace, so its unique index ${indexName(index)} must start with workspaceId; otherwise declare the collection with { unsharded: 'reason' }, or move the field to an unsharded collection`,
    )
  return [...missing, ...unusable]
}

/** Returns the collections that every database has in addition to those that its service declares. */
export const builtInCollections = (): readonly PlacedCollection[] => [...rawCollections, ...commonCollections]

/** Workspaces from this id up to the next range belong to the zone. */
export type ZoneRange = { readonly zone: string; readonly from: Id | null }

/** Reads ranges such as `first second=6b0000000000000000000000`. Throws INVALID_REQUEST unless the ids ascend. */
export const parseZones = (args: readonly string[]): ZoneRange[] =>
  args.map((text, position) => {
    const [zone = '', from = null, ...more] = text.split('=')
    const previous = args[position - 1]?.split('=')[1] ?? ''
    const isValid = position === 0 ? from === null : isId(from) && from > previous
    if (!isValid || !/^[\w-]+$/.test(zone) || more.length > 0)
      throw new AppError(
        'INVALID_REQUEST',
        'Write zones as first second=<workspace id> third=<larger workspace id>; the first zone has no id',
      )
    return { zone, from }
  })

/**
 * Returns a script for mongosh that shards a service's collections and, if zones are given, keeps each workspace in
 * its zone. It can be run again with other zones.
 */
export const shardingScript = (
  database: string,
  collections: readonly PlacedCollection[],
  zones: readonly ZoneRange[],
): string => {
  const sharded = [...collections, ...builtInCollections()].filter(({ unsharded }) => unsharded === undefined)
  const lines = sharded.flatMap(({ name, ...declared }) => [
    ...(hasShardKeyIndex(declared) ? [] : [`target.${name}.createIndex(${shardKey})`]),
    `sh.shardCollection('${database}.${name}', ${shardKey})`,
    ...zones.map(({ zone, from }, position) => {
      const end = zones[position + 1]?.from
      const [low, high] = [from ? `'${from}'` : 'MinKey()', end ? `'${end}'` : 'MaxKey()']
      return `sh.updateZoneKeyRange('${database}.${name}', { workspaceId: ${low} }, { workspaceId: ${high} }, '${zone}')`
    }),
  ])
  const script = [guard(database), ...(zones.length > 0 ? replacingZones(database, lines) : lines)]
  return `${script.join('\n')}\n`
}

/** Replaces the ranges of an earlier run; records are moved only when all ranges are complete. */
const replacingZones = (database: string, lines: readonly string[]): string[] => [
  'sh.stopBalancer()',
  `for (const { ns, min, max } of db.getSiblingDB('config').tags.find({ ns: /^${database}\\./ }).toArray())`,
  '  sh.removeRangeFromZone(ns, min, max)',
  ...lines,
  'sh.startBalancer()',
]

/** MongoDB needs an index for the shard key that contains all records, each once. */
const hasShardKeyIndex = ({ indexes, shape }: Pick<PlacedCollection, 'indexes' | 'shape'>): boolean =>
  indexes.some(
    (index) =>
      startsWithWorkspace(index) &&
      !index.partial &&
      !index.sparse &&
      Object.keys(index.keys).every((field) => !Array.isArray(shape[field.split('.')[0]!])),
  )

/**
 * Records from earlier versions do not contain their workspace. On a separate shard, they would no longer be
 * found, and an event would be handled twice.
 */
const guard = (database: string): string =>
  [
    `const target = db.getSiblingDB('${database}')`,
    `for (const name of ['inbox', 'idempotency_keys'])`,
    `  if (target[name].findOne({ workspaceId: { $exists: false } }))`,
    `    throw new Error(name + ' has records of an earlier version, which expire within 31 days; try again then')`,
  ].join('\n')
