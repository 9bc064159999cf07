import { cookieSession, createPlatformClient } from '@workspace-platform/client'
import type { Calls } from '@workspace-platform/client'
import { identity } from '@workspace-platform/client/identity'
import type { IdentityRoutes } from '@workspace-platform/client/identity'
import { useSyncExternalStore } from 'react'
import { setPlace } from '../i18n/format.ts'
import { followWorkspace } from '../i18n/language.ts'
import { accountOf } from './session.rules.ts'
import type { Member } from './session.rules.ts'

const listeners = new Set<() => void>()
const endings = new Set<() => void>()
let member: Member | null = null

const setMember = (next: Member | null): void => {
  member = next
  for (const listener of listeners) listener()
}

/** Clears what the person could see. The login page follows. */
const end = (): void => {
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
      // Another tab logged in as somebody else: nothing of the previous person may stay on the screen.
      if (member && accountOf(session.token) !== member.account.id) location.reload()
    },
  }),
})

export const identityCalls: Calls<IdentityRoutes> = platform.use(identity)

/** Calls a function when the login ends, by logout, revocation or in another tab. */
export const onSessionEnd = (listener: () => void): void => void endings.add(listener)

/** Loads who is logged in; null without a login. Later calls return the same until the login ends. */
export const loadMember = async (): Promise<Member | null> => {
  if (member) return member
  if (!(await platform.session())) return null
  return refreshMember()
}

/** Loads the account and workspace again, for example after a login or a change of settings. */
export const refreshMember = async (): Promise<Member> => {
  const { account, workspace = null } = await identityCalls.me()
  if (workspace) {
    const { currencyCode, timeZone, locale } = workspace.settings
    setPlace({ currencyCode, timeZone })
    await followWorkspace({ language: locale, country: workspace.business.address?.countryCode ?? null })
  }
  const loaded = { account, workspace }
  setMember(loaded)
  return loaded
}

export const logOut = async (): Promise<void> => {
  await identityCalls.logout()
  end()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns whether somebody is logged in. The shell shows nothing from the moment when the login ends. */
export const useIsLoggedIn = (): boolean => useSyncExternalStore(subscribe, () => member !== null)

/** Returns who is logged in. Only for pages that need a login. */
export const useMember = (): Member => {
  const current = useSyncExternalStore(subscribe, () => member)
  if (!current) throw new Error('This page needs a login')
  return current
}
