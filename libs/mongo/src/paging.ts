import { AppError, decodeCursor, encodeCursor } from '@wp/kernel'
import { fieldName, withMongoIds } from './filters.ts'
import { trusted } from './trusted.ts'

type Direction = 1 | -1
export type SortFields = [field: string, direction: Direction][]

/** The declared order, made total by the id; newest first when none is declared. */
export const totalOrder = (sort: Record<string, Direction> | undefined): SortFields => {
  const fields: SortFields = Object.entries(withMongoIds(sort ?? { createdAt: -1 }))
  if (!fields.some(([field]) => field === '_id')) fields.push(['_id', fields.at(-1)?.[1] ?? 1])
  return fields
}

/** Records that match both. */
export const and = (filter: object, more: object | null): object =>
  more === null ? filter : { ...filter, $and: [...((filter as { $and?: object[] }).$and ?? []), more] }

/** Where the next page starts: the sort keys of the last record. */
export const cursorAfter = (record: Record<string, unknown>, order: SortFields): string =>
  encodeCursor(order.map(([field]) => packValue(valueAt(record, field === '_id' ? 'id' : field))))

/** The filter of what comes after a cursor in this order; null for the empty cursor, which starts from the beginning. */
export const afterCursor = (cursor: string, order: SortFields): Record<string, unknown> | null => {
  if (cursor === '') return null
  const parts = decodeCursor(cursor)
  if (parts.length !== order.length) throw badCursor()
  const values = parts.map(unpackValue)
  const branches = order.map(([field, direction], position) => ({
    ...Object.fromEntries(order.slice(0, position).map(([earlier], index) => [earlier, values[index]])),
    ...beyond(field, direction, values[position]),
  }))
  return { ...enterAt(order[0]!, values[0]), $or: branches }
}

/** Every record has these, so none is sorted below the others for the want of it. */
const isAlwaysThere = (field: string): boolean => field === '_id' || field === 'createdAt'

/** What the branches imply, said once more for the index: it is entered at the cursor instead of at the top of the list. */
const enterAt = ([field, direction]: SortFields[number], value: unknown): Record<string, unknown> => {
  if (value === null) return {}
  if (direction === 1) return { [field]: trusted({ $gte: value }) }
  return isAlwaysThere(field) ? { [field]: trusted({ $lte: value }) } : {}
}

/** Null sorts below everything, and MongoDB compares only within one type, so both need their own words. */
const beyond = (field: string, direction: Direction, value: unknown): Record<string, unknown> => {
  if (direction === 1) return { [field]: trusted(value === null ? { $ne: null } : { $gt: value }) }
  if (value === null) return { [field]: trusted({ $in: [] }) }
  if (isAlwaysThere(field)) return { [field]: trusted({ $lt: value }) }
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
  if (typeof t !== 'number' || !Number.isFinite(new Date(t).getTime())) throw badCursor()
  return new Date(t)
}

export const badCursor = (): AppError =>
  new AppError('INVALID_REQUEST', 'after: is no cursor of this list; use the nextCursor of the page before', {
    details: [{ path: 'after', message: 'is no cursor of this list; use the nextCursor of the page before' }],
  })

export const sortOf = (order: SortFields): Record<string, Direction> =>
  Object.fromEntries(order.map(([field, direction]) => [fieldName(field), direction]))
