import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from '@wp/http'
import { schemaChanges } from './schema-changes.ts'
import type { Direction } from './schema-changes.ts'

/** A change that is not allowed within version 1: the operation, the location within it, and a description. */
export type BreakingChange = { readonly operation: string; readonly at: string; readonly change: string }

/**
 * Returns the breaking changes in a new document, such as removed endpoints, methods, fields, parameters or
 * enum values, changed types, and optional fields that became required or vice versa. With `isOldIncomplete`,
 * the old document does not state every limit and body, so adding those is not breaking.
 */
export const findBreakingChanges = (
  before: OpenApiDocument,
  after: OpenApiDocument,
  options: { isOldIncomplete?: boolean } = {},
): BreakingChange[] =>
  Object.entries(before.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, old]) => {
      const operation = `${method.toUpperCase()} ${path}`
      const now = findOperation(after, path, method)
      if (!now) return [{ operation, at: '', change: 'the endpoint or its method was removed' }]
      return operationChanges(old, now, before, after, options).map((change) => ({ operation, ...change }))
    }),
  )

type Change = Omit<BreakingChange, 'operation'>

/** Returns the path with its parameters unnamed, because a parameter may be renamed but not moved. */
const shapeOf = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '{}')

const findOperation = (
  document: OpenApiDocument,
  path: string,
  method: string,
): OpenApiOperation | undefined => {
  const same = document.paths[path]?.[method]
  if (same) return same
  const [, found] =
    Object.entries(document.paths).find(
      ([other, operations]) => shapeOf(other) === shapeOf(path) && method in operations,
    ) ?? []
  return found?.[method]
}

const operationChanges = (
  old: OpenApiOperation,
  now: OpenApiOperation,
  before: OpenApiDocument,
  after: OpenApiDocument,
  { isOldIncomplete = false }: { isOldIncomplete?: boolean },
): Change[] => {
  const schemas = (direction: Direction, at: string, a: unknown, b: unknown): Change[] =>
    schemaChanges({ direction, at, old: a, now: b, before, after, isOldIncomplete })
  return [
    ...(old.security.length === 0 && now.security.length > 0
      ? [{ at: 'security', change: 'a public route now requires a token' }]
      : []),
    ...parameterChanges(old, now, schemas),
    ...(old.requestBody || !isOldIncomplete ? requestChanges(old, now, schemas) : []),
    ...responseChanges(old, now, schemas),
  ]
}

type CompareSchemas = (direction: Direction, at: string, a: unknown, b: unknown) => Change[]

const parameterChanges = (
  old: OpenApiOperation,
  now: OpenApiOperation,
  schemas: CompareSchemas,
): Change[] => {
  const byName = (operation: OpenApiOperation): Map<string, OpenApiParameter> =>
    new Map(
      (operation.parameters ?? [])
        .filter(({ in: place }) => place !== 'path')
        .map((parameter) => [`${parameter.in}.${parameter.name}`, parameter]),
    )
  const [olds, news] = [byName(old), byName(now)]
  const added = [...news].filter(([at, { required }]) => required && !olds.has(at))
  return [
    ...added.map(([at]) => ({ at, change: 'a new parameter is required' })),
    ...[...olds].flatMap(([at, parameter]): Change[] => {
      const next = news.get(at)
      if (!next) return [{ at, change: 'the parameter was removed' }]
      const flips =
        parameter.required === next.required
          ? []
          : [{ at, change: next.required ? 'optional became required' : 'required became optional' }]
      return [...flips, ...schemas('request', at, parameter.schema, next.schema)]
    }),
  ]
}

const requestChanges = (old: OpenApiOperation, now: OpenApiOperation, schemas: CompareSchemas): Change[] => {
  const at = 'body'
  if (!now.requestBody) return old.requestBody ? [{ at, change: 'the body was removed' }] : []
  if (!old.requestBody) return now.requestBody.required ? [{ at, change: 'a body is now required' }] : []
  const flips =
    now.requestBody.required && !old.requestBody.required ? [{ at, change: 'optional became required' }] : []
  const { content } = now.requestBody
  return [
    ...flips,
    ...Object.entries(old.requestBody.content).flatMap(([type, { schema }]): Change[] => {
      const next = content[type]
      return next
        ? schemas('request', at, schema, next.schema)
        : [{ at, change: `${type} is no longer accepted` }]
    }),
  ]
}

const responseChanges = (old: OpenApiOperation, now: OpenApiOperation, schemas: CompareSchemas): Change[] =>
  Object.entries(old.responses)
    .filter(([status]) => status < '400')
    .flatMap(([status, response]): Change[] => {
      const next = now.responses[status]
      if (!next) return [{ at: status, change: 'the status was removed' }]
      if ('$ref' in response || '$ref' in next) return []
      return Object.entries(response.content ?? {}).flatMap(([type, { schema }]): Change[] => {
        const body = next.content?.[type]
        return body
          ? schemas('response', status, schema, body.schema)
          : [{ at: status, change: `${type} is no longer returned` }]
      })
    })
