import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'

/** A record as replies show it: `id`, its own fields, `createdAt`, `updatedAt`; named in the OpenAPI document. */
export const resource = <Shape extends z.ZodRawShape>(name: string, shape: Shape) =>
  z.object({ id: IdString, ...shape, createdAt: Timestamp, updatedAt: Timestamp }).meta({ id: name })
