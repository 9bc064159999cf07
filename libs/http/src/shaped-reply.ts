import { z } from 'zod'
import { compileSchema, mismatch } from './compiled-schema.ts'
import type { BoundRoute } from './handle.ts'
import type { HttpContext } from './http-context.ts'
import { Content } from './reply.ts'
import type { Reply } from './reply.ts'
import { isRaw } from './route.ts'
import type { ReplyShape, Route } from './route.ts'

/** A reply that passed its schema and may leave. */
export type ShapedReply = Reply

/** Told of a record that a list had to leave out; `issues` holds paths and expectations, never values. */
export type OnLeftOut = (route: Route, id: unknown, issues: string) => void

/**
 * Calls the handler; a status or body that the route does not declare throws. Of a list only the records that break its
 * schema are left out, so that one that cannot be shown does not hide the others.
 */
export const handlerStep = ({ route, handler }: BoundRoute, onLeftOut: OnLeftOut) => {
  const call = handler as unknown as (context: HttpContext) => Reply | Promise<Reply>
  const shapers = new Map(
    Object.entries(route.replies).map(([status, shape]) => [
      Number(status),
      bodyShaper(route, shape, onLeftOut),
    ]),
  )
  const toShapedReply = ({ status, body, headers, cookies }: Reply): ShapedReply => {
    const shape = shapers.get(status)
    if (!shape) throw new TypeError(`Route ${route.id} answered ${status}, which it does not declare`)
    return { status, body: shape(body), headers, cookies }
  }
  return async (context: HttpContext): Promise<ShapedReply> => toShapedReply(await call(context))
}

const bodyShaper = (route: Route, shape: ReplyShape, onLeftOut: OnLeftOut): ((body: unknown) => unknown) => {
  if (shape === null) return () => null
  if (isRaw(shape)) return (body) => contentOnly(route, body)
  if (Array.isArray(shape)) {
    const json = bodyShaper(route, shape[0] as z.ZodType, onLeftOut)
    return (body) => (body instanceof Content ? body : json(body))
  }
  const schema = shape as z.ZodType
  const parseFast = compileSchema(schema)
  return (body) => {
    const fast = parseFast(body)
    if (fast !== mismatch) return fast
    const parsed = schema.safeParse(
      withoutUnshowable(schema, body, (...record) => onLeftOut(route, ...record)),
    )
    if (parsed.success) return parsed.data
    // Paths and expectations, never the values: the log is no place for them.
    throw new TypeError(
      `Route ${route.id} answered what its schema does not allow: ${z.prettifyError(parsed.error)}`,
    )
  }
}

/** The body with the records of its lists that their schema takes. */
const withoutUnshowable = (
  schema: z.ZodType,
  body: unknown,
  onRecord: (id: unknown, issues: string) => void,
): unknown => {
  if (!(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null) return body
  const entries = Object.entries(body).map(([name, value]): [string, unknown] => {
    const list: unknown = schema.shape[name]
    if (!(list instanceof z.ZodArray) || !Array.isArray(value)) return [name, value]
    const records = value.filter((record: unknown) => {
      const { error } = z.safeParse(list.element, record)
      if (error) onRecord((record as { id?: unknown } | null)?.id, z.prettifyError(error))
      return !error
    })
    return [name, records]
  })
  return Object.fromEntries(entries)
}

const contentOnly = (route: Route, body: unknown): Content => {
  if (body instanceof Content) return body
  throw new TypeError(`Route ${route.id} must answer with content(...)`)
}
