import { z } from 'zod'
import { decodeCursor } from './cursors.ts'
import { malformed } from './schemas.ts'

/** An empty cursor requests the first page. */
const isCursor = (text: string): boolean => {
  try {
    return text === '' || decodeCursor(text).length > 0
  } catch {
    return false
  }
}

const Cursor = malformed(
  z.string().max(1024).refine(isCursor, { error: 'must be empty or the nextCursor of the previous page' }),
)

/** The `?page`, `?limit` and `?after` parameters, for `query: pageQuery.extend({...})`. */
export const pageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1).describe('Page number, starting at 1'),
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('Records per page'),
  after: Cursor.optional().describe(
    'Cursor for paging large lists without a total: empty for the first page, then nextCursor',
  ),
})

/**
 * The paging parameters of a list. When `after` is set, even to an empty string, the list is paged by cursor and has
 * no total.
 */
export type PageQuery = z.output<typeof pageQuery>

/** The pagination in a reply: page numbers with a total, or the next cursor if the request has `after`. */
export const Pagination = z
  .union([
    z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() }),
    z.object({ limit: z.int(), nextCursor: z.string().nullable() }),
  ])
  .meta({ id: 'Pagination' })

export type Pagination = z.output<typeof Pagination>
