import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { addTexts } from '../i18n/language.ts'
import type { TextLoader } from '../i18n/language.ts'
import { loadApiMessages } from '../ui/api-messages.ts'
import { CrashedPage, UnknownPage } from './error-pages.tsx'
import { rootRoute } from './root.route.tsx'
import { loadMember } from './session.ts'
import type { Member } from './session.rules.ts'

/** Texts that no page before the login needs. */
const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./shell.ar.json') : import('./shell.en.json')

type Location = { pathname: string; searchStr: string }

/** Returns who is logged in. Without a login, the login page opens and leads back to this page. */
export const requireLogin = async ({ pathname, searchStr }: Location): Promise<Member> => {
  const member = await loadMember()
  if (member) return member
  const next = `${pathname}${searchStr}`
  throw redirect({ to: '/login', search: next === '/' ? {} : { next } })
}

/** The parent of all pages that need a login, except those without the shell. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const member = await requireLogin(location)
    // The Today page shows a workspace, which platform admins do not have.
    if (!member.workspace && location.pathname === '/') throw redirect({ to: '/platform' })
  },
  loader: () => addTexts(loadTexts, loadApiMessages),
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  notFoundComponent: UnknownPage,
  errorComponent: CrashedPage,
})
