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
}
export type GivenValue = { fieldKey: string; value: unknown; phase?: FieldDefinition['phase'] | undefined }
/** `fieldId` tells the answers to a removed field from those to one that was made again under its key. */
export type StoredValue = {
  fieldId?: Id
  fieldKey: string
  value: unknown
  phase: FieldDefinition['phase']
}

const maxFields = 200

export const checkFieldCount = (known: number): void => {
  if (known >= maxFields)
    throw new AppError(
      'VALIDATION_FAILED',
      `A workspace has at most ${maxFields} fields of one kind: remove one first`,
    )
}

/** Refuses an order that does not name every field once. */
export const checkOrder = (fields: readonly { id: Id }[], fieldIds: readonly Id[]): void => {
  const named = new Set(fieldIds)
  const isComplete = named.size === fieldIds.length && named.size === fields.length
  if (!isComplete || fields.some(({ id }) => !named.has(id)))
    throw invalid('fieldIds', `must name each of the ${fields.length} fields once`)
}

const selects: readonly FieldDefinition['type'][] = ['select', 'multiselect']
const neverUnique: readonly FieldDefinition['type'][] = ['textarea', 'multiselect', 'checkbox']

/** Refuses a definition that contradicts itself: options without a select, uniqueness of what cannot be compared. */
export const checkDefinition = (
  field: Pick<FieldDefinition, 'type' | 'options' | 'isUnique' | 'isFilterable'>,
): void => {
  const details: ErrorDetail[] = []
  const isSelect = selects.includes(field.type)
  if (isSelect && !field.options) details.push({ path: 'options', message: 'are needed by a select' })
  if (!isSelect && field.options)
    details.push({ path: 'options', message: `do not belong to a field of the type ${field.type}` })
  if (field.isUnique && neverUnique.includes(field.type))
    details.push({ path: 'isUnique', message: `cannot be demanded of the type ${field.type}` })
  if (field.isFilterable && field.type === 'textarea')
    details.push({ path: 'isFilterable', message: 'cannot be had by the type textarea' })
  throwInvalid(details)
}

/**
 * What is kept after these values were given: those of the same field replaced, null ones gone. Throws 422 with one
 * detail for each value that does not fit its field, names no field, or takes away a required answer.
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
    if (!field) at('fieldKey', `"${fieldKey}" is no field here`)
    else if (seen.has(fieldKey)) at('fieldKey', `"${fieldKey}" is given twice`)
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
  throwInvalid(details)
  return [...values.values()]
}

/** Refuses with 422 when one of the required fields has no value. */
export const checkRequired = (fields: readonly FieldDefinition[], values: readonly StoredValue[]): void => {
  const filled = new Set(answersTo(fields, values).map(({ fieldKey }) => fieldKey))
  const missing = fields.filter(({ isRequired, key }) => isRequired && !filled.has(key))
  throwInvalid(
    missing.map(({ key, label }) => ({ path: 'fieldValues', message: `lack "${key}" (${label})` })),
  )
}

/** The fields that a session of this category shows: all for null, else only that category's. */
export const questionsFor = <F extends Pick<FieldDefinition, 'category'>>(
  fields: readonly F[],
  questionCategory: string | null,
): F[] => fields.filter(({ category }) => questionCategory === null || category === questionCategory)

/** `key:value` of each value, as filters look for it; long text and answers to removed fields are left out. */
export const toValueKeys = (fields: readonly FieldDefinition[], values: readonly StoredValue[]): string[] => {
  const keyed = fields.filter(({ type }) => type !== 'textarea')
  return answersTo(keyed, values).flatMap(({ fieldKey, value }) =>
    (Array.isArray(value) ? value : [value]).map((each) => `${fieldKey}:${String(each)}`),
  )
}

/** The values that were given to these very fields; those from before `fieldId` was kept go by their key. */
const answersTo = (fields: readonly FieldDefinition[], values: readonly StoredValue[]): StoredValue[] => {
  const ids = new Map(fields.map(({ key, id }) => [key, id]))
  return values.filter(
    ({ fieldKey, fieldId }) => ids.has(fieldKey) && (fieldId === undefined || fieldId === ids.get(fieldKey)),
  )
}

