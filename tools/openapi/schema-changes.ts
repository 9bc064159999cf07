import { isDeepStrictEqual } from 'node:util'
import type { JsonSchema, OpenApiDocument } from '@wp/http'

export type Direction = 'request' | 'response'
type Change = { readonly at: string; readonly change: string }
type Comparison = {
  readonly direction: Direction
  readonly at: string
  readonly old: unknown
  readonly now: unknown
  readonly before: OpenApiDocument
  readonly after: OpenApiDocument
  /** Whether the old document may omit limits, formats and enum values, so that adding them is not breaking. */
  readonly isOldIncomplete?: boolean
  /** Pairs of references already being compared, to stop at recursive schemas. */
  readonly seen?: ReadonlySet<string>
}

/** Returns the changes between two JSON Schemas that are not allowed within version 1. */
export const schemaChanges = (comparison: Comparison): Change[] => {
  const pair = `${refOf(comparison.old)} ${refOf(comparison.now)}`
  if (pair !== ' ' && comparison.seen?.has(pair)) return []
  const seen = new Set(comparison.seen).add(pair)
  const old = resolve(comparison.old, comparison.before)
  const now = resolve(comparison.now, comparison.after)
  const step = { ...comparison, seen }
  const [olds, news] = [variantsOf(old), variantsOf(now)]
  if (olds.length > 1 || news.length > 1) return variantChanges(step, olds, news)
  return [...valueChanges(step, old, now), ...fieldChanges(step, old, now), ...itemChanges(step, old, now)]
}

const refOf = (schema: unknown): string => (schema as { $ref?: string } | undefined)?.$ref ?? ''

const resolve = (schema: unknown, document: OpenApiDocument): JsonSchema => {
  const { $ref } = (schema ?? {}) as { $ref?: string }
  if (!$ref) return (schema ?? {}) as JsonSchema
  return resolve(document.components.schemas[$ref.replace('#/components/schemas/', '')], document)
}

const variantsOf = (schema: JsonSchema): unknown[] => {
  const variants = schema.anyOf ?? schema.oneOf
  if (Array.isArray(variants)) return variants
  return Array.isArray(schema.type) ? schema.type.map((type: unknown) => ({ ...schema, type })) : [schema]
}

// A request may accept new variants. A reply may not lose a variant (except null) or gain one that clients do
// not know.
const variantChanges = (step: Comparison, olds: unknown[], news: unknown[]): Change[] => {
  const fits = (old: unknown, now: unknown): boolean => schemaChanges({ ...step, old, now }).length === 0
  const [onlyOld] = olds.length === 1 && step.direction === 'request' ? olds : []
  const isNull = (schema: unknown): boolean => resolve(schema, step.before).type === 'null'
  const mayBeLost = (old: unknown): boolean => step.direction === 'response' && isNull(old)
  const lost = olds.filter((old) => !mayBeLost(old) && !news.some((now) => fits(old, now)))
  const added = step.direction === 'response' ? news.filter((now) => !olds.some((old) => fits(old, now))) : []
  if (lost.length === 0 && added.length === 0) return []
  const like = (schema: unknown): unknown => resolve(schema, step.after).type
  const sameType =
    lost.length === 1 && onlyOld === undefined ? news.filter((now) => like(now) === like(lost[0])) : []
  if (sameType.length === 1) return schemaChanges({ ...step, old: lost[0], now: sameType[0] })
  return [{ at: step.at, change: 'its type changed: the allowed variants differ' }]
}

const allowedValues = (schema: JsonSchema): unknown[] | null => {
  if (Array.isArray(schema.enum)) return schema.enum
  return 'const' in schema ? [schema.const] : null
}

const upper = ['maxLength', 'maximum', 'exclusiveMaximum', 'maxItems'] as const
const lower = ['minLength', 'minimum', 'exclusiveMinimum', 'minItems'] as const

