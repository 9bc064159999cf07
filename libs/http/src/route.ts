import type { DeclaredError } from '@wp/kernel'
import type { z } from 'zod'
import type { Access } from './access.ts'
import { checkDeprecation } from './deprecation.ts'
import type { Deprecation } from './deprecation.ts'
import { pathParameters } from './path.ts'

export const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
export type Method = (typeof methods)[number]

/** A reply whose content is not JSON, with its possible content types. */
export type Raw = { readonly kind: 'raw'; readonly contentTypes: readonly string[] }

/** Declares a reply whose content is not JSON: `raw('text/csv')`. The handler sends it with `content(...)`. */
export const raw = (...contentTypes: string[]): Raw => ({ kind: 'raw', contentTypes })

/** The body of one status: a schema, `null` for no body, other content, or several types chosen by `Accept`. */
export type ReplyShape = z.ZodType | null | Raw | readonly [z.ZodType, ...Raw[]]

export type FailStatus = 400 | 401 | 403 | 404 | 409 | 422
/** Statuses that every route may answer with, so routes do not declare them. */
const impliedFails = [413, 415, 429, 500, 503, 504]
/**
 * Statuses that every route with a body may answer with: the gateway rejects requests whose body arrives too slowly.
 */
const impliedBodyFails = [408]

/**
 * The status for an invalid body or query. `'mixed'`: 400 for body values that cannot be parsed (missing, wrong type,
 * malformed date, time or id) and for query parameters, except those that fail a refinement; otherwise 422. `400` and
 * `422`: always this status. `'marked'`: 400 for a body that is not an object and for a malformed id, date or time,
 * otherwise 422.
 */
export type InvalidPolicy = 'mixed' | 'marked' | 400 | 422

/**
 * `transaction`: the work and the stored reply are one transaction. `required`: likewise, and the key is required.
 * `sealed`: likewise, for requests or replies with secrets; the stored reply is encrypted with the key. `saga`: the
 * work is a saga. `none`: the route takes no key.
 */
export type IdempotencyMode = 'transaction' | 'required' | 'sealed' | 'saga' | 'none'
export const rateClasses = [
  'default',
  'signup',
  'auth',
  'webhook',
  'order',
  'booking',
  'attempt',
  'model',
  'large',
  'redelivery',
] as const
export type RateClass = (typeof rateClasses)[number]

export type Upload = { readonly field: string; readonly maxBytes: number; readonly types: readonly string[] }

/** The declaration of a route, used for parsing, access checks, replies, OpenAPI, the client and the gateway. */
export type Route = {
  readonly id: string
  readonly method: Method
  readonly path: `/${string}`
  readonly summary: string
  readonly description?: string
  /** The heading in the API reference. Its description is only needed for tags that the gateway does not describe. */
  readonly tag?: string | { readonly name: string; readonly description: string }
  readonly access: Access
  /** Schemas for parameters that are neither plain text nor ids (parameters named `id` or `…Id`). */
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** The status for a malformed path parameter; 400 by default. */
  readonly badId?: 400 | 404 | 422
  readonly invalid?: InvalidPolicy
  readonly replies: { readonly [status: number]: ReplyShape }
  readonly fails: readonly FailStatus[]
  /** The error codes of the service that the route may answer with. */
  readonly errors?: readonly DeclaredError[]
  readonly idempotency?: IdempotencyMode
  readonly upload?: Upload
  /** Passes the body as bytes, for any content type and without depth or key limits. */
  readonly rawBody?: true
  /**
   * Maximum body size in bytes; by default 1 MiB, 128 KiB for JSON of routes that need no permission, or 64 KiB more
   * than the uploaded file may have.
   */
  readonly bodyLimit?: number
  readonly etag?: true
  /** `Cache-Control` of successful replies; `no-store` by default. */
  readonly cache?: string
  readonly deprecated?: Deprecation
  readonly rate?: RateClass
  /**
   * Serves the route on the shops' custom domains too, where `:slug` is always the slug of the domain's shop.
   * A `root` route under `/shop/:slug` is served there without this prefix. `workspace-domain`: served there
   * for the domain's workspace, which the gateway passes in a header that the handler must compare; `root`
   * routes under `/book/:slug` are served without the slug, those under `/contests` unchanged.
   */
  readonly host?: 'custom-domain' | 'workspace-domain'
  /** Served only without the version prefix. */
  readonly root?: true
  /** Serves a page or file of an application that uses the API, so it is not part of the API and its documents. */
  readonly isPage?: true
  /** Includes the cause's message in a 500 reply. Only for signup. */
  readonly showCause?: true
}