/** What must be held once in the workspace. The record's own id makes the list never empty, so that the index takes it. */
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

/** The value keys of one field. */
export const keysOfField = (fieldKey: string, valueKeys: readonly string[]): string[] =>
  valueKeys.filter((each) => each.startsWith(`${fieldKey}:`))

/** Field values as a record stores them: JSON text, and the keys that filters and the unique index look at. */
export const toStoredValues = (
  id: Id,
  fields: readonly FieldDefinition[],
  values: readonly StoredValue[],
) => ({
  fieldValues: JSON.stringify(values),
  valueKeys: toValueKeys(fields, values),
  uniqueKeys: toUniqueKeys(id, fields, values),
})

/** The values of a record, as they were given. */
export const parseFieldValues = ({ fieldValues }: { fieldValues: string }): StoredValue[] =>
  JSON.parse(fieldValues) as StoredValue[]

/** A duplicate key of the unique index as the caller should see it: 422, naming the field and the value. */
export const toUniqueFieldError = (conflict: AppError): AppError => {
  if (!conflict.details?.some(({ path }) => path === 'uniqueKeys')) return conflict
  const { keyValue } = conflict.cause as { keyValue?: { uniqueKeys?: string } }
  const [fieldKey, ...value] = (keyValue?.uniqueKeys ?? '').split(':')
  return invalid(
    'fieldValues',
    fieldKey ? `"${value.join(':')}" is taken already in ${fieldKey}` : 'hold one that is taken already',
  )
}

/** The values of a field that several records hold, with the records. */
export const findDuplicates = (
  fieldKey: string,
  records: readonly { id: Id; valueKeys: readonly string[] }[],
): { value: string; ids: Id[] }[] => {
  const holders = new Map<string, Id[]>()
  for (const { id, valueKeys } of records)
    for (const valueKey of keysOfField(fieldKey, valueKeys))
      holders.set(valueKey, [...(holders.get(valueKey) ?? []), id])
  return [...holders]
    .filter(([, ids]) => ids.length > 1)
    .map(([valueKey, ids]) => ({ value: valueKey.slice(fieldKey.length + 1), ids }))
}

/** Refuses filters by fields that do not exist or cannot be filtered by; the rest as value keys. */
export const checkFilters = (fields: readonly FieldDefinition[], filters: readonly string[]): string[] => {
  const filterable = new Set(fields.filter((field) => field.isFilterable).map(({ key }) => key))
  for (const filter of filters) {
    const key = filter.slice(0, filter.indexOf(':'))
    if (!filterable.has(key))
      throw new AppError(
        'INVALID_REQUEST',
        `field: "${key}" is no field that can be filtered by: set isFilterable on it`,
        {
          details: [
            {
              path: 'field',
              message: `"${key}" is no field that can be filtered by: set isFilterable on it`,
            },
          ],
        },
      )
  }
  return [...filters]
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
        : { problem: 'must be a day that exists, as YYYY-MM-DD' }
    case 'checkbox':
      return typeof value === 'boolean' ? { value } : { problem: 'must be true or false' }
    case 'select':
      return isOption(options, value) ? { value } : { problem: `must be one of ${options?.join(', ')}` }
    case 'multiselect':
      return Array.isArray(value) && value.every((each) => isOption(options, each))
        ? { value: [...new Set(value)] }
        : { problem: `must be a list of ${options?.join(', ')}` }
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
  return { problem: result.error.issues[0]?.message ?? 'does not fit' }
}

const isOption = (options: string[] | null, value: unknown): value is string =>
  typeof value === 'string' && (options ?? []).includes(value)

const throwInvalid = (details: ErrorDetail[]): void => {
  const [first] = details
  if (first) throw new AppError('VALIDATION_FAILED', `${first.path} ${first.message}`, { details })
}