const valueChanges = (step: Comparison, old: JsonSchema, now: JsonSchema): Change[] => {
  const { direction, at, isOldIncomplete = false } = step
  if (old.type !== undefined && !isSameType(old.type, now.type, direction, isOldIncomplete))
    return [
      {
        at,
        change: `its type changed from ${JSON.stringify(old.type)} to ${JSON.stringify(now.type ?? 'anything')}`,
      },
    ]
  const changes: Change[] = []
  const mayAddFormat = direction === 'response' || isOldIncomplete
  if (old.format !== now.format && (mayAddFormat ? old.format : now.format) !== undefined)
    changes.push({ at, change: 'its format changed' })
  const [values, next] = [allowedValues(old), allowedValues(now)]
  if (next) {
    const gone = (values ?? []).filter((value) => !next.some((other) => isDeepStrictEqual(other, value)))
    if (gone.length > 0) changes.push({ at, change: `values were removed: ${gone.map(String).join(', ')}` })
    if (!values && direction === 'request' && !isOldIncomplete)
      changes.push({ at, change: 'only certain values are accepted now' })
  }
  if (direction === 'request') {
    const isStated = (bound: string): boolean => !isOldIncomplete || old[bound] !== undefined
    for (const bound of upper.filter(isStated))
      if (isTighter(now[bound], old[bound], -1)) changes.push({ at, change: `${bound} was lowered` })
    for (const bound of lower.filter(isStated))
      if (isTighter(now[bound], old[bound], 1)) changes.push({ at, change: `${bound} was raised` })
  }
  return changes
}

// A request may widen integer to number, and a reply may narrow number to integer. An incomplete document uses
// "number" for both.
const isSameType = (old: unknown, now: unknown, direction: Direction, isOldIncomplete: boolean): boolean =>
  old === now ||
  (direction === 'request' && (now === undefined || (old === 'integer' && now === 'number'))) ||
  ((direction === 'response' || isOldIncomplete) && old === 'number' && now === 'integer')

const isTighter = (now: unknown, old: unknown, direction: 1 | -1): boolean =>
  typeof now === 'number' && (typeof old !== 'number' || (now - old) * direction > 0)

const fieldsOf = (schema: JsonSchema): Record<string, unknown> =>
  (schema.properties as Record<string, unknown> | undefined) ?? {}
const requiredOf = (schema: JsonSchema): string[] => (schema.required as string[] | undefined) ?? []

const fieldChanges = (step: Comparison, old: JsonSchema, now: JsonSchema): Change[] => {
  const [fields, next] = [fieldsOf(old), fieldsOf(now)]
  const [must, mustNow] = [requiredOf(old), requiredOf(now)]
  const place = (name: string): string => `${step.at}.${name}`
  const isShapeOpen = step.isOldIncomplete === true && Object.keys(fields).length === 0
  const isRequest = step.direction === 'request' && !isShapeOpen
  const added = isRequest ? mustNow.filter((name) => !(name in fields)) : []
  return [
    ...added.map((name) => ({ at: place(name), change: 'a new field is required' })),
    ...Object.keys(fields).flatMap((name): Change[] => {
      if (!(name in next)) return [{ at: place(name), change: 'the field was removed' }]
      const flips = requiredChange(must.includes(name), mustNow.includes(name))
      return [
        ...flips.map((change) => ({ at: place(name), change })),
        ...schemaChanges({ ...step, at: place(name), old: fields[name], now: next[name] }),
      ]
    }),
  ]
}

const requiredChange = (wasRequired: boolean, isRequired: boolean): string[] => {
  if (wasRequired === isRequired) return []
  return [isRequired ? 'optional became required' : 'required became optional']
}

const itemChanges = (step: Comparison, old: JsonSchema, now: JsonSchema): Change[] => [
  ...(old.items && now.items
    ? schemaChanges({ ...step, at: `${step.at}[]`, old: old.items, now: now.items })
    : []),
  ...(isSchema(old.additionalProperties) && isSchema(now.additionalProperties)
    ? schemaChanges({
        ...step,
        at: `${step.at}.*`,
        old: old.additionalProperties,
        now: now.additionalProperties,
      })
    : []),
]

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null
