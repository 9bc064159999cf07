import { errorCodes } from '@wp/kernel'
import { z } from 'zod'
import type { OpenApiHeader, OpenApiResponse } from './openapi-document.ts'
import type { JsonSchema, SchemaWriter } from './openapi-schemas.ts'
import { failsOf, idempotencyOf, isRaw } from './route.ts'
import type { ReplyShape, Route } from './route.ts'

const failureDescriptions: Record<number, string> = {
  400: 'The request is malformed',
  401: 'The token is missing, invalid or expired',
  403: 'The caller is not allowed to do this',
  404: 'The resource was not found',
  408: 'The body arrived too slowly',
  409: 'The request conflicts with an existing resource',
  413: 'The body is too large',
  415: 'The content type of the body is not supported',
  422: 'A value is invalid',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'The platform is temporarily unavailable',
  504: 'The request timed out',
}

const text = { type: 'string' }

/** The headers of replies that the reference describes. */
export const headerComponents: Record<string, OpenApiHeader> = {
  'X-Request-Id': {
    description: 'Identifies the request in logs. It is the `x-request-id` of the request if that has one.',
    schema: { ...text, maxLength: 128 },
  },
  RateLimit: {
    description: 'The remaining requests (`r`) and the seconds until the limit is reset (`t`).',
    schema: text,
  },
  'RateLimit-Policy': {
    description: 'The limit that applies: its quota (`q`) and its window in seconds (`w`).',
    schema: text,
  },
  'Retry-After': {
    description: 'The number of seconds after which the request can be repeated.',
    schema: { type: 'integer', minimum: 0 },
  },
  ETag: {
    description: 'The version of the reply. Send it as `If-None-Match` to receive 304 while it is current.',
    schema: text,
  },
  'Idempotency-Replayed': {
    description: '`true` if this is the stored reply to an earlier request with the same `Idempotency-Key`.',
    schema: { ...text, const: 'true' },
  },
}

type Headers = Record<string, { $ref: string }>

const headers = (...names: string[]): Headers =>
  Object.fromEntries(
    ['X-Request-Id', 'RateLimit', 'RateLimit-Policy', ...names].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  )

const retriedLater = new Set([429, 503, 504])

/** Returns the error envelope with the codes of a status: those of the platform and the given ones of a service. */
const failureSchema = (status: number, declared: readonly string[]): JsonSchema => {
  const codes = Object.keys(errorCodes).filter(
    (code) => errorCodes[code as keyof typeof errorCodes] === status,
  )
  const code = { ...text, enum: [...codes, ...declared], description: 'The reason, for programs' }
  const error = { type: 'object', properties: { code }, description: 'The codes of this status' }
  return { allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { error } }] }
}

const failure = (status: number, description: string, declared: readonly string[] = []): OpenApiResponse => ({
  description,
  headers: headers(...(retriedLater.has(status) ? ['Retry-After'] : [])),
  content: { 'application/json': { schema: failureSchema(status, declared) } },
})

/** The replies that operations share: every failure status, and 304. */
export const responseComponents = (): Record<string, OpenApiResponse> => ({
  ...Object.fromEntries(
    Object.entries(failureDescriptions).map(([status, description]) => [
      `Failure${status}`,
      failure(Number(status), description),
    ]),
  ),
  NotModified: {
    description: 'The reply has not changed since the request that returned this `ETag`',
    headers: headers('ETag'),
  },
})

/** Returns the successful replies, 304 and the failures of a route. */
export const responsesOf = (route: Route, schemas: SchemaWriter): Record<string, OpenApiResponse> => {
  const own = headers(
    ...(route.etag ? ['ETag'] : []),
    ...(idempotencyOf(route) === 'none' ? [] : ['Idempotency-Replayed']),
  )
  const replies = Object.entries(route.replies).map(([status, shape]): [string, OpenApiResponse] => [
    status,
    { description: route.summary, headers: own, ...contentOf(shape, schemas) },
  ])
  const unchanged: [string, OpenApiResponse][] = route.etag
    ? [['304', { $ref: '#/components/responses/NotModified' }]]
    : []
  const fails = failsOf(route).map((status): [string, OpenApiResponse] => {
    const declared = (route.errors ?? []).filter((error) => error.status === status)
    if (declared.length === 0) return [String(status), { $ref: `#/components/responses/Failure${status}` }]
    const codes = declared.map(({ code }) => code)
    return [String(status), failure(status, failureDescriptions[status]!, codes)]
  })
  return Object.fromEntries([...replies, ...unchanged, ...fails])
}

const contentOf = (
  shape: ReplyShape,
  schemas: SchemaWriter,
): { content?: Record<string, { schema: JsonSchema }> } => {
  if (shape === null) return {}
  const shapes = Array.isArray(shape) ? (shape as readonly ReplyShape[]) : [shape]
  const content = shapes.flatMap((one): [string, { schema: JsonSchema }][] => {
    if (isRaw(one)) return one.contentTypes.map((type) => [type, { schema: { type: 'string' } }])
    return one instanceof z.ZodType ? [['application/json', { schema: schemas.output(one) }]] : []
  })
  return { content: Object.fromEntries(content) }
}
