import { pageQuery, QueryBoolean } from '@wp/kernel'
import type { z } from 'zod'

/** All lab routes return 422 for malformed ids and invalid values; only malformed JSON returns 400. */
export const labPolicy = { badId: 422, invalid: 422 } as const

export const readFails = [401, 403, 404, 422] as const
export const changeFails = [400, 401, 403, 404, 422] as const
/** Routes that accept an Idempotency-Key can also return 409. */
export const createFails = [400, 401, 403, 404, 409, 422] as const

export const includeDeleted = QueryBoolean.default(false).describe(
  'Whether to include deleted or deactivated records',
)

/** The query for lists that can include soft-deleted records. */
export const DeletableQuery = pageQuery.extend({ includeDeleted })
export type DeletableQuery = z.output<typeof DeletableQuery>
