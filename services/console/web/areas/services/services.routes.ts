import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'
import { toServicesSearch } from './services-search.rules.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./services.ar.json') : import('./services.en.json')

export const servicesRoutes = createRoute({
  getParentRoute: () => shellRoute,
  path: '/services',
  loader: () => addTexts(loadTexts),
  validateSearch: toServicesSearch,
  component: lazyRouteComponent(() => import('./services.page.tsx'), 'ServicesPage'),
})
