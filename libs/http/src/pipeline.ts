import type { Logger } from '@wp/telemetry'
import { AppError } from '@wp/kernel'
import type { IdempotencyStore } from '@wp/kernel'
import { z } from 'zod'
import { accessCheck } from './access-check.ts'
import type { AccessParts } from './access-check.ts'
import { hasBody, readBytes, readJson } from './body.ts'
import type { Exchange } from './exchange.ts'
import type { BoundRoute } from './handle.ts'
import { bodyHashOf, idempotencyKeyOf, toStoredRefusal } from './idempotency.ts'
import { invalidInput, parseOptions } from './issues.ts'
import { readForm } from './multipart.ts'
import { paramsReader } from './params.ts'
import { queryReader } from './query.ts'
import { Content } from './reply.ts'
import type { Cookie, Reply } from './reply.ts'
import { bodyLimitOf, idempotencyOf, isRaw } from './route.ts'
import type { InvalidPolicy, ReplyShape, Route } from './route.ts'
import { mismatch, shaper } from './shaper.ts'

export type PipelineParts = AccessParts & {
  readonly idempotency: IdempotencyStore | null
  readonly logger: Logger
}

/** A reply that passed its schema and may leave. */
export type Answer = {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>> | null
  readonly cookies: readonly Cookie[] | null
}

/** Everything that a request of this route goes through, in order, prepared once when the service starts. */
export const pipelineOf = (bound: BoundRoute, parts: PipelineParts) => {
  const { route } = bound
  const { identify, admit } = accessCheck(route, parts)
  const readParams = paramsReader(route)
  const readQuery = queryStep(route)
  const readBody = bodyStep(route)
  const answer = answerStep(bound)
  const guard = bound.guard as ((exchange: Exchange) => void | Promise<void>) | null
  const mode = idempotencyOf(route)
  const store = parts.idempotency
  if (mode !== 'none' && !store)
    throw new TypeError(`Route ${route.id} takes an Idempotency-Key, but there is no store for it`)

  return async (exchange: Exchange, values: readonly string[]): Promise<Answer> => {
    const identified = identify(exchange)
    if (identified) await identified
    exchange.params = readParams(values)
    const admitted = admit(exchange)
    if (admitted) await admitted
    if (guard) await guard(exchange)
    exchange.idempotencyKey = mode === 'none' ? null : idempotencyKeyOf(route, exchange.headers)
    if (readQuery) readQuery(exchange)
    const bytes = readBody ? await readBody(exchange) : null
    if (exchange.idempotencyKey === null) return answer(exchange)
    return once(store!, route, exchange, exchange.idempotencyKey, bytes, () => answer(exchange))
  }
}

const once = async (
  store: IdempotencyStore,
  route: Route,
  exchange: Exchange,
  key: string,
  bytes: Uint8Array | null,
  answer: () => Promise<Answer>,
): Promise<Answer> => {
  const { reply, isReplay } = await store.run(
    {
      scope: scopeOf(exchange),
      key,
      bodyHash: bodyHashOf(route.method, exchange.path, bytes ?? new Uint8Array()),
      routeId: route.id,
      mode: idempotencyOf(route) === 'saga' ? 'saga' : 'transaction',
    },
    () =>
      answer().then(
        ({ status, body, headers }) => ({ status, body, headers: headers ?? {} }),
        toStoredRefusal,
      ),
  )
  const headers = isReplay ? { ...reply.headers, 'idempotency-replayed': 'true' } : reply.headers
  return { status: reply.status, body: reply.body, headers, cookies: null }
}

const scopeOf = ({ workspaceId, principal, path }: Exchange): string => {
  if (workspaceId) return `workspace:${workspaceId}`
  return principal ? `account:${principal.accountId}` : `public:${path}`
}

const queryStep = (route: Route): ((exchange: Exchange) => void) | null => {
  if (!route.query) return null
  const policy = route.invalid ?? 'mixed'
  const read = queryReader(route.query, policy === 422 ? 'VALIDATION_FAILED' : 'INVALID_REQUEST')
  const parse = inputParser(route.query, policy, 'query')
  return (exchange) => {
    exchange.query = parse(read(exchange.search)) as Record<string, unknown>
  }
}

const inputParser = (schema: z.ZodType, policy: InvalidPolicy, part: 'body' | 'query') => {
  const shape = shaper(schema)
  return (value: unknown): unknown => {
    const shaped = shape(value)
    if (shaped !== mismatch) return shaped
    const parsed = schema.safeParse(value, parseOptions)
    if (parsed.success) return parsed.data
    throw invalidInput(parsed.error.issues, policy, part)
  }
}

type BodyStep = (exchange: Exchange) => Promise<Uint8Array> | null

const bodyStep = (route: Route): BodyStep | null => {
  if (route.method === 'GET') return null
  const limit = bodyLimitOf(route)
  if (route.rawBody) {
    return async (exchange) => {
      const bytes = await readBytes(exchange.incoming, limit)
      exchange.body = bytes
      return bytes
    }
  }
  if (route.upload) return uploadStep(route, limit)
  const parse = bodyParser(route)
  return (exchange) => {
    if (!hasBody(exchange.incoming)) {
      exchange.body = parse(undefined)
      return null
    }
    return readJson(exchange.incoming, limit).then(({ bytes, value }) => {
      exchange.body = parse(value)
      return bytes
    })
  }
}

const bodyParser = (route: Route): ((value: unknown) => unknown) =>
  route.body ? inputParser(route.body, route.invalid ?? 'mixed', 'body') : () => undefined

const uploadStep = (route: Route, limit: number): BodyStep => {
  const parse = bodyParser(route)
  const upload = route.upload!
  return async (exchange) => {
    const { file, ...fields } = hasBody(exchange.incoming)
      ? await readForm(exchange.incoming, upload, limit)
      : {}
    if (!file) {
      throw new AppError(
        route.invalid === 422 ? 'VALIDATION_FAILED' : 'INVALID_REQUEST',
        `${upload.field} is required`,
        {
          details: [{ path: upload.field, message: 'is required' }],
        },
      )
    }
    exchange.body = { ...(parse(fields) as object | undefined), file }
    return Buffer.concat([Buffer.from(JSON.stringify([file.name, fields])), file.bytes])
  }
}

const answerStep = ({ route, handler }: BoundRoute) => {
  const call = handler as unknown as (exchange: Exchange) => Reply | Promise<Reply>
  const shapes = new Map(
    Object.entries(route.replies).map(([status, shape]) => [Number(status), bodyShaper(route, shape)]),
  )
  const answerOf = ({ status, body, headers, cookies }: Reply): Answer => {
    const shaped = shapes.get(status)
    if (!shaped) throw new TypeError(`Route ${route.id} answered ${status}, which it does not declare`)
    return { status, body: shaped(body), headers, cookies }
  }
  return async (exchange: Exchange): Promise<Answer> => answerOf(await call(exchange))
}

const bodyShaper = (route: Route, shape: ReplyShape): ((body: unknown) => unknown) => {
  if (shape === null) return () => null
  if (isRaw(shape)) return (body) => contentOnly(route, body)
  if (Array.isArray(shape)) {
    const json = bodyShaper(route, shape[0] as z.ZodType)
    return (body) => (body instanceof Content ? body : json(body))
  }
  const schema = shape as z.ZodType
  const shaped = shaper(schema)
  return (body) => {
    const fast = shaped(body)
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
