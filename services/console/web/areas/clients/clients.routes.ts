import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { toText } from '../../app/search-parameter.rules.ts'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./clients.ar.json') : import('./clients.en.json')

const area = createRoute({
  getParentRoute: () => shellRoute,
  path: '/clients',
  loader: () => addTexts(loadTexts),
})

/** `open` is the client in the side panel, or `new` for the form of a new one. */
type ListSearch = { search?: string; open?: string }

const list = createRoute({
  getParentRoute: () => area,
  path: '/',
  validateSearch: (given: Record<string, unknown>): ListSearch => {
    const [search, open] = [toText(given['search']), toText(given['open'])]
    return { ...(search && { search }), ...(open && { open }) }
  },
  component: lazyRouteComponent(() => import('./clients.page.tsx'), 'ClientsPage'),
})

export const historyTabs = ['sessions', 'invoices', 'orders', 'tests'] as const
export type HistoryTab = (typeof historyTabs)[number]

const one = createRoute({
  getParentRoute: () => area,
  path: '/$clientId',
  validateSearch: ({ tab, edit }: Record<string, unknown>): { tab?: HistoryTab; edit?: true } => {
    const known = historyTabs.find((each) => each === tab)
    return { ...(known && { tab: known }), ...(edit === true && { edit: true }) }
  },
  component: lazyRouteComponent(() => import('./client.page.tsx'), 'ClientPage'),
})

export const clientsRoutes = area.addChildren([list, one])
