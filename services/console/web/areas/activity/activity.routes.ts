import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'
import { toActivitySearch } from './activity-search.rules.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./activity.ar.json') : import('./activity.en.json')

const load = () => import('./activity.page.tsx')
const shared = {
  getParentRoute: () => shellRoute,
  validateSearch: toActivitySearch,
  loader: () => addTexts(loadTexts),
}

export const activityRoutes = createRoute({
  ...shared,
  path: '/activity',
  component: lazyRouteComponent(load, 'ActivityPage'),
})

/** The same list for platform admins, of all workspaces. */
export const auditRoutes = createRoute({
  ...shared,
  path: '/platform/audit',
  component: lazyRouteComponent(load, 'PlatformAuditPage'),
})
