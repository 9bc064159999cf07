import type { z } from 'zod'
import type { ErrorEnvelope } from './failure.ts'
import type { PathParameter } from './path.ts'
import type { ReadReply } from './reply.ts'
import { isRoute } from './route.ts'
import type { ImpliedFail, Route } from './route.ts'

/** Names of the path parameters that a call has to give: those that the client was not made with. */
type MissingParameter<R extends Route, Given extends string> = Exclude<PathParameter<R['path']>, Given>

type Params<R extends Route, Given extends string> = {
  [Name in MissingParameter<R, Given>]: string | number
} & { [Name in PathParameter<R['path']> & Given]?: string | number }

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

type RequestOptions = { headers?: Record<string, string>; token?: string | null; signal?: AbortSignal }

/** What a caller gives; only what the route declares can be given, and what it needs must be. */
export type CallOf<R extends Route, Given extends string = never> = ([PathParameter<R['path']>] extends [
  never,
]
  ? { params?: undefined }
  : [MissingParameter<R, Given>] extends [never]
    ? { params?: Params<R, Given> }
    : { params: Params<R, Given> }) &
  (undefined extends RequestBody<R> ? { body?: RequestBody<R> } : { body: RequestBody<R> }) & {
    query?: RequestQuery<R>
  } & RequestOptions

/** A call that no type checks, for requests that the route should refuse. */
export type RawCall = RequestOptions & {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
}

export type Result<Status = number, Body = unknown> = {
  readonly status: Status
  readonly body: Body
  readonly headers: Headers
}

/** The declared replies and failures of a route, told apart by `status`. */
type ResultOf<R extends Route> =
  | {
      [Status in keyof R['replies'] & number]: Result<Status, ReadReply<R['replies'][Status]>>
    }[keyof R['replies'] & number]
  | Result<R['fails'][number] | ImpliedFail, ErrorEnvelope>

type Call<R extends Route, Given extends string> =
  Record<never, never> extends CallOf<R, Given>
    ? (call?: CallOf<R, Given>) => Promise<ResultOf<R>>
    : (call: CallOf<R, Given>) => Promise<ResultOf<R>>

/** One function for each route of a contract, by the name it is exported under. */
type Client<Routes, Given extends string = never> = {
  readonly [Name in keyof Routes as Routes[Name] extends Route ? Name : never]: Routes[Name] extends Route
    ? Call<Routes[Name], Given>
    : never
}

export type ClientOptions<Given extends string = string> = {
  /** With the version prefix where there is a gateway: `https://…/v1`. */
  readonly baseUrl: string
  readonly token?: string | null | (() => string | null | Promise<string | null>)
  /** Path parameters for every route that has them; a call may give others. */
  readonly params?: { readonly [Name in Given]: string }
  readonly fetch?: typeof fetch
  /** Sees every reply; what it throws, the call throws. */
  readonly onReply?: (route: Route, result: Result) => void
}

/**
 * A typed client of a contract: `createClient(contract, { baseUrl }).createHoliday({ params, body })` gives
 * `{ status, body, headers }`. Failures are results too; it throws only when there is no reply at all.
 */
export const createClient = <const Routes extends object, Given extends string = never>(
  routes: Routes,
  options: ClientOptions<Given>,
): Client<Routes, Given> => {
  const calls = Object.entries(routes).flatMap(([name, route]: [string, unknown]) =>
    isRoute(route) ? [[name, (call?: RawCall) => callRoute(route, call, options)] as const] : [],
  )
  return Object.fromEntries(calls) as Client<Routes, Given>
}

/**
 * Calls one route without the types of its declaration. A body of text, bytes or a form goes as it is, any other as
 * JSON. Throws when a path parameter is missing or there is no reply at all.
 */
export const callRoute = async (
  route: Route,
  call: RawCall = {},
  options: ClientOptions,
): Promise<Result> => {
  const { body, type } = payloadOf(call.body)
  const headers = new Headers(call.headers)
  const token = call.token === undefined ? await tokenOf(options) : call.token
  if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  if (type && !headers.has('content-type')) headers.set('content-type', type)
  const response = await (options.fetch ?? fetch)(addressOf(route, call, options), {
    method: route.method,
    headers,
    body,
    redirect: 'manual',
    ...(call.signal ? { signal: call.signal } : {}),
  })
  const result = { status: response.status, body: await readBody(response), headers: response.headers }
  options.onReply?.(route, result)
  return result
}

type Payload = { body?: string | FormData | Uint8Array<ArrayBuffer>; type?: string }

const payloadOf = (body: unknown): Payload => {
  if (body === undefined || typeof body === 'string' || body instanceof FormData) return { body }
  if (body instanceof Uint8Array) return { body: new Uint8Array(body), type: 'application/octet-stream' }
  return { body: JSON.stringify(body), type: 'application/json' }
}

const tokenOf = async ({ token }: ClientOptions): Promise<string | null> =>
  typeof token === 'function' ? token() : (token ?? null)

const addressOf = (route: Route, call: RawCall, { baseUrl, params: given }: ClientOptions): string => {
  const params: Record<string, string | number> = { ...given, ...call.params }
  const path = route.path.replaceAll(/:([A-Za-z][A-Za-z0-9]*)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`${route.id} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(call.query ?? {})) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) search.append(name, String(item))
    }
  }
  const base = route.root ? new URL(baseUrl).origin : baseUrl.replace(/\/$/, '')
  return `${base}${path}${search.size > 0 ? `?${search.toString()}` : ''}`
}

const readBody = async (response: Response): Promise<unknown> => {
  const text = await response.text()
  if (text === '') return null
  return /^application\/(?:[\w.+-]+\+)?json/i.test(response.headers.get('content-type') ?? '')
    ? JSON.parse(text)
    : text
}
