import type { CallOf, RawCall } from './call.ts'
import { ApiError, ConnectionError } from './errors.ts'
import { readResult, requestOf } from './request.ts'
import type { Result, Target } from './request.ts'
import { backOffMs, retryWaitMs, systemClock } from './retries.ts'
import type { Clock } from './retries.ts'
import type { Area, RouteEntry, RoutesTypes, RouteTypes } from './route.ts'
import { keyKeeper, sessionKeeper } from './session.ts'
import type { Session, SessionStore } from './session.ts'
import { fetchWithProgress, withForm } from './upload.ts'
import type { OnProgress } from './upload.ts'

/** A user's login session, or an API key of a workspace. */
type Credentials =
  | {
      /** An existing login session or a store for one. Without it, a login starts a session. */
      readonly session?: Session | SessionStore | null
      readonly apiKey?: undefined
      readonly workspaceId?: undefined
    }
  | {
      /** Sent with every call instead of a login session's token. Keep it out of web pages. */
      readonly apiKey: string
      /** The workspace that the key belongs to. */
      readonly workspaceId: string
      readonly session?: undefined
    }

export type ClientOptions = Credentials & {
  /** The platform's URL, such as `https://platform.example`. */
  readonly url: string
  /** Maximum number of retries per call; 3 by default. */
  readonly retries?: number
  /** Timeout per attempt; 30 s by default. Uploads have no timeout. */
  readonly timeoutMs?: number
  readonly fetch?: typeof fetch
  readonly clock?: Clock
  /** Returns a number from 0 to 1 that spreads out retries. */
  readonly random?: () => number
}

type Extras<T extends RouteTypes> = (T extends { form: object } ? { onProgress?: OnProgress } : unknown) & {
  /** Generated for each call to a route that creates records, unless given; null sends no key. */
  idempotencyKey?: string | null
}

type ClientCall<T extends RouteTypes> = CallOf<T, 'workspaceId'> & Extras<T>
type ReplyOf<T extends RouteTypes> = T extends { reply: infer Reply } ? Reply : null

type Callable<Call, Reply> =
  Record<never, never> extends Call ? (call?: Call) => Promise<Reply> : (call: Call) => Promise<Reply>

type EachOf<T extends RouteTypes> = T extends { item: infer Item }
  ? {
      /** Iterates over every record in the list, page by page, with the filters in `query`. */
      each(...call: Parameters<Callable<ClientCall<T>, Item>>): AsyncGenerator<Item, void>
    }
  : unknown

type AcceptOf<T extends RouteTypes> = T extends { accept: infer Type extends string }
  ? {
      /** Calls the route and returns its reply in a content type other than JSON. */
      as(type: Type, ...call: Parameters<Callable<ClientCall<T>, Blob>>): Promise<Blob>
    }
  : unknown

/** Calls a route and returns the body of its reply. Throws ApiError or ConnectionError. */
export type RouteCall<T extends RouteTypes> = Callable<ClientCall<T>, ReplyOf<T>> & {
  /** Returns the reply with its status and headers. */
  reply: Callable<ClientCall<T>, Result<number, ReplyOf<T>>>
} & EachOf<T> &
  AcceptOf<T>

export type Calls<Routes extends RoutesTypes<Routes>> = {
  readonly [Name in keyof Routes]: RouteCall<Routes[Name]>
}

export type PlatformClient = {
  /** Returns an area's routes as functions. `workspaceId` defaults to the login session's workspace. */
  use<Routes extends RoutesTypes<Routes>>(area: Area<Routes>): Calls<Routes>
  /** Returns the login session, or null without one. A client with an API key has none. */
  session(): Promise<Session | null>
  /** Replaces the login session; null removes it from this client only (`logout` ends it everywhere). */
  setSession(session: Session | null): Promise<void>
  /**
   * Returns the access token or API key for a connection such as a WebSocket. Refreshes a token first if it equals
   * `refused`. Throws when there is no login session.
   */
  accessToken(refused?: string | null): Promise<string>
  /** The platform's URL with the version prefix. */
  readonly baseUrl: string
}

type AnyCall = RawCall & {
  form?: Record<string, unknown>
  onProgress?: OnProgress
  idempotencyKey?: string | null
}

