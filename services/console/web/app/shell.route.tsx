import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { addTexts } from '../i18n/language.ts'
import type { TextLoader } from '../i18n/language.ts'
import { CrashedPage, UnknownPage } from './error-pages.tsx'
import { rootRoute } from './root.route.tsx'
import { loadMember } from './session.ts'

/** Texts that no page before the login needs. */
const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./shell.ar.json') : import('./shell.en.json')

/** The parent of all pages that need a login. Without one, the login page opens and leads back here. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const member = await loadMember()
    if (member) {
      // Today is about a workspace, which platform admins do not have.
      if (!member.workspace && location.pathname === '/') throw redirect({ to: '/platform' })
      return
    }
    const next = `${location.pathname}${location.searchStr}`
    throw redirect({ to: '/login', search: next === '/' ? {} : { next } })
  },
  loader: () => addTexts(loadTexts),
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  notFoundComponent: UnknownPage,
  errorComponent: CrashedPage,
})
