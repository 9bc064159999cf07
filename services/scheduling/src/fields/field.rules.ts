import { AppError, CalendarDateString, EmailAddress, HttpUrl, invalid } from '@wp/kernel'
import type { ErrorDetail, Id } from '@wp/kernel'
import type { z } from 'zod'
import type { FieldType, Phase } from './field.contract.ts'

export type FieldDefinition = {
  id: Id
  key: string
  label: string
  type: z.output<typeof FieldType>
  isRequired: boolean
  isUnique: boolean
  isFilterable: boolean
  options: string[] | null
  phase: z.output<typeof Phase> | null
  category: string | null
  /** The prefix of the field's value keys; absent in fields created by old versions, which use their key. */
  valuePrefix?: string | null
}
export type GivenValue = { fieldKey: string; value: unknown; phase?: FieldDefinition['phase'] | undefined }
/** `fieldId` distinguishes answers to a removed field from answers to a new field with the same key. */
export type StoredValue = {
  fieldId?: Id
  fieldKey: string
  value: unknown
  phase: FieldDefinition['phase']
}

const maxFields = 200
/** The maximum size of one record's answers, so that a page of records fits in memory. */
const maxAnswerBytes = 256 * 1024

export const checkFieldCount = (known: number): void => {
  if (known >= maxFields)
    throw new AppError(
      'VALIDATION_FAILED',
      `A workspace can have at most ${maxFields} fields of one kind; remove one first`,
    )
}

/** Throws 422 unless every field is listed exactly once. */
export const checkOrder = (fields: readonly { id: Id }[], fieldIds: readonly Id[]): void => {
  const named = new Set(fieldIds)
  const isComplete = named.size === fieldIds.length && named.size === fields.length
  if (!isComplete || fields.some(({ id }) => !named.has(id)))
    throw invalid('fieldIds', `must contain each of the ${fields.length} fields exactly once`)
}

const selects: readonly FieldDefinition['type'][] = ['select', 'multiselect']
const neverUnique: readonly FieldDefinition['type'][] = ['textarea', 'multiselect', 'checkbox']

/** Throws 422 for a contradictory definition, such as options for a field that is not a select. */
export const checkDefinition = (
  field: Pick<FieldDefinition, 'type' | 'options' | 'isUnique' | 'isFilterable'>,
): void => {
  const details: ErrorDetail[] = []
  const isSelect = selects.includes(field.type)
  if (isSelect && !field.options)
    details.push({ path: 'options', message: 'is required for select and multiselect fields' })
  if (!isSelect && field.options)
    details.push({ path: 'options', message: `is not supported for ${field.type} fields` })
  if (field.isUnique && neverUnique.includes(field.type))
    details.push({ path: 'isUnique', message: `is not supported for ${field.type} fields` })
  if (field.isFilterable && field.type === 'textarea')
    details.push({ path: 'isFilterable', message: 'is not supported for textarea fields' })
  throwInvalid(details)
}

/**
 * Merges new values into the stored ones: a new value replaces the stored one, and null removes it. Throws 422 with
 * one detail per problem, such as an unknown field, an invalid value or the removal of a required answer.
 */
export const mergeFieldValues = (
  fields: readonly FieldDefinition[],
  kept: readonly StoredValue[],
  given: readonly GivenValue[],
): StoredValue[] => {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const details: ErrorDetail[] = []
  const values = new Map(kept.map((each) => [each.fieldKey, each]))
  const seen = new Set<string>()
  for (const [index, { fieldKey, value, phase }] of given.entries()) {
    const at = (part: string, message: string) =>
      details.push({ path: `fieldValues.${index}.${part}`, message })
    const field = byKey.get(fieldKey)
    if (!field) at('fieldKey', `does not exist: "${fieldKey}"`)
    else if (seen.has(fieldKey)) at('fieldKey', `must not be given twice: "${fieldKey}"`)
    else if (phase && phase !== field.phase) at('phase', `must be ${field.phase}, the phase of the field`)
    else if (value === null) {
      if (field.isRequired && values.has(fieldKey)) at('value', 'is required')
      else values.delete(fieldKey)
    } else {
      const validated = validateValue(field, value)
      if (validated.problem !== undefined) at('value', validated.problem)
      else values.set(fieldKey, { fieldId: field.id, fieldKey, value: validated.value, phase: field.phase })
    }
    seen.add(fieldKey)
  }
  const merged = [...values.values()]
  const bytes = bytesOf(merged)
  if (bytes > maxAnswerBytes && bytes > bytesOf(kept))
    details.push({ path: 'fieldValues', message: `cannot exceed ${maxAnswerBytes / 1024} KiB in total` })
  throwInvalid(details)
  return merged
}

