import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'

/** Returns the schema of a record in replies: `id`, the given fields, `createdAt`, `updatedAt`; a named OpenAPI component. */
export const resource = <Shape extends z.ZodRawShape>(name: string, shape: Shape) =>
  z.object({ id: IdString, ...shape, createdAt: Timestamp, updatedAt: Timestamp }).meta({ id: name })
