import { ApiError, ConnectionError } from './errors.ts'
import { callOnce } from './request.ts'

/**
 * A login session. A refresh token works only once, and each refresh returns a new one. Without a refresh token, the
 * access token cannot be refreshed.
 */
export type Session = { token: string; refreshToken: string | null; workspaceId: string | null }

/**
 * Stores a login session that outlives the page or is shared by several tabs or processes. It is read before each
 * refresh, so that a refresh by another tab is used.
 */
export type SessionStore = {
  load(): Session | null | Promise<Session | null>
  save(session: Session | null): void | Promise<void>
  /** The browser keeps the refresh token in the platform's cookie, which scripts cannot read (`cookieSession`). */
  readonly usesCookie?: true
}

export type SessionKeeper = {
  current(): Promise<Session | null>
  /** Returns the login session. If only the browser's cookie knows it, asks the platform for a token first. */
  resume(): Promise<Session | null>
  set(session: Session | null): Promise<void>
  /**
   * Returns a login session with a token other than the rejected one, or null when the session cannot be refreshed.
   */
  refresh(refused: string | null): Promise<Session | null>
}

type Locks = { request<T>(name: string, work: () => Promise<T>): Promise<T> }

/** Serializes refreshes across tabs if the browser supports Web Locks. */
const withTabLock = <T>(work: () => Promise<T>): Promise<T> => {
  const { locks } = (globalThis.navigator ?? {}) as { locks?: Locks }
  return locks ? locks.request('workspace-platform-session', work) : work()
}

const turns = new WeakMap<SessionStore, Promise<unknown>>()

/** Serializes refreshes of clients that share a store in this process. */
const inTurn = <T>(store: SessionStore, work: () => Promise<T>): Promise<T> => {
  const turn = (turns.get(store) ?? Promise.resolve()).then(work)
  turns.set(
    store,
    turn.catch(() => undefined),
  )
  return turn
}

const memory = (session: Session | null): SessionStore => ({
  load: () => session,
  save: (next) => {
    session = next
  },
})

const refreshRoute = { method: 'POST', path: '/auth/refresh' } as const

/** Returns a manager for a login session. Concurrent calls with a rejected token share one refresh. */
export const sessionKeeper = (
  given: Session | SessionStore | null,
  target: { baseUrl: string; fetch: typeof fetch; timeoutMs: number },
): SessionKeeper => {
  const isStore = given !== null && 'load' in given
  const store = isStore ? given : memory(given)
  let refreshing: Promise<Session | null> | null = null

  const exchange = async (refused: string | null): Promise<Session | null> => {
    const before = await store.load()
    if ((before?.token ?? null) !== refused) return before
    const refreshToken = before?.refreshToken ?? null
    if (!refreshToken && !store.usesCookie) return null
    const body = refreshToken ? { refreshToken } : {}
    const call = { body, signal: AbortSignal.timeout(target.timeoutMs) }
    const result = await callOnce(refreshRoute, call, target).catch((error: unknown) => {
      throw new ConnectionError(`${target.baseUrl}${refreshRoute.path}`, error)
    })
    // Does not overwrite a login or logout that happened during the refresh.
    const current = await store.load()
    if (current?.token !== before?.token) return current
    if (result.status === 200) {
      const { token, refreshToken: next } = result.body as Session
      const session = { token, refreshToken: next, workspaceId: before?.workspaceId ?? workspaceOf(token) }
      await store.save(session)
      return store.load()
    }
    if (result.status !== 401) throw new ApiError(result)
    if (before) await store.save(null)
    return null
  }

  const refresh = (refused: string | null): Promise<Session | null> =>
    (refreshing ??= inTurn(store, () =>
      isStore ? withTabLock(() => exchange(refused)) : exchange(refused),
    ).finally(() => {
      refreshing = null
    }))

  return {
    current: async () => store.load(),
    resume: async () => (await store.load()) ?? (store.usesCookie ? refresh(null) : null),
    set: async (session) => store.save(session),
    refresh,
  }
}

/** Returns the workspace that an access token is for, or null for a platform admin's. */
const workspaceOf = (token: string): string | null => {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  return (JSON.parse(atob(payload)) as { wid?: string }).wid ?? null
}

/**
 * Returns a manager for an API key, which cannot be refreshed. A call with a rejected key is repeated once, because the
 * platform may reject a key for a moment while it is changed.
 */
export const keyKeeper = (apiKey: string, workspaceId: string): SessionKeeper => {
  const session = { token: apiKey, refreshToken: null, workspaceId }
  return {
    current: async () => session,
    resume: async () => session,
    set: async () => {
      throw new Error('A client with an API key cannot log in; create another client')
    },
    refresh: async () => session,
  }
}