/** Returns a client for one user or one API key. It manages the login session and retries calls that are safe to repeat. */
export const createPlatformClient = (options: ClientOptions): PlatformClient => {
  const { retries = 3, timeoutMs = 30_000, clock = systemClock, random = Math.random } = options
  const send: typeof fetch = options.fetch ?? ((...request) => fetch(...request))
  const baseUrl = `${options.url.replace(/\/$/, '')}/v1`
  const keeper =
    options.apiKey === undefined
      ? sessionKeeper(options.session ?? null, { baseUrl, fetch: send, timeoutMs })
      : keyKeeper(options.apiKey, options.workspaceId)

  const attempt = async (entry: RouteEntry, call: AnyCall, target: Target): Promise<Result> => {
    const isTimed = !entry.file
    const signals = [call.signal, isTimed ? AbortSignal.timeout(timeoutMs) : undefined].filter((one) => !!one)
    const request = requestOf(entry, { ...call, signal: AbortSignal.any(signals) }, target)
    try {
      const response = call.onProgress
        ? await fetchWithProgress(request, call.onProgress, send)
        : await send(...request)
      return await readResult(response, (other) => other.blob())
    } catch (error) {
      call.signal?.throwIfAborted()
      throw new ConnectionError(request[0], error)
    }
  }

  const callRoute = async (entry: RouteEntry, given: AnyCall): Promise<Result> => {
    const call = withKey(entry, withForm(given) as AnyCall)
    // A PUT has the same effect once or twice.
    const isSafe = entry.method === 'GET' || entry.method === 'PUT' || hasKey(call)
    let session = await keeper.current()
    let hasRefreshed = false
    for (let number = 0; ; number += 1) {
      const usesSession = !entry.open && call.token === undefined && session !== null
      const params = session?.workspaceId ? { workspaceId: session.workspaceId } : {}
      const target = { baseUrl, params, token: usesSession ? session!.token : null }
      let result: Result
      try {
        result = await attempt(entry, call, target)
      } catch (error) {
        if (!isSafe || number >= retries || !(error instanceof ConnectionError)) throw error
        await clock.sleep(backOffMs(number, random), call.signal)
        continue
      }
      if (usesSession && !hasRefreshed && isTokenRejected(result)) {
        hasRefreshed = true
        session = await keeper.refresh(session!.token)
        if (session) continue
      }
      const waitMs =
        number < retries ? retryWaitMs(result, { number, isSafe }, { now: clock.now(), random }) : null
      if (waitMs === null) return result
      await clock.sleep(waitMs, call.signal)
    }
  }

  const changeSession = async (change: 'begins' | 'goes-on' | 'ends', body: unknown): Promise<void> => {
    if (change === 'ends') return keeper.set(null)
    const { token, refreshToken, workspace } = (body ?? {}) as LoginReply
    if (!token || !refreshToken) return // The reply asks for a second factor or a workspace.
    const known = change === 'goes-on' ? (await keeper.current())?.workspaceId : null
    await keeper.set({ token, refreshToken, workspaceId: workspace?.id ?? known ?? null })
  }

  const callForReply = async (entry: RouteEntry, call: AnyCall = {}): Promise<Result> => {
    const result = await callRoute(entry, call)
    if (result.status >= 400) throw new ApiError(result)
    if (entry.session) await changeSession(entry.session, result.body)
    return result
  }

  const toCall = (entry: RouteEntry) =>
    Object.assign(async (call?: AnyCall) => (await callForReply(entry, call)).body, {
      reply: (call?: AnyCall) => callForReply(entry, call),
      each: (call?: AnyCall) => walk(entry, call, (next) => callForReply(entry, next)),
      as: async (type: string, call?: AnyCall) =>
        (await callForReply(entry, { ...call, headers: { ...call?.headers, accept: type } })).body,
    })

  return {
    baseUrl,
    use: <Routes extends RoutesTypes<Routes>>(area: Area<Routes>) =>
      Object.fromEntries(
        Object.entries<RouteEntry>(area).map(([name, entry]) => [name, toCall({ id: name, ...entry })]),
      ) as unknown as Calls<Routes>,
    session: async () => (options.apiKey === undefined ? keeper.resume() : null),
    setSession: (session) => keeper.set(session),
    accessToken: async (refused) => {
      const session = await keeper.current()
      const good = session && session.token === refused ? await keeper.refresh(refused) : session
      if (!good) throw new Error('Not logged in')
      return good.token
    },
  }
}

const hasKey = ({ headers }: AnyCall): boolean => new Headers(headers).has('idempotency-key')

const withKey = (entry: RouteEntry, { idempotencyKey, ...call }: AnyCall): AnyCall => {
  if (!entry.creates || idempotencyKey === null || hasKey(call)) return call
  return { ...call, headers: { ...call.headers, 'idempotency-key': idempotencyKey ?? newKey() } }
}

/** `randomUUID` is not available on pages without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** A wrong password or code also returns 401, but refreshing the token would not help. */
const isTokenRejected = ({ status, body }: Result): boolean =>
  status === 401 &&
  !['INVALID_CREDENTIALS', 'MFA_FAILED'].includes(new ApiError({ status, body, headers: new Headers() }).code)

type LoginReply = Partial<Session> & { workspace?: { id: string } }

type Page = { pagination: { nextCursor?: string | null; totalPages?: number } }

/**
 * Iterates over a list by cursor, which is stable during concurrent writes, or by page number if there is no cursor.
 */
async function* walk(
  { list, walk: by }: RouteEntry,
  call: AnyCall = {},
  read: (call: AnyCall) => Promise<Result>,
): AsyncGenerator<unknown, void> {
  let position: object | null = by === 'page' ? { page: 1 } : { after: '' }
  while (position) {
    const { body } = await read({ ...call, query: { limit: 100, ...call.query, ...position } })
    yield* (body as Record<string, unknown[]>)[list!]!
    const { nextCursor, totalPages = 0 } = (body as Page).pagination
    const page: number = 'page' in position ? (position.page as number) : 0
    if (by === 'page') position = page < totalPages ? { page: page + 1 } : null
    else position = nextCursor ? { after: nextCursor } : null
  }
}
