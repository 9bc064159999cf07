import { pageQuery, QueryBoolean } from '@wp/kernel'
import type { z } from 'zod'

/** All lab routes answer 422 to malformed ids and invalid values; only malformed JSON is 400. */
export const labPolicy = { badId: 422, invalid: 422 } as const

export const readFails = [401, 403, 404, 422] as const
export const changeFails = [400, 401, 403, 404, 422] as const
/** Routes with an Idempotency-Key can also answer 409. */
export const createFails = [400, 401, 403, 404, 409, 422] as const

export const includeDeleted = QueryBoolean.default(false).describe('Also return records with `deletedAt`')

/** The query of lists with soft-deleted records. */
export const DeletableQuery = pageQuery.extend({ includeDeleted })
export type DeletableQuery = z.output<typeof DeletableQuery>
