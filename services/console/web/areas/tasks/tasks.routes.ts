import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'
import { toTasksSearch } from './tasks-search.rules.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./tasks.ar.json') : import('./tasks.en.json')

export const tasksRoutes = createRoute({
  getParentRoute: () => shellRoute,
  path: '/tasks',
  loader: () => addTexts(loadTexts),
  validateSearch: toTasksSearch,
  component: lazyRouteComponent(() => import('./tasks.page.tsx'), 'TasksPage'),
})
