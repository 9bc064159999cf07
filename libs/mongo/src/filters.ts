import type { Id } from '@wp/kernel'
import type { PipelineStage } from 'mongoose'

type Loose = Record<string, unknown>

/** Converts `id` to `_id`, including inside `$or`, `$and` and `$nor`. Throws for undefined values. */
export const toQuery = (filter: object): Loose => {
  const query: Loose = {}
  for (const [key, value] of Object.entries(filter)) {
    if (value === undefined)
      throw new TypeError(`The filter field "${key}" is undefined; omit it, or use null for a missing value`)
    if (key === '$and' || key === '$or' || key === '$nor') query[key] = (value as object[]).map(toQuery)
    else query[fieldName(key)] = value
  }
  return query
}

/** Converts a filter and adds the workspace. Throws when its field `workspaceId` is another workspace. */
export const toTenantQuery = (workspaceId: Id, filter: object): Loose => {
  checkWorkspace(filter, workspaceId)
  return { workspaceId, ...toQuery(filter) }
}

const checkWorkspace = (filter: object, workspaceId: Id): void => {
  const named = (filter as Loose)['workspaceId']
  if (named !== undefined && named !== workspaceId)
    throw new TypeError('A tenant filter cannot name another workspace')
}

export const fieldName = (key: string): string => (key === 'id' ? '_id' : key)

export const withMongoIds = <Value>(fields: Record<string, Value>): Record<string, Value> =>
  Object.fromEntries(Object.entries(fields).map(([key, value]) => [fieldName(key), value]))

/**
 * Converts plain fields to `$set`, drops undefined ones and sets `updatedAt` unless the argument is null or the update
 * sets it. Throws for a change to `id` or `workspaceId`.
 */
export const toUpdate = (update: object, updatedAt: Date | null): Record<string, Loose> => {
  const entries = Object.entries(update)
  const isOperators = entries.some(([key]) => key.startsWith('$'))
  const operators: Record<string, Loose> = {}
  for (const [operator, fields] of isOperators ? entries : [['$set', update] as const]) {
    const given = Object.entries(fields as Loose).filter(([, value]) => value !== undefined)
    for (const [field] of given)
      if (field === 'workspaceId' || field === 'id' || field === '_id')
        throw new TypeError(`An update cannot change "${field}"`)
    if (given.length > 0) operators[operator] = Object.fromEntries(given)
  }
  if (updatedAt && operators['$set']?.['updatedAt'] === undefined)
    operators['$set'] = { ...operators['$set'], updatedAt }
  return operators
}

const forbiddenStages = new Set([
  '$changeStream',
  '$collStats',
  '$currentOp',
  '$documents',
  '$geoNear',
  '$graphLookup',
  '$indexStats',
  '$listSessions',
  '$lookup',
  '$merge',
  '$out',
  '$search',
  '$searchMeta',
  '$unionWith',
  '$vectorSearch',
])

/**
 * Restricts a pipeline to the workspace. Throws for stages that read or write other data, including inside `$facet`.
 */
export const toTenantPipeline = (workspaceId: Id, pipeline: readonly PipelineStage[]): PipelineStage[] => {
  checkStages(pipeline)
  return [{ $match: { workspaceId } }, ...pipeline]
}

const checkStages = (pipeline: readonly object[]): void => {
  for (const stage of pipeline)
    for (const [name, value] of Object.entries(stage)) {
      if (forbiddenStages.has(name))
        throw new TypeError(`${name} can read other workspaces; use a second query or db.global`)
      if (name === '$facet')
        for (const inner of Object.values(value as Record<string, object[]>)) checkStages(inner)
    }
}
