import type { TextLoader } from '../i18n/language.ts'
import type { TextKey } from '../i18n/text-key.ts'
import { may } from './session.rules.ts'
import type { Member } from './session.rules.ts'

/** The names of the screens, which only the palette shows. */
export const loadScreenTexts: TextLoader = (language) =>
  language === 'ar' ? import('./palette-screens.ar.json') : import('./palette-screens.en.json')

/** Screens inside an area. A member needs one of the permissions; `owner` means that only owners see the screen. */
const screens = [
  {
    to: '/invoices/taxes',
    area: 'area.invoices',
    label: 'screen.invoices.taxes',
    permissions: ['store.orders.view'],
  },
  {
    to: '/till/sessions',
    area: 'area.till',
    label: 'screen.till.sessions',
    permissions: ['pos.sessions.manage'],
  },
  { to: '/shop/orders', area: 'area.shop', label: 'screen.shop.orders', permissions: ['store.orders.view'] },
  { to: '/shop/products', area: 'area.shop', label: 'screen.shop.products', permissions: ['store.view'] },
  { to: '/shop/categories', area: 'area.shop', label: 'screen.shop.categories', permissions: ['store.view'] },
  { to: '/shop/pictures', area: 'area.shop', label: 'screen.shop.pictures', permissions: ['store.view'] },
  { to: '/shop/pages', area: 'area.shop', label: 'screen.shop.pages', permissions: ['store.view'] },
  { to: '/shop/settings', area: 'area.shop', label: 'screen.shop.settings', permissions: ['store.view'] },
  { to: '/books/incomes', area: 'area.books', label: 'screen.books.incomes', permissions: ['finance.view'] },
  {
    to: '/books/expenses',
    area: 'area.books',
    label: 'screen.books.expenses',
    permissions: ['finance.view'],
  },
  {
    to: '/books/recurring',
    area: 'area.books',
    label: 'screen.books.recurring',
    permissions: ['finance.view'],
  },
  { to: '/books/due', area: 'area.books', label: 'screen.books.due', permissions: ['finance.view'] },
  { to: '/labs/analyses', area: 'area.labs', label: 'screen.labs.analyses', permissions: ['labs.view'] },
  { to: '/labs/units', area: 'area.labs', label: 'screen.labs.units', permissions: ['labs.view'] },
  { to: '/labs/coupons', area: 'area.labs', label: 'screen.labs.coupons', permissions: ['labs.view'] },
  { to: '/labs/samples', area: 'area.labs', label: 'screen.labs.samples', permissions: ['labs.view'] },
  { to: '/labs/designs', area: 'area.labs', label: 'screen.labs.designs', permissions: ['labs.manage'] },
  { to: '/staff/roles', area: 'area.staff', label: 'screen.staff.roles', permissions: ['staff.manage'] },
  {
    to: '/settings/business',
    area: 'area.settings',
    label: 'screen.settings.business',
    permissions: ['workspace.manage'],
  },
  {
    to: '/settings/hours',
    area: 'area.settings',
    label: 'screen.settings.hours',
    permissions: ['workspace.manage'],
  },
  {
    to: '/settings/holidays',
    area: 'area.settings',
    label: 'screen.settings.holidays',
    permissions: ['holidays.view'],
  },
  {
    to: '/settings/fields',
    area: 'area.settings',
    label: 'screen.settings.fields',
    permissions: ['sessions.update', 'staff.update'],
  },
  {
    to: '/settings/taxes',
    area: 'area.settings',
    label: 'screen.settings.taxes',
    permissions: ['workspace.manage'],
  },
  {
    to: '/settings/messages',
    area: 'area.settings',
    label: 'screen.settings.messages',
    permissions: ['workspace.manage'],
  },
  {
    to: '/settings/booking',
    area: 'area.settings',
    label: 'screen.settings.booking',
    permissions: ['workspace.manage'],
  },
  {
    to: '/settings/keys',
    area: 'area.settings',
    label: 'screen.settings.keys',
    permissions: ['integrations.view'],
  },
  {
    to: '/settings/webhooks',
    area: 'area.settings',
    label: 'screen.settings.webhooks',
    permissions: ['integrations.view'],
  },
  { to: '/settings/plan', area: 'area.settings', label: 'screen.settings.plan', permissions: ['owner'] },
  {
    to: '/activity',
    view: 'audit',
    area: 'area.activity',
    label: 'screen.activity.audit',
    permissions: ['owner'],
  },
] as const satisfies readonly {
  to: string
  view?: 'audit'
  area: TextKey
  label: TextKey
  permissions: readonly string[]
}[]

export type PaletteScreen = (typeof screens)[number]

/** Returns the screens that a member of a workspace may see. */
export const screensFor = (member: Member): PaletteScreen[] =>
  member.workspace === null
    ? []
    : screens.filter(({ permissions }) =>
        permissions.some((permission) =>
          permission === 'owner' ? member.account.role === 'owner' : may(member, permission),
        ),
      )
