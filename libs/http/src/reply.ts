import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Raw, Route } from './route.ts'

/**
 * A cookie, always sent with `HttpOnly` and `SameSite=Lax`. Without `maxAgeSeconds`, it lasts until the browser closes;
 * without `path`, it is sent to all paths.
 */
export type Cookie = {
  readonly name: string
  readonly value: string
  readonly maxAgeSeconds?: number
  readonly secure?: boolean
  readonly path?: string
}

export type ReplyOptions = {
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly Cookie[]
}

export type Reply<Status extends number = number, Body = unknown> = {
  readonly status: Status
  readonly body: Body
  readonly headers: Readonly<Record<string, string>> | null
  readonly cookies: readonly Cookie[] | null
}

/** Content other than JSON, for a reply declared with `raw(...)`. */
export class Content {
  readonly contentType: string
  readonly data: string | Uint8Array | Readable

  constructor(contentType: string, data: string | Uint8Array | Readable) {
    this.contentType = contentType
    this.data = data
  }
}

/** Returns content other than JSON: `reply(200, content('text/csv; charset=utf-8', text))`. */
export const content = (contentType: string, data: string | Uint8Array | Readable): Content =>
  new Content(contentType, data)

/**
 * Returns a handler's reply. A status that the route does not declare, or a body that does not match its schema, is a
 * compile error; undeclared fields are removed. `reply(204)` has no body.
 */
export const reply: {
  <const Status extends number>(status: Status): Reply<Status, null>
  <const Status extends number, Body>(status: Status, body: Body, options?: ReplyOptions): Reply<Status, Body>
} = (status: number, body: unknown = null, options: ReplyOptions = {}): never =>
  ({ status, body, headers: options.headers ?? null, cookies: options.cookies ?? null }) as never

type BodyOfShape<Shape> = Shape extends z.ZodType
  ? z.input<Shape>
  : Shape extends Raw
    ? Content
    : Shape extends null
      ? null
      : Shape extends readonly [infer Json extends z.ZodType, ...Raw[]]
        ? z.input<Json> | Content
        : never

/** The union of all replies that a route declares. */
export type ReplyOf<R extends Route> = {
  [Status in keyof R['replies'] & number]: Reply<Status, BodyOfShape<R['replies'][Status]>>
}[keyof R['replies'] & number]
