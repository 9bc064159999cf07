import { decodeCursor, encodeCursor, IdString, malformed, Timestamp } from '@wp/kernel'
import { z } from 'zod'

/** A record as replies show it: `id`, its own fields, `createdAt`, `updatedAt`; named in the OpenAPI document. */
export const resource = <Shape extends z.ZodRawShape>(name: string, shape: Shape) =>
  z.object({ id: IdString, ...shape, createdAt: Timestamp, updatedAt: Timestamp }).meta({ id: name })

/** A schema with a name of its own in the OpenAPI document. */
export const named = <Schema extends z.ZodType>(name: string, schema: Schema): Schema =>
  schema.meta({ id: name })

/** Empty begins the walk. */
const isCursor = (text: string): boolean => {
  try {
    return text === '' || decodeCursor(text).length > 0
  } catch {
    return false
  }
}

const Cursor = malformed(
  z
    .string()
    .max(1024)
    .refine(isCursor, { error: 'is no cursor; begin with an empty one, go on with nextCursor' }),
)

/** `?page`, `?limit` and `?after`, for `query: pageQuery.extend({...})`. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1).describe('Page, from 1'),
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Records per page'),
  after: Cursor.optional().describe(
    'Cursor: walks a large list without counting it; empty for its beginning',
  ),
})

export type PageQuery = z.output<typeof pageQuery>

/** How a list answers: pages with a total, or, when asked with `after`, the next cursor. */
export const Pagination = z
  .union([
    z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() }),
    z.object({ limit: z.int(), nextCursor: z.string().nullable() }),
  ])
  .meta({ id: 'Pagination' })

export type Pagination = z.output<typeof Pagination>

/** The `pagination` of a counted page. */
export const pagination = ({ page, limit }: { page: number; limit: number }, total: number): Pagination => ({
  page,
  limit,
  total,
  totalPages: Math.ceil(total / limit),
})

/** The `pagination` of a walked list: the sort values and id of its last record, or null at the end. */
export const cursorPagination = (limit: number, last: unknown[] | null): Pagination => ({
  limit,
  nextCursor: last && encodeCursor(last),
})
