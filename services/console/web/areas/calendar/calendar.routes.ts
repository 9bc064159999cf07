import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'
import { toCalendarSearch } from './calendar-search.rules.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./calendar.ar.json') : import('./calendar.en.json')

export const calendarRoutes = createRoute({
  getParentRoute: () => shellRoute,
  path: '/calendar',
  loader: () => addTexts(loadTexts),
  validateSearch: toCalendarSearch,
  component: lazyRouteComponent(() => import('./calendar.page.tsx'), 'CalendarPage'),
})
