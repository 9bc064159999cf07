import { ApiError, ConnectionError } from './errors.ts'
import { callOnce } from './request.ts'

/** What a login gives. The refresh token works once: each refresh brings the next one; without any, the token is all. */
export type Session = { token: string; refreshToken: string | null; workspaceId: string | null }

/**
 * Where the session is kept, for one that outlives the page or is shared by several: tabs, processes. It is read before
 * each refresh, and what another has refreshed meanwhile is used.
 */
export type SessionStore = {
  load(): Session | null | Promise<Session | null>
  save(session: Session | null): void | Promise<void>
}

export type SessionKeeper = {
  current(): Promise<Session | null>
  set(session: Session | null): Promise<void>
  /** A session whose token is another than the refused one; null when there is none any more. */
  refresh(refused: string): Promise<Session | null>
}

type Locks = { request<T>(name: string, work: () => Promise<T>): Promise<T> }

/** Tabs of one origin take turns where the browser can do that. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const { locks } = (globalThis.navigator ?? {}) as { locks?: Locks }
  return locks ? locks.request('workspace-platform-session', work) : work()
}

const memory = (session: Session | null): SessionStore => ({
  load: () => session,
  save: (next) => {
    session = next
  },
})

const refreshRoute = { method: 'POST', path: '/auth/refresh' } as const

/** Keeps one session. Calls that find their token refused at the same time share one refresh. */
export const sessionKeeper = (
  given: Session | SessionStore | null,
  target: { baseUrl: string; fetch: typeof fetch },
): SessionKeeper => {
  const isStore = given !== null && 'load' in given
  const store = isStore ? given : memory(given)
  let refreshing: Promise<Session | null> | null = null

  const exchange = async (refused: string): Promise<Session | null> => {
    const before = await store.load()
    if (!before || before.token !== refused) return before
    const { refreshToken, workspaceId } = before
    if (!refreshToken) return null
    const result = await callOnce(refreshRoute, { body: { refreshToken } }, target).catch(
      (error: unknown) => {
        throw new ConnectionError(`${target.baseUrl}${refreshRoute.path}`, error)
      },
    )
    // Whoever logged in or out meanwhile is not overruled.
    const meanwhile = await store.load()
    if (meanwhile?.refreshToken !== refreshToken) return meanwhile
    if (result.status === 200) {
      const { token, refreshToken: next } = result.body as Session
      const session = { token, refreshToken: next, workspaceId }
      await store.save(session)
      return session
    }
    if (result.status !== 401) throw new ApiError(result)
    await store.save(null)
    return null
  }

  return {
    current: async () => store.load(),
    set: async (session) => store.save(session),
    refresh: (refused) =>
      (refreshing ??= (isStore ? inTurn(() => exchange(refused)) : exchange(refused)).finally(() => {
        refreshing = null
      })),
  }
}
