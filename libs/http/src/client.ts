import type { z } from 'zod'
import type { ErrorEnvelope } from './failure.ts'
import type { PathParameter } from './path.ts'
import type { ReadReply } from './reply.ts'
import { isRoute } from './route.ts'
import type { ImpliedFail, Route } from './route.ts'

/** What a caller gives; only what the route declares can be given, and what it needs must be. */
export type CallOf<R extends Route> = ([PathParameter<R['path']>] extends [never]
  ? { params?: undefined }
  : { params: { [Name in PathParameter<R['path']>]: string | number } }) &
  (R extends { query: infer Query extends z.ZodType }
    ? { query?: Partial<z.input<Query>> }
    : { query?: undefined }) &
  (R extends { upload: object }
    ? { body: FormData }
    : R extends { rawBody: true }
      ? { body: string | Uint8Array }
      : R extends { body: infer Body extends z.ZodType }
        ? { body: z.input<Body> }
        : { body?: undefined }) & {
    headers?: Record<string, string>
    token?: string | null
    signal?: AbortSignal
  }

type Result<Status, Body> = { readonly status: Status; readonly body: Body; readonly headers: Headers }

/** The declared replies and failures of a route, told apart by `status`. */
export type ResultOf<R extends Route> =
  | {
      [Status in keyof R['replies'] & number]: Result<Status, ReadReply<R['replies'][Status]>>
    }[keyof R['replies'] & number]
  | Result<R['fails'][number] | ImpliedFail, ErrorEnvelope>

type Call<R extends Route> =
  Record<never, never> extends CallOf<R>
    ? (call?: CallOf<R>) => Promise<ResultOf<R>>
    : (call: CallOf<R>) => Promise<ResultOf<R>>

/** One function for each route of a contract, by the name it is exported under. */
export type Client<Routes> = {
  readonly [Name in keyof Routes as Routes[Name] extends Route ? Name : never]: Routes[Name] extends Route
    ? Call<Routes[Name]>
    : never
}

export type ClientOptions = {
  /** With the version prefix where there is a gateway: `https://…/v1`. */
  readonly baseUrl: string
  readonly token?: string | (() => string | null | Promise<string | null>)
  readonly fetch?: typeof fetch
  /** Sees every reply, for contract checks and coverage. */
  readonly onReply?: (route: Route, result: Result<number, unknown>) => void
}

type AnyCall = {
  params?: Record<string, string | number>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
  token?: string | null
  signal?: AbortSignal
}

/**
 * A typed client of a contract: `createClient(contract, { baseUrl }).createHoliday({ params, body })` gives
 * `{ status, body, headers }`. Failures are results too; it throws only when there is no reply at all.
 */
export const createClient = <const Routes extends object>(
  routes: Routes,
  options: ClientOptions,
): Client<Routes> => {
  const calls: Record<string, (call?: AnyCall) => Promise<unknown>> = {}
  for (const [name, route] of Object.entries(routes)) {
    if (isRoute(route)) calls[name] = (call = {}) => send(route, call, options)
  }
  return calls as Client<Routes>
}

const send = async (
  route: Route,
  call: AnyCall,
  options: ClientOptions,
): Promise<Result<number, unknown>> => {
  const headers = new Headers(call.headers)
  const token = call.token === undefined ? await tokenOf(options) : call.token
  if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
  const isJson = call.body !== undefined && !route.upload && !route.rawBody
  if (isJson && !headers.has('content-type')) headers.set('content-type', 'application/json')
  const response = await (options.fetch ?? fetch)(addressOf(route, call, options.baseUrl), {
    method: route.method,
    headers,
    body: (isJson ? JSON.stringify(call.body) : (call.body ?? null)) as NonNullable<
      RequestInit['body']
    > | null,
    redirect: 'manual',
    ...(call.signal ? { signal: call.signal } : {}),
  })
  const result = { status: response.status, body: await readBody(response), headers: response.headers }
  options.onReply?.(route, result)
  return result
}

const tokenOf = async ({ token }: ClientOptions): Promise<string | null> =>
  typeof token === 'function' ? token() : (token ?? null)

const addressOf = (route: Route, { params = {}, query = {} }: AnyCall, baseUrl: string): string => {
  const path = route.path.replaceAll(/:([A-Za-z][A-Za-z0-9]*)/g, (_, name: string) => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`${route.id} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
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
