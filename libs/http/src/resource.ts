import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'

/**
 * Returns the reply schema of a record, a named OpenAPI component with `id`, the given fields, `createdAt` and
 * `updatedAt`.
 */
export const resource = <Shape extends z.ZodRawShape>(name: string, shape: Shape) =>
  z.object({ id: IdString, ...shape, createdAt: Timestamp, updatedAt: Timestamp }).meta({ id: name })
