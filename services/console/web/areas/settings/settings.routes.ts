import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'
import { loadMessageTexts } from '../../app/message-texts.ts'
import { loadPermissionTexts } from '../../app/permission-texts.ts'
import { listSearch } from '../../app/list-search.rules.ts'
import type { ListSearch } from '../../app/list-search.rules.ts'
import { loadMember } from '../../app/session.ts'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'
import type { FieldKind } from './custom-field.rules.ts'
import { sections } from './settings-sections.ts'
import type { Section } from './settings-sections.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./settings.ar.json') : import('./settings.en.json')

const loadPages = () => import('./settings.pages.ts')

const area = createRoute({
  getParentRoute: () => shellRoute,
  path: '/settings',
  loader: () => addTexts(loadTexts, loadPermissionTexts, loadMessageTexts),
  component: lazyRouteComponent(loadPages, 'SettingsLayout'),
})

/** `open` is the record in the side panel, or `new` for the form of a new one. */
const toSearch = listSearch(['search'])
const toOpen = listSearch(['open'])
const toSearchAndOpen = listSearch(['search', 'open'])

const allowedSections = async (): Promise<Section[]> => {
  const member = await loadMember()
  return member?.workspace ? sections.filter(({ isAllowed }) => isAllowed(member)) : []
}

/** Other users see the not-found page. */
const onlyAllowed = (to: Section['to']) => async () => {
  if (!(await allowedSections()).some((section) => section.to === to)) throw notFound()
}

const first = createRoute({
  getParentRoute: () => area,
  path: '/',
  beforeLoad: async () => {
    const [section] = await allowedSections()
    if (!section) throw notFound()
    throw redirect({ to: section.to })
  },
})

const business = createRoute({
  getParentRoute: () => area,
  path: '/business',
  beforeLoad: onlyAllowed('/settings/business'),
  component: lazyRouteComponent(loadPages, 'BusinessPage'),
})

const hours = createRoute({
  getParentRoute: () => area,
  path: '/hours',
  beforeLoad: onlyAllowed('/settings/hours'),
  component: lazyRouteComponent(loadPages, 'HoursPage'),
})

const holidays = createRoute({
  getParentRoute: () => area,
  path: '/holidays',
  validateSearch: toSearch,
  beforeLoad: onlyAllowed('/settings/holidays'),
  component: lazyRouteComponent(loadPages, 'HolidaysPage'),
})

const taxes = createRoute({
  getParentRoute: () => area,
  path: '/taxes',
  validateSearch: toSearch,
  beforeLoad: onlyAllowed('/settings/taxes'),
  component: lazyRouteComponent(loadPages, 'TaxesPage'),
})

const fields = createRoute({
  getParentRoute: () => area,
  path: '/fields',
  validateSearch: (given: Record<string, unknown>): ListSearch<'search' | 'open'> & { kind?: FieldKind } => ({
    ...toSearchAndOpen(given),
    ...((given['kind'] === 'session' || given['kind'] === 'staff') && { kind: given['kind'] }),
  }),
  beforeLoad: onlyAllowed('/settings/fields'),
  component: lazyRouteComponent(loadPages, 'FieldsPage'),
})

export const messageViews = ['templates', 'log'] as const
export type MessageView = (typeof messageViews)[number]

const messages = createRoute({
  getParentRoute: () => area,
  path: '/messages',
  validateSearch: (given: Record<string, unknown>): { open?: string; view?: MessageView } => ({
    ...toOpen(given),
    ...(given['view'] === 'log' && { view: 'log' as const }),
  }),
  beforeLoad: onlyAllowed('/settings/messages'),
  component: lazyRouteComponent(loadPages, 'MessagesPage'),
})

const booking = createRoute({
  getParentRoute: () => area,
  path: '/booking',
  beforeLoad: onlyAllowed('/settings/booking'),
  component: lazyRouteComponent(loadPages, 'BookingPage'),
})

const keys = createRoute({
  getParentRoute: () => area,
  path: '/keys',
  validateSearch: toSearchAndOpen,
  beforeLoad: onlyAllowed('/settings/keys'),
  component: lazyRouteComponent(loadPages, 'ApiKeysPage'),
})

const webhooks = createRoute({
  getParentRoute: () => area,
  path: '/webhooks',
  validateSearch: toSearchAndOpen,
  beforeLoad: onlyAllowed('/settings/webhooks'),
  component: lazyRouteComponent(loadPages, 'WebhooksPage'),
})

const plan = createRoute({
  getParentRoute: () => area,
  path: '/plan',
  beforeLoad: onlyAllowed('/settings/plan'),
  component: lazyRouteComponent(loadPages, 'PlanPage'),
})

export const settingsRoutes = area.addChildren([
  first,
  business,
  hours,
  holidays,
  fields,
  taxes,
  messages,
  booking,
  keys,
  webhooks,
  plan,
])
