import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./account.ar.json') : import('./account.en.json')

export const accountRoutes = createRoute({
  getParentRoute: () => shellRoute,
  path: '/account',
  loader: () => addTexts(loadTexts),
  component: lazyRouteComponent(() => import('./account.page.tsx'), 'AccountPage'),
})
