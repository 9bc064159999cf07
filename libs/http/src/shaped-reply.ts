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

/** Calls the handler; a status or body that the route does not declare throws. */
export const handlerStep = ({ route, handler }: BoundRoute) => {
  const call = handler as unknown as (context: HttpContext) => Reply | Promise<Reply>
  const shapers = new Map(
    Object.entries(route.replies).map(([status, shape]) => [Number(status), bodyShaper(route, shape)]),
  )
  const toShapedReply = ({ status, body, headers, cookies }: Reply): ShapedReply => {
    const shape = shapers.get(status)
    if (!shape) throw new TypeError(`Route ${route.id} answered ${status}, which it does not declare`)
    return { status, body: shape(body), headers, cookies }
  }
  return async (context: HttpContext): Promise<ShapedReply> => toShapedReply(await call(context))
}

const bodyShaper = (route: Route, shape: ReplyShape): ((body: unknown) => unknown) => {
  if (shape === null) return () => null
  if (isRaw(shape)) return (body) => contentOnly(route, body)
  if (Array.isArray(shape)) {
    const json = bodyShaper(route, shape[0] as z.ZodType)
    return (body) => (body instanceof Content ? body : json(body))
  }
  const schema = shape as z.ZodType
  const parseFast = compileSchema(schema)
  return (body) => {
    const fast = parseFast(body)
    if (fast !== mismatch) return fast
    const parsed = schema.safeParse(body)
    if (parsed.success) return parsed.data
    // Paths and expectations, never the values: the log is no place for them.
    throw new TypeError(
      `Route ${route.id} answered what its schema does not allow: ${z.prettifyError(parsed.error)}`,
    )
  }
}

const contentOnly = (route: Route, body: unknown): Content => {
  if (body instanceof Content) return body
  throw new TypeError(`Route ${route.id} must answer with content(...)`)
}
