import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { CrashedPage, UnknownPage } from './error-pages.tsx'
import { rootRoute } from './root.route.tsx'
import { loadMember } from './session.ts'

/** The parent of all pages that need a login. Without one, the login page opens and leads back here. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ location }) => {
    const member = await loadMember()
    if (member) return
    const next = `${location.pathname}${location.searchStr}`
    throw redirect({ to: '/login', search: next === '/' ? {} : { next } })
  },
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
  notFoundComponent: UnknownPage,
  errorComponent: CrashedPage,
})
