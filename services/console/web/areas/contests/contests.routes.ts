import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'
import { toContestsSearch } from './contests-search.rules.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./contests.ar.json') : import('./contests.en.json')

const area = createRoute({
  getParentRoute: () => shellRoute,
  path: '/contests',
  loader: () => addTexts(loadTexts),
})

const load = () => import('./contests.pages.ts')

const screen = <const Path extends string>(path: Path, page: keyof Awaited<ReturnType<typeof load>>) =>
  createRoute({
    getParentRoute: () => area,
    path,
    validateSearch: toContestsSearch,
    component: lazyRouteComponent(load, page),
  })

export const contestsRoutes = area.addChildren([
  screen('/', 'ContestsPage'),
  screen('/new', 'NewContestPage'),
  screen('/$contestId', 'ContestPage'),
])
