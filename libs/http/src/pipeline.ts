import { AppError } from '@wp/kernel'
import type { IdempotencyStore } from '@wp/kernel'
import { accessCheck } from './access-check.ts'
import type { AccessDeps } from './access-check.ts'
import type { BoundRoute } from './handle.ts'
import type { HttpContext } from './http-context.ts'
import { bodyHashOf, idempotencyKeyOf, toStoredFailure } from './idempotency.ts'
import { bodyStep, queryStep } from './input.ts'
import { paramsReader } from './params.ts'
import { idempotencyOf } from './route.ts'
import type { Route } from './route.ts'
import { handlerStep } from './shaped-reply.ts'
import type { OnRecordOmitted, ShapedReply } from './shaped-reply.ts'
import type { UploadBudget } from './upload-budget.ts'

export type PipelineDeps = AccessDeps & {
  readonly idempotency: IdempotencyStore | null
  readonly onRecordOmitted: OnRecordOmitted
  readonly uploads: UploadBudget
}

/** Returns the function that runs all checks and the handler for a request to this route; built once at startup. */
export const createPipeline = (bound: BoundRoute, deps: PipelineDeps) => {
  const { route } = bound
  const { authenticate, authorize } = accessCheck(route, deps)
  const readParams = paramsReader(route)
  const readQuery = queryStep(route)
  const readBody = bodyStep(route, deps.uploads)
  const callHandler = byPolicy(route, handlerStep(bound, deps.onRecordOmitted))
  const { replay } = bound
  const prepare = bound.prepare as ((context: HttpContext) => Promise<unknown>) | null
  const queueOf = bound.queue as ((context: HttpContext, prepared: unknown) => string) | null
  const callReplay = replay && byPolicy(route, handlerStep({ route, handler: replay }, deps.onRecordOmitted))
  const guard = bound.guard as ((context: HttpContext) => void | Promise<void>) | null
  const mode = idempotencyOf(route)
  const store = deps.idempotency
  if (mode !== 'none' && !store)
    throw new TypeError(`Route ${route.id} takes an Idempotency-Key, but no idempotency store is configured`)

  return async (context: HttpContext, values: readonly string[]): Promise<ShapedReply> => {
    const authenticating = authenticate(context)
    if (authenticating) await authenticating
    context.params = readParams(values)
    const authorizing = authorize(context)
    if (authorizing) await authorizing
    if (guard) await guard(context)
    context.idempotencyKey = mode === 'none' ? null : idempotencyKeyOf(route, context.headers)
    if (readQuery) readQuery(context)
    const body = readBody ? await readBody(context) : null
    const prepareHandler = prepare && (async () => void (context.prepared = await prepare(context)))
    if (context.idempotencyKey === null) {
      await prepareHandler?.()
      return callHandler(context)
    }
    const queue = queueOf ? () => queueOf(context, context.prepared) : undefined
    const steps = { prepareHandler, queue, callHandler, callReplay }
    return runOnce(store!, route, context, context.idempotencyKey, body, steps)
  }
}

type HandlerStep = ReturnType<typeof handlerStep>

/**
 * Changes INVALID_REQUEST thrown by a handler (for example for another list's cursor) to 422 on routes with `invalid:
 * 422`.
 */
const byPolicy = (route: Route, callHandler: HandlerStep): HandlerStep =>
  route.invalid === 422
    ? (context) =>
        callHandler(context).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'INVALID_REQUEST') throw error
          throw new AppError('VALIDATION_FAILED', error.message, {
            cause: error,
            ...(error.details && { details: error.details }),
          })
        })
    : callHandler

const runOnce = async (
  store: IdempotencyStore,
  route: Route,
  context: HttpContext,
  key: string,
  body: Uint8Array | string | null,
  {
    prepareHandler,
    queue,
    callHandler,
    callReplay,
  }: {
    prepareHandler: (() => Promise<void>) | null
    queue: (() => string) | undefined
    callHandler: HandlerStep
    callReplay: HandlerStep | null
  },
): Promise<ShapedReply> => {
  const mode = idempotencyOf(route)
  let first: ShapedReply | null = null
  const { reply, isReplay } = await store.run(
    {
      scope: scopeOf(context),
      workspaceId: context.workspaceId ?? null,
      key,
      bodyHash: await bodyHashOf(route, pathOf(route, context), body ?? '', key),
      routeId: route.id,
      mode: mode === 'saga' ? 'saga' : 'transaction',
      isSecret: mode === 'sealed',
    },
    () =>
      callHandler(context).then((shaped) => {
        const { status, body, headers } = shaped
        first = shaped
        return callReplay ? { status, body: null, headers: {} } : { status, body, headers: headers ?? {} }
      }, toStoredFailure),
    { prepare: prepareHandler ? () => prepareHandler().then(() => null, toStoredFailure) : undefined, queue },
  )
  const isFailure = reply.status >= 400
  if (!isReplay) return callReplay && !isFailure ? first! : { ...reply, cookies: null }
  const { status, body: repeated, headers } = callReplay && !isFailure ? await callReplay(context) : reply
  return { status, body: repeated, headers: { ...headers, 'idempotency-replayed': 'true' }, cookies: null }
}

/** Returns the path with the parsed query, which can change what a request does. */
const pathOf = (route: Route, { path, query }: HttpContext): string =>
  route.query ? `${path}?${JSON.stringify(query)}` : path

const scopeOf = ({ workspaceId, principal, path }: HttpContext): string => {
  if (workspaceId) return `workspace:${workspaceId}`
  return principal ? `account:${principal.accountId}` : `public:${path}`
}
