import { z } from 'zod'
import { decodeCursor } from './cursors.ts'
import { malformed } from './schemas.ts'

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

/** What a list was asked for; `after` set (also to an empty text) walks by cursor and counts nothing. */
export type PageQuery = z.output<typeof pageQuery>

/** How a list answers: pages with a total, or, when asked with `after`, the next cursor. */
export const Pagination = z
  .union([
    z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() }),
    z.object({ limit: z.int(), nextCursor: z.string().nullable() }),
  ])
  .meta({ id: 'Pagination' })

export type Pagination = z.output<typeof Pagination>