const bytesOf = (values: readonly StoredValue[]): number => Buffer.byteLength(JSON.stringify(values))

/** Throws 422 when a required field has no value. */
export const checkRequired = (fields: readonly FieldDefinition[], values: readonly StoredValue[]): void => {
  const filled = new Set(answersTo(fields, values).map(({ fieldKey }) => fieldKey))
  const missing = fields.filter(({ isRequired, key }) => isRequired && !filled.has(key))
  throwInvalid(
    missing.map(({ key, label }) => ({
      path: 'fieldValues',
      message: `must contain a value for "${label}" (${key})`,
    })),
  )
}

/** Returns the fields shown in a session of this category, or all fields when it is null. */
export const questionsFor = <F extends Pick<FieldDefinition, 'category'>>(
  fields: readonly F[],
  questionCategory: string | null,
): F[] => fields.filter(({ category }) => questionCategory === null || category === questionCategory)

/**
 * Returns the prefix of a new field's value keys. It contains the field's id, so that the keys of a removed field's
 * answers can stay in the records: they never belong to a new field with the same key.
 */
export const toValuePrefix = (id: Id, key: string): string => `${id}.${key}`

export const prefixOf = ({ valuePrefix, key }: Pick<FieldDefinition, 'valuePrefix' | 'key'>): string =>
  valuePrefix ?? key

/**
 * Returns `prefix:value` for each value, for filters and the unique index. Omits textarea answers and answers to
 * removed fields.
 */
export const toValueKeys = (fields: readonly FieldDefinition[], values: readonly StoredValue[]): string[] => {
  const keyed = fields.filter(({ type }) => type !== 'textarea')
  const prefixes = new Map(keyed.map((field) => [field.key, prefixOf(field)]))
  return answersTo(keyed, values).flatMap(({ fieldKey, value }) =>
    (Array.isArray(value) ? value : [value]).map((each) => `${prefixes.get(fieldKey)}:${String(each)}`),
  )
}

/** Returns the values of the given fields only; older values without `fieldId` are matched by key. */
const answersTo = (fields: readonly FieldDefinition[], values: readonly StoredValue[]): StoredValue[] => {
  const ids = new Map(fields.map(({ key, id }) => [key, id]))
  return values.filter(
    ({ fieldKey, fieldId }) => ids.has(fieldKey) && (fieldId === undefined || fieldId === ids.get(fieldKey)),
  )
}

/**
 * Returns the value keys that must be unique in the workspace. Includes the record's own id, because the index requires
 * a non-empty list.
 */
export const toUniqueKeys = (
  id: Id,
  fields: readonly FieldDefinition[],
  values: readonly StoredValue[],
): string[] => [
  id,
  ...toValueKeys(
    fields.filter(({ isUnique }) => isUnique),
    values,
  ),
]

/** Returns the value keys that belong to one field. */
export const keysOfField = (prefix: string, valueKeys: readonly string[]): string[] =>
  valueKeys.filter((each) => each.startsWith(`${prefix}:`))

/** Returns the stored form of field values: JSON text, and keys for filters and the unique index. */
export const toStoredValues = (
  id: Id,
  fields: readonly FieldDefinition[],
  values: readonly StoredValue[],
) => ({
  fieldValues: JSON.stringify(values),
  valueKeys: toValueKeys(fields, values),
  uniqueKeys: toUniqueKeys(id, fields, values),
})

