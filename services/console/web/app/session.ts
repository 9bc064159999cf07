import { ApiError, ConnectionError, cookieSession, createPlatformClient } from '@workspace-platform/client'
import type { Calls } from '@workspace-platform/client'
import { identity } from '@workspace-platform/client/identity'
import type { IdentityRoutes } from '@workspace-platform/client/identity'
import { useSyncExternalStore } from 'react'
import { setPlace } from '../i18n/place.ts'
import { followWorkspace } from '../i18n/language.ts'
import { forgetMember, rememberedMember, rememberMember } from './remembered-member.ts'
import { accountOf } from './session.rules.ts'
import type { Member } from './session.rules.ts'

const listeners = new Set<() => void>()
const endings = new Set<() => void>()
let member: Member | null = null
let hasStartedOffline = false

const setMember = (next: Member | null): void => {
  member = next
  for (const listener of listeners) listener()
}

/** Clears everything the user could see. The login page follows. */
const end = (): void => {
  forgetMember()
  if (!member) return
  setMember(null)
  for (const listener of endings) listener()
}

/**
 * The client of this page. The refresh token stays in the browser's HttpOnly cookie and the access token in memory; all
 * tabs share one login.
 */
export const platform = createPlatformClient({
  url: location.origin,
  session: cookieSession({
    onChange: (session) => {
      if (!session) return end()
      // Another tab logged in as someone else: nothing of the previous user may stay on the screen.
      if (member && accountOf(session.token) !== member.account.id) location.reload()
    },
  }),
})

export const identityCalls: Calls<IdentityRoutes> = platform.use(identity)

/** Calls a function when the login ends, by logout, revocation or in another tab. */
export const onSessionEnd = (listener: () => void): void => void endings.add(listener)

/** Loads who is logged in; null without a login. Later calls return the same result until the login ends. */
export const loadMember = async (): Promise<Member | null> => {
  if (member) return member
  try {
    if (await platform.session()) return await refreshMember()
    forgetMember()
    return null
  } catch (error) {
    const known = isUnreachable(error) ? rememberedMember() : null
    if (!known) throw error
    return startOffline(known)
  }
}

export const isUnreachable = (error: unknown): boolean =>
  error instanceof ConnectionError || (error instanceof ApiError && error.status >= 500)

const enter = async (next: Member): Promise<Member> => {
  const { workspace } = next
  if (workspace) {
    const { currencyCode, timeZone, locale } = workspace.settings
    setPlace({ currencyCode, timeZone })
    await followWorkspace({ language: locale, country: workspace.business.address?.countryCode ?? null })
  }
  setMember(next)
  return next
}

/** Reloads the account and workspace, for example after a login or a change of settings. */
export const refreshMember = async (): Promise<Member> => {
  const { account, workspace = null } = await identityCalls.me()
  const loaded = { account, workspace }
  rememberMember(loaded)
  return enter(loaded)
}

const resumePauseMs = 2000

/** Shows the pages of the last user of this browser until the platform can report who is logged in. */
const startOffline = (known: Member): Promise<Member> => {
  hasStartedOffline = true
  const resume = async (): Promise<void> => {
    try {
      const session = await platform.session()
      if (!session) return end()
      if (accountOf(session.token) !== known.account.id) return location.reload()
      await refreshMember()
    } catch (error) {
      if (!isUnreachable(error)) throw error
      setTimeout(() => void resume(), resumePauseMs)
    }
  }
  setTimeout(() => void resume(), resumePauseMs)
  return enter(known)
}

/** Returns whether the page was opened without a connection, so that nothing is loaded yet. */
export const startedOffline = (): boolean => hasStartedOffline

/**
 * Returns the access token of a member; null unless this member is logged in, and without a connection. Refreshes
 * the token if it equals `refused`.
 */
export const tokenOf = async (
  { accountId, workspaceId }: { accountId: string; workspaceId: string },
  refused: string | null,
): Promise<string | null> => {
  try {
    const session = await platform.session()
    if (!session) return null
    const token = await platform.accessToken(refused)
    const isOwn = accountOf(token) === accountId && session.workspaceId === workspaceId
    return isOwn ? token : null
  } catch (error) {
    if (isUnreachable(error)) return null
    throw error
  }
}

export const logOut = async (): Promise<void> => {
  await identityCalls.logout()
  end()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns whether someone is logged in. The shell shows nothing once the login ends. */
export const useIsLoggedIn = (): boolean => useSyncExternalStore(subscribe, () => member !== null)

/** Returns who is logged in. Only for pages that need a login. */
export const useMember = (): Member => {
  const current = useSyncExternalStore(subscribe, () => member)
  if (!current) throw new Error('This page needs a login')
  return current
}
