import { z } from 'zod'
import { compileSchema, mismatch } from './compiled-schema.ts'
import type { BoundRoute } from './handle.ts'
import type { HttpContext } from './http-context.ts'
import { Content } from './reply.ts'
import type { Reply } from './reply.ts'
import { isRaw } from './route.ts'
import type { ReplyShape, Route } from './route.ts'

export type ShapedReply = Reply

/** Called for each record omitted from a list; `issues` contains paths and expectations, never values. */
export type OnRecordOmitted = (route: Route, id: unknown, issues: string) => void

/**
 * Returns the step that calls the handler. It throws for a status or body that the route does not declare. In a list,
 * records that do not match the schema are omitted instead, so that one invalid record does not hide the others.
 */
export const handlerStep = (
  { route, handler }: Pick<BoundRoute, 'route' | 'handler'>,
  onRecordOmitted: OnRecordOmitted,
) => {
  const call = handler as unknown as (context: HttpContext, prepared: unknown) => Reply | Promise<Reply>
  const shapers = new Map(
    Object.entries(route.replies).map(([status, shape]) => [
      Number(status),
      bodyShaper(route, shape, onRecordOmitted),
    ]),
  )
  const toShapedReply = ({ status, body, headers, cookies }: Reply): ShapedReply => {
    const shape = shapers.get(status)
    if (!shape) throw new TypeError(`Route ${route.id} returned ${status}, which it does not declare`)
    return { status, body: shape(body), headers, cookies }
  }
  return async (context: HttpContext): Promise<ShapedReply> =>
    toShapedReply(await call(context, context.prepared))
}

const bodyShaper = (
  route: Route,
  shape: ReplyShape,
  onRecordOmitted: OnRecordOmitted,
): ((body: unknown) => unknown) => {
  if (shape === null) return () => null
  if (isRaw(shape)) return (body) => contentOnly(route, body)
  if (Array.isArray(shape)) {
    const json = bodyShaper(route, shape[0] as z.ZodType, onRecordOmitted)
    return (body) => (body instanceof Content ? body : json(body))
  }
  const schema = shape as z.ZodType
  const parseFast = compileSchema(schema)
  return (body) => {
    const fast = parseFast(body)
    if (fast !== mismatch) return fast
    const parsed = schema.safeParse(
      withoutInvalidRecords(schema, body, (...record) => onRecordOmitted(route, ...record)),
    )
    if (parsed.success) return parsed.data
    // prettifyError reports paths and expectations but no values: values must not be logged.
    throw new TypeError(
      `Route ${route.id} returned a body that does not match its schema: ${z.prettifyError(parsed.error)}`,
    )
  }
}

/** Returns the body without the list items that do not match their schema. */
const withoutInvalidRecords = (
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
  throw new TypeError(`Route ${route.id} must reply with content(...)`)
}
