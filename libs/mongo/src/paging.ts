import { AppError, decodeCursor, encodeCursor } from '@wp/kernel'
import { fieldName, withMongoIds } from './filters.ts'
import { trusted } from './trusted.ts'

type Direction = 1 | -1
export type SortFields = [field: string, direction: Direction][]

/** Returns the declared order with the id as a tie-breaker; the default is newest first. */
export const totalOrder = (sort: Record<string, Direction> | undefined): SortFields => {
  const fields: SortFields = Object.entries(withMongoIds(sort ?? { createdAt: -1 }))
  if (!fields.some(([field]) => field === '_id')) fields.push(['_id', fields.at(-1)?.[1] ?? 1])
  return fields
}

/** Returns a filter that requires both filters; the second may be null. */
export const and = (filter: object, more: object | null): object =>
  more === null ? filter : { ...filter, $and: [...((filter as { $and?: object[] }).$and ?? []), more] }

/** Returns a record's cursor, which consists of its sort keys. */
export const cursorAfter = (record: Record<string, unknown>, order: SortFields): string =>
  encodeCursor(order.map(([field]) => packValue(valueAt(record, field === '_id' ? 'id' : field))))

/**
 * Returns the filter for records after a cursor, or null for the empty cursor, which starts at the first record.
 * `neverNull` names sort fields that every record has.
 */
export const afterCursor = (
  cursor: string,
  order: SortFields,
  neverNull: readonly string[] = [],
): Record<string, unknown> | null => {
  if (cursor === '') return null
  const parts = decodeCursor(cursor)
  if (parts.length !== order.length) throw invalidCursor()
  const values = parts.map(unpackValue)
  const isAlwaysThere = (field: string) => alwaysThere.includes(field) || neverNull.includes(field)
  const branches = order.map(([field, direction], position) => ({
    ...Object.fromEntries(order.slice(0, position).map(([earlier], index) => [earlier, values[index]])),
    ...beyond(field, direction, values[position], isAlwaysThere(field)),
  }))
  return { ...enterAt(order[0]!, values[0], isAlwaysThere(order[0]![0])), $or: branches }
}

const alwaysThere: readonly string[] = ['_id', 'createdAt']

/**
 * Adds a range that the filter already implies, so that the index scan starts at the cursor instead of at the top of
 * the list.
 */
const enterAt = (
  [field, direction]: SortFields[number],
  value: unknown,
  isAlwaysThere: boolean,
): Record<string, unknown> => {
  if (value === null) return {}
  if (direction === 1) return { [field]: trusted({ $gte: value }) }
  return isAlwaysThere ? { [field]: trusted({ $lte: value }) } : {}
}

/**
 * Null sorts before everything, but MongoDB only compares values of the same type, so null needs its own condition.
 */
const beyond = (
  field: string,
  direction: Direction,
  value: unknown,
  isAlwaysThere: boolean,
): Record<string, unknown> => {
  if (direction === 1) return { [field]: trusted(value === null ? { $ne: null } : { $gt: value }) }
  if (value === null) return { [field]: trusted({ $in: [] }) }
  if (isAlwaysThere) return { [field]: trusted({ $lt: value }) }
  return { $or: [{ [field]: trusted({ $lt: value }) }, { [field]: null }] }
}

const valueAt = (record: Record<string, unknown>, path: string): unknown =>
  path
    .split('.')
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | null | undefined)?.[key], record) ??
  null

const packValue = (value: unknown): unknown => (value instanceof Date ? { t: value.getTime() } : value)

const unpackValue = (part: unknown): unknown => {
  if (typeof part !== 'object' || part === null) return part
  const { t } = part as { t?: unknown }
  if (typeof t !== 'number' || !Number.isFinite(new Date(t).getTime())) throw invalidCursor()
  return new Date(t)
}

export const invalidCursor = (): AppError =>
  new AppError(
    'INVALID_REQUEST',
    'The cursor in `after` is invalid; use the nextCursor of the previous page',
    {
      details: [{ path: 'after', message: 'must be the nextCursor of the previous page' }],
    },
  )

export const pageTooLarge = (): AppError =>
  new AppError('INVALID_REQUEST', 'The records of this page are too large; use a smaller limit', {
    details: [{ path: 'limit', message: 'must be smaller, because the records of this page are too large' }],
  })

export const sortOf = (order: SortFields): Record<string, Direction> =>
  Object.fromEntries(order.map(([field, direction]) => [fieldName(field), direction]))
