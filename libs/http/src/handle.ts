import type { AdminPrincipal, Principal, WorkspacePrincipal } from '@wp/auth'
import type { Id } from '@wp/kernel'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { AdminAccess, OpenAccess, SignedInAccess, WorkspaceAccess } from './access.ts'
import type { PathParameter } from './path.ts'
import type { Reply, ReplyOf } from './reply.ts'
import type { Route } from './route.ts'
import type { WorkspaceView } from './workspace-view.ts'

/**
 * An uploaded file, kept on disk until the reply is sent. The sender chooses its name and content type, so check the
 * content.
 */
export type UploadedFile = {
  readonly name: string
  readonly contentType: string
  readonly sizeBytes: number
  /** The SHA-256 hash of the content, in hexadecimal. */
  readonly sha256: string
  /** The first 4 KiB, enough to detect the content type. */
  readonly head: Uint8Array
  /** Returns a new stream of the content. Can be called several times. */
  open(): Readable
}

export type ParamsOf<R extends Route> = R extends { params: infer Schema extends z.ZodObject }
  ? Omit<{ readonly [Name in PathParameter<R['path']>]: string }, keyof z.output<Schema>> & z.output<Schema>
  : { readonly [Name in PathParameter<R['path']>]: string }

export type QueryOf<R extends Route> = R extends { query: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : Record<never, never>

type FieldsOf<R extends Route> = R extends { body: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : unknown

export type BodyOf<R extends Route> = R extends { rawBody: true }
  ? Uint8Array
  : R extends { upload: object }
    ? { readonly file: UploadedFile } & FieldsOf<R>
    : R extends { body: infer Schema extends z.ZodType }
      ? z.output<Schema>
      : undefined

type Caller<A, View extends WorkspaceView> = A extends WorkspaceAccess
  ? { readonly principal: WorkspacePrincipal; readonly workspaceId: Id; readonly workspace: View }
  : A extends AdminAccess
    ? { readonly principal: AdminPrincipal; readonly workspaceId: undefined; readonly workspace: null }
    : A extends SignedInAccess
      ? { readonly principal: Principal; readonly workspaceId: Id | undefined; readonly workspace: null }
      : A extends OpenAccess
        ? { readonly principal: null; readonly workspaceId: undefined; readonly workspace: null }
        : never

/** The request that a handler receives, typed by its route. `signal` aborts when the caller disconnects. */
export type RouteRequest<R extends Route = Route, View extends WorkspaceView = WorkspaceView> = {
  readonly params: ParamsOf<R>
  readonly query: QueryOf<R>
  readonly body: BodyOf<R>
  readonly requestId: string
  readonly idempotencyKey: string | null
  readonly headers: IncomingHttpHeaders
  readonly ip: string
  readonly userAgent: string
  readonly cookies: Readonly<Record<string, string>>
  readonly signal: AbortSignal
} & Caller<R['access'], View>

/** The request that a guard receives before the body is read. */
export type GuardRequest<R extends Route = Route, View extends WorkspaceView = WorkspaceView> = Omit<
  RouteRequest<R, View>,
  'body' | 'query' | 'idempotencyKey'
>

export type Guard<R extends Route, View extends WorkspaceView = WorkspaceView> = (
  request: GuardRequest<R, View>,
) => void | Promise<void>

type Handler<R extends Route, View extends WorkspaceView, Prepared = undefined> = (
  request: RouteRequest<R, View>,
  prepared: Prepared,
) => ReplyOf<R> | Promise<ReplyOf<R>>

type HandleOptions<R extends Route, View extends WorkspaceView, Prepared> = {
  /** Runs after the access checks and before the body is read, to check the service's own credentials. */
  guard?: Guard<R, View>
  /**
   * Runs before the handler and outside the transaction of the Idempotency-Key, unless a reply is stored for the key.
   * For work that no transaction can roll back, such as storing a file. The handler receives the result.
   */
  prepare?: (request: RouteRequest<R, View>) => Promise<Prepared>
  /**
   * Names the hot record that the handler changes, as the handler's own transaction does. The transaction of the
   * Idempotency-Key, which the handler's joins, waits in this queue.
   */
  queue?: (request: RouteRequest<R, View>, prepared: Prepared) => string
  /**
   * Creates the reply to a repeated Idempotency-Key from the service's records, for replies that are too large or too
   * secret to be stored with the key.
   */
  replay?: Handler<R, View>
}

declare const workspace: unique symbol

/**
 * A route with its handler, which uses a workspace of type `View`. Without a type argument: a route of any service.
 */
export type BoundRoute<View extends WorkspaceView = never> = {
  readonly route: Route
  readonly handler: (request: never, prepared: never) => Reply | Promise<Reply>
  readonly guard: ((request: never) => void | Promise<void>) | null
  readonly prepare: ((request: never) => Promise<unknown>) | null
  readonly queue: ((request: never, prepared: never) => string) | null
  readonly replay: ((request: never, prepared: never) => Reply | Promise<Reply>) | null
  readonly [workspace]?: (view: View) => void
}

/** Returns `handle` for a service whose handlers receive a workspace of type `View`. */
export const handleWith =
  <View extends WorkspaceView>() =>
  <R extends Route, Prepared = undefined>(
    route: R,
    handler: Handler<R, View, Prepared>,
    options: HandleOptions<R, View, Prepared> = {},
  ): BoundRoute<View> => ({
    route,
    handler,
    guard: options.guard ?? null,
    prepare: options.prepare ?? null,
    queue: options.queue ?? null,
    replay: options.replay ?? null,
  })

/**
 * Returns a route with its handler. A status or body that the route does not declare is a compile error; failures are
 * thrown as AppError.
 */
export const handle = handleWith<WorkspaceView>()
