import type { z } from 'zod'
import type { Route } from './route.ts'

/** A query is sent as text, so a client may pass values of the parsed type, or a single value instead of a list. */
type QueryValue<Value> = Value extends readonly (infer Item)[] ? Value | Item : Value

/** The query that a client can pass to a route. */
export type RequestQuery<R extends Route> = R extends { query: infer Schema extends z.ZodType }
  ? {
      [Name in keyof z.input<Schema>]?: QueryValue<
        z.input<Schema>[Name] | z.output<Schema>[Name & keyof z.output<Schema>]
      >
    }
  : undefined

/** The body that a client can pass to a route. */
export type RequestBody<R extends Route> = R extends { upload: object }
  ? FormData
  : R extends { rawBody: true }
    ? string | Uint8Array | undefined
    : R extends { body: infer Schema extends z.ZodType }
      ? z.input<Schema>
      : undefined
