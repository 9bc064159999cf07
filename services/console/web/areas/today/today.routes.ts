import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./today.ar.json') : import('./today.en.json')

export const todayRoutes = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  loader: () => addTexts(loadTexts),
  component: lazyRouteComponent(() => import('./today.page.tsx'), 'TodayPage'),
})