/**
 * Freezes the declaration and returns it with its exact type. Throws TypeError for an invalid declaration, such as a
 * body on GET or a sunset less than 6 months after the deprecation.
 */
export const defineRoute = <const R extends Route>(route: R): R => {
  const problem = findProblem(route)
  if (problem) throw new TypeError(`Route ${route.id} (${route.method} ${route.path}): ${problem}`)
  return Object.freeze(route)
}

const findProblem = (route: Route): string | null => {
  const names = pathParameters(route.path)
  const unknownParam = Object.keys(route.params?.shape ?? {}).find((name) => !names.includes(name))
  if (unknownParam) return `params declares "${unknownParam}", which is not in the path`
  if (!/^[a-z][A-Za-z0-9]*$/.test(route.id)) return 'the id must be a camelCase name'
  if (Object.keys(route.replies).length === 0) return 'replies must declare at least one status'
  if (route.method === 'GET' && (route.body || route.upload || route.rawBody))
    return 'a GET route cannot have a body'
  if (route.rawBody && (route.body || route.upload)) return 'rawBody cannot be combined with body or upload'
  if (route.method !== 'POST' && (route.idempotency ?? 'none') !== 'none')
    return 'only POST routes can take an Idempotency-Key'
  if (idempotencyOf(route) !== 'none' && Object.values(route.replies).some(isRaw)) {
    return 'a route that takes an Idempotency-Key must answer JSON, so that the reply can be stored'
  }
  const undeclared = route.errors?.find(({ status }) => !route.fails.includes(status))
  if (undeclared) return `fails must contain ${undeclared.status}, the status of ${undeclared.code}`
  if (route.etag && route.method !== 'GET') return 'etag is only supported for GET'
  return route.deprecated ? checkDeprecation(route.deprecated) : null
}

export const defaultBodyLimit = 1024 * 1024
/** These bodies can be sent without a permission, and parsing 1 MiB of JSON can take 70 ms and several MB. */
const unprivilegedBodyLimit = 128 * 1024
/** Extra size allowed for the multipart headers and boundaries around the file. */
const multipartOverhead = 64 * 1024

/** Returns the largest body in bytes that the route accepts. */
export const bodyLimitOf = (route: Route): number => {
  if (route.bodyLimit !== undefined) return route.bodyLimit
  if (route.upload) return route.upload.maxBytes + multipartOverhead
  return route.body && !needsPermission(route) ? unprivilegedBodyLimit : defaultBodyLimit
}

const needsPermission = ({ access }: Route): boolean =>
  access.kind === 'admin' || (access.kind === 'workspace' && access.need !== 'member')

/** Returns the route's idempotency mode; by default `transaction` for a POST with a 201 reply, otherwise `none`. */
export const idempotencyOf = (route: Route): IdempotencyMode =>
  route.idempotency ?? (route.method === 'POST' && '201' in route.replies ? 'transaction' : 'none')

/** Returns whether the route reads a body. */
export const takesBody = (route: Route): boolean => Boolean(route.body ?? route.upload ?? route.rawBody)

/** Returns every failure status that the route may answer with, declared or implied. */
export const failsOf = (route: Route): number[] => [
  ...new Set([...route.fails, ...(takesBody(route) ? impliedBodyFails : []), ...impliedFails]),
]

/** Returns whether the route requires an active subscription; by default every workspace write does. */
export const needsSubscription = (route: Route): boolean =>
  route.access.kind === 'workspace' &&
  (route.access.subscription === null ? route.method !== 'GET' : route.access.subscription === 'required')

/** Returns whether a value has the shape of a route. */
export const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' &&
  value !== null &&
  'access' in value &&
  'replies' in value &&
  'path' in value &&
  'method' in value

/** Returns the routes that a contract module exports, without duplicates. */
export const routesOf = (contract: object): Route[] => [...new Set(Object.values(contract).filter(isRoute))]

/** Returns the error codes that the routes declare, without duplicates. */
export const errorsOf = (routes: readonly Route[]): DeclaredError[] => [
  ...new Set(routes.flatMap(({ errors = [] }) => errors)),
]

export const isRaw = (shape: unknown): shape is Raw =>
  typeof shape === 'object' && shape !== null && (shape as { kind?: unknown }).kind === 'raw'
