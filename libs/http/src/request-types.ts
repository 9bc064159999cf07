import type { z } from 'zod'
import type { Route } from './route.ts'

/** A query travels as text: a value may be given as it is read, and one of a list alone. */
type QueryValue<Value> = Value extends readonly (infer Item)[] ? Value | Item : Value

/** What may be given as the query of a route. */
export type RequestQuery<R extends Route> = R extends { query: infer Schema extends z.ZodType }
  ? {
      [Name in keyof z.input<Schema>]?: QueryValue<
        z.input<Schema>[Name] | z.output<Schema>[Name & keyof z.output<Schema>]
      >
    }
  : undefined

/** What may be given as the body of a route. */
export type RequestBody<R extends Route> = R extends { upload: object }
  ? FormData
  : R extends { rawBody: true }
    ? string | Uint8Array | undefined
    : R extends { body: infer Schema extends z.ZodType }
      ? z.input<Schema>
      : undefined