/** Returns a record's values in their original form. */
export const parseFieldValues = ({ fieldValues }: { fieldValues: string }): StoredValue[] =>
  JSON.parse(fieldValues) as StoredValue[]

/**
 * Converts a conflict in the index of unique values to a 422 that names the field and value; returns other conflicts
 * unchanged.
 */
export const toUniqueFieldError = (conflict: AppError): AppError => {
  if (!conflict.details?.some(({ path }) => path === 'uniqueKeys')) return conflict
  const { keyValue } = conflict.cause as { keyValue?: { uniqueKeys?: string } }
  const [prefix = '', ...value] = (keyValue?.uniqueKeys ?? '').split(':')
  const fieldKey = prefix.split('.').at(-1)
  return invalid(
    'fieldValues',
    fieldKey ? `must be unique: "${value.join(':')}" is already used in ${fieldKey}` : 'must be unique',
  )
}

/** Converts filters to value keys. Throws 400 for unknown fields and fields that are not filterable. */
export const checkFilters = (fields: readonly FieldDefinition[], filters: readonly string[]): string[] => {
  const filterable = new Map(
    fields.filter((field) => field.isFilterable).map((field) => [field.key, prefixOf(field)]),
  )
  return filters.map((filter) => {
    const key = filter.slice(0, filter.indexOf(':'))
    const prefix = filterable.get(key)
    if (prefix === undefined)
      throw new AppError('INVALID_REQUEST', `The field "${key}" does not exist or is not filterable`, {
        details: [
          {
            path: 'field',
            message: `must be the key of a filterable field, not "${key}"`,
          },
        ],
      })
    return `${prefix}${filter.slice(key.length)}`
  })
}

type Validated = { value: unknown; problem?: undefined } | { problem: string }

const validateValue = ({ type, options }: FieldDefinition, value: unknown): Validated => {
  switch (type) {
    case 'text':
      return validateText(value, 500)
    case 'textarea':
      return validateText(value, 20_000)
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? { value } : { problem: 'must be a number' }
    case 'date':
      return CalendarDateString.safeParse(value).success
        ? { value }
        : { problem: 'must be a valid date in the form YYYY-MM-DD' }
    case 'checkbox':
      return typeof value === 'boolean' ? { value } : { problem: 'must be true or false' }
    case 'select':
      return isOption(options, value) ? { value } : { problem: `must be one of ${options?.join(', ')}` }
    case 'multiselect':
      return Array.isArray(value) && value.every((each) => isOption(options, each))
        ? { value: [...new Set(value)] }
        : { problem: `must be a list of values from ${options?.join(', ')}` }
    case 'url':
      return validateBySchema(HttpUrl, value)
    case 'email':
      return validateBySchema(EmailAddress, value)
    case 'phone':
      return typeof value === 'string' && /^\+?[0-9][0-9 ().-]{4,30}$/.test(value.trim())
        ? { value: value.trim() }
        : { problem: 'must be a phone number, such as +14155550123' }
  }
}

const validateText = (value: unknown, max: number): Validated => {
  if (typeof value !== 'string') return { problem: 'must be a string' }
  const trimmed = value.trim()
  if (trimmed === '') return { problem: 'must not be empty' }
  return trimmed.length > max ? { problem: `must have at most ${max} characters` } : { value: trimmed }
}

const validateBySchema = (schema: typeof EmailAddress | typeof HttpUrl, value: unknown): Validated => {
  const result = schema.safeParse(value)
  if (result.success) return { value: result.data }
  return { problem: result.error.issues[0]?.message ?? 'is invalid' }
}

const isOption = (options: string[] | null, value: unknown): value is string =>
  typeof value === 'string' && (options ?? []).includes(value)

const throwInvalid = (details: ErrorDetail[]): void => {
  const [first] = details
  if (first) throw new AppError('VALIDATION_FAILED', `${first.path} ${first.message}`, { details })
}
