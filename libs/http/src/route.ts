import type { z } from 'zod'
import type { Access } from './access.ts'
import { checkDeprecation } from './deprecation.ts'
import type { Deprecation } from './deprecation.ts'
import { pathParameters } from './path.ts'

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

/** A reply that is no JSON: its possible content types. */
export type Raw = { readonly kind: 'raw'; readonly contentTypes: readonly string[] }

/** Declares a reply of other content than JSON: `raw('text/csv')`; the handler sends it with `content(...)`. */
export const raw = (...contentTypes: string[]): Raw => ({ kind: 'raw', contentTypes })

/** One status: a schema, `null` for no body, other content, or a choice by `Accept`. */
export type ReplyShape = z.ZodType | null | Raw | readonly [z.ZodType, ...Raw[]]

export type FailStatus = 400 | 401 | 403 | 404 | 409 | 422
/** Failures that every route may answer, so that no route lists them. */
export const impliedFails = [413, 415, 429, 500, 503, 504] as const

/**
 * What an invalid body or query answers. `'mixed'`: what cannot be read as the declared shape (missing, wrong type, bad
 * date, time or id) is 400, a broken rule 422. `400` and `422`: everything. `'marked'`: everything 422, except a body
 * that is no object and a string that is badly formed (id, date, time), which are 400.
 */
export type InvalidPolicy = 'mixed' | 'marked' | 400 | 422

export type IdempotencyMode = 'transaction' | 'required' | 'saga' | 'none'
export const rateClasses = ['default', 'signup', 'auth', 'webhook', 'order'] as const
export type RateClass = (typeof rateClasses)[number]

export type Upload = { readonly field: string; readonly maxBytes: number; readonly types: readonly string[] }

/** Everything about one route, once: it drives parsing, access, replies, OpenAPI, the client and the gateway. */
export type Route = {
  readonly id: string
  readonly method: Method
  readonly path: `/${string}`
  readonly summary: string
  readonly description?: string
  readonly tag?: string
  readonly access: Access
  /** Parameters that are more than text or (by their name, `…Id`) an id. */
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** What a badly formed path parameter answers; 400 unless said otherwise. */
  readonly badId?: 400 | 404 | 422
  readonly invalid?: InvalidPolicy
  readonly replies: { readonly [status: number]: ReplyShape }
  readonly fails: readonly FailStatus[]
  readonly idempotency?: IdempotencyMode
  readonly upload?: Upload
  /** The body arrives as bytes whatever its content type, without depth or key limits. */
  readonly rawBody?: true
  /** Bytes; 1 MiB unless said otherwise. */
  readonly bodyLimit?: number
  readonly etag?: true
  /** `Cache-Control` of its successes; `no-store` unless said otherwise. */
  readonly cache?: string
  readonly deprecated?: Deprecation
  readonly rate?: RateClass
  /**
   * Answers on the custom domains of stores too, each for its own store only: `:slug` is that of the store. A `root`
   * route under `/shop/:slug` is called there without these two.
   */
  readonly host?: 'custom-domain'
  /** Answers without the version prefix, and only so. */
  readonly root?: true
  /** A 500 carries the message of its cause (signup). */
  readonly showCause?: true
}

/**
 * Declares a route. It is returned as it is, typed exactly; a declaration that cannot work (parameters that the path
 * lacks, a body on GET, a sunset less than 6 months after the deprecation) throws when the module loads.
 */
export const defineRoute = <const R extends Route>(route: R): R => {
  const fault = faultOf(route)
  if (fault) throw new TypeError(`Route ${route.id} (${route.method} ${route.path}): ${fault}`)
  return Object.freeze(route)
}

const faultOf = (route: Route): string | null => {
  const names = pathParameters(route.path)
  const unknownParam = Object.keys(route.params?.shape ?? {}).find((name) => !names.includes(name))
  if (unknownParam) return `params declares "${unknownParam}", which is not in the path`
  if (!/^[a-z][A-Za-z0-9]*$/.test(route.id)) return 'the id must be a camelCase name'
  if (Object.keys(route.replies).length === 0) return 'replies must declare at least one status'
  if (route.method === 'GET' && (route.body || route.upload || route.rawBody))
    return 'a GET route takes no body'
  if (route.rawBody && (route.body || route.upload)) return 'rawBody excludes body and upload'
  if (route.method !== 'POST' && (route.idempotency ?? 'none') !== 'none')
    return 'only POST takes an Idempotency-Key'
  if (idempotencyOf(route) !== 'none' && Object.values(route.replies).some(isRaw)) {
    return 'a route that takes an Idempotency-Key answers JSON, which can be kept'
  }
  if (route.etag && route.method !== 'GET') return 'etag is for GET'
  return route.deprecated ? checkDeprecation(route.deprecated) : null
}

export const defaultBodyLimit = 1024 * 1024
/** What multipart adds around the file itself. */
const multipartOverhead = 64 * 1024

/** The most bytes of body that the route accepts. */
export const bodyLimitOf = (route: Route): number =>
  route.bodyLimit ?? (route.upload ? route.upload.maxBytes + multipartOverhead : defaultBodyLimit)

/** `transaction` for a POST that answers 201, `none` otherwise, unless the route says. */
export const idempotencyOf = (route: Route): IdempotencyMode =>
  route.idempotency ?? (route.method === 'POST' && '201' in route.replies ? 'transaction' : 'none')

/** Whether the subscription is checked: the route's word, else on every write under `/workspace/:workspaceId`. */
export const needsSubscription = (route: Route): boolean =>
  route.access.kind === 'workspace' &&
  (route.access.subscription === null ? route.method !== 'GET' : route.access.subscription === 'required')

/** True for something that `defineRoute` made. */
export const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' &&
  value !== null &&
  'access' in value &&
  'replies' in value &&
  'path' in value &&
  'method' in value

/** The routes among what a contract module exports, each once. */
export const routesOf = (contract: object): Route[] => [...new Set(Object.values(contract).filter(isRoute))]

export const isRaw = (shape: unknown): shape is Raw =>
  typeof shape === 'object' && shape !== null && (shape as { kind?: unknown }).kind === 'raw'
