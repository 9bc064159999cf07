import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'
import { toPlatformSearch } from './platform-search.rules.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./platform.ar.json') : import('./platform.en.json')

const area = createRoute({
  getParentRoute: () => shellRoute,
  path: '/platform',
  loader: () => addTexts(loadTexts),
})

/** All screens are in one chunk, so that the login page does not list a chunk for each of them. */
const load = () => import('./platform.pages.ts')

const screen = <const Path extends string>(path: Path, page: keyof Awaited<ReturnType<typeof load>>) =>
  createRoute({
    getParentRoute: () => area,
    path,
    validateSearch: toPlatformSearch,
    component: lazyRouteComponent(load, page),
  })

export const platformRoutes = area.addChildren([
  screen('/', 'DashboardPage'),
  screen('/workspaces', 'WorkspacesPage'),
  screen('/workspaces/$workspaceId', 'WorkspacePage'),
  screen('/payments', 'PaymentsPage'),
  screen('/expenses', 'ExpensesPage'),
  screen('/plans', 'PlansPage'),
  screen('/plans/$planId', 'PlanPage'),
  screen('/categories', 'CategoriesPage'),
  screen('/webhooks', 'WebhooksPage'),
  screen('/dead-letters', 'DeadLettersPage'),
  screen('/admins', 'AdminsPage'),
  screen('/health', 'HealthPage'),
])
