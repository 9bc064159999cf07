import type { Session, SessionStore } from './session.ts'

type Options = {
  /** Called when the login session begins, gets a new token or ends, in this tab or another one. */
  readonly onChange?: (session: Session | null) => void
  /** Replaces the browser's class in tests. */
  readonly Channel?: new (name: string) => Channel
}

/** The part of BroadcastChannel that the store uses. */
type Channel = {
  onmessage: ((event: { data: unknown }) => void) | null
  postMessage(message: unknown): void
}

/**
 * Returns a store for web apps on the platform's own origin. The refresh token stays in the platform's HttpOnly cookie;
 * the access token is kept in memory and passed to other tabs of the same browser.
 */
export const cookieSession = ({ onChange, Channel }: Options = {}): SessionStore => {
  const Class =
    Channel ?? (globalThis as unknown as { BroadcastChannel?: Options['Channel'] }).BroadcastChannel
  const tabs = Class ? new Class('workspace-platform-session') : null
  let current: Session | null = null
  const set = (session: Session | null): void => {
    current = session
    onChange?.(session)
  }
  if (tabs) tabs.onmessage = ({ data }) => set(data as Session | null)
  return {
    usesCookie: true,
    load: () => current,
    save: (session) => {
      const kept = session && { ...session, refreshToken: null }
      set(kept)
      tabs?.postMessage(kept)
    },
  }
}
