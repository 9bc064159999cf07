import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../app/root.route.tsx'
import { requireLogin, shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'
import { toLabsSearch } from './labs-search.rules.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./labs.ar.json') : import('./labs.en.json')

const area = createRoute({
  getParentRoute: () => shellRoute,
  path: '/labs',
  loader: () => addTexts(loadTexts),
})

/** All screens are in one chunk, so that the login page does not list a chunk for each of them. */
const load = () => import('./labs.pages.ts')

const screen = <const Path extends string>(path: Path, page: keyof Awaited<ReturnType<typeof load>>) =>
  createRoute({
    getParentRoute: () => area,
    path,
    validateSearch: toLabsSearch,
    component: lazyRouteComponent(load, page),
  })

export const labsRoutes = area.addChildren([
  screen('/', 'TestsPage'),
  screen('/tests/$testId', 'TestPage'),
  screen('/analyses', 'AnalysesPage'),
  screen('/units', 'UnitsPage'),
  screen('/coupons', 'CouponsPage'),
  screen('/samples', 'SamplesPage'),
  screen('/designs', 'DesignsPage'),
])

/**
 * The report of a test, without the shell around it, so that the page prints exactly as the API renders it.
 */
export const labReportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/labs/tests/$testId/report',
  validateSearch: toLabsSearch,
  beforeLoad: async ({ location }) => void (await requireLogin(location)),
  loader: () => addTexts(loadTexts),
  component: lazyRouteComponent(load, 'ReportPage'),
})
