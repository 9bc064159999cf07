import { pageQuery, QueryBoolean } from '@wp/kernel'
import type { z } from 'zod'

/** On every lab route badly formed ids and invalid values are 422; only malformed JSON is 400. */
export const labPolicy = { badId: 422, invalid: 422 } as const

export const readFails = [401, 403, 404, 422] as const
export const changeFails = [400, 401, 403, 404, 422] as const
/** With an Idempotency-Key, whose repetition may be told 409. */
export const createFails = [400, 401, 403, 404, 409, 422] as const

export const includeDeleted = QueryBoolean.default(false).describe('Lists those with `deletedAt` as well')

/** Of a list whose records are deleted softly. */
export const DeletableQuery = pageQuery.extend({ includeDeleted })
export type DeletableQuery = z.output<typeof DeletableQuery>
