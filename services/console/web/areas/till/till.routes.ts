import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { listSearch } from '../../app/list-search.rules.ts'
import { toText } from '../../app/search-parameter.rules.ts'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'
import { toInvoiceSearch, toTaxSearch } from './invoice-search.rules.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./till.ar.json') : import('./till.en.json')

const till = createRoute({
  getParentRoute: () => shellRoute,
  path: '/till',
  loader: () => addTexts(loadTexts),
})

const sell = createRoute({
  getParentRoute: () => till,
  path: '/',
  component: lazyRouteComponent(() => import('./till.page.tsx'), 'TillPage'),
})

const sessions = createRoute({
  getParentRoute: () => till,
  path: '/sessions',
  validateSearch: listSearch(['status', 'register', 'open']),
  component: lazyRouteComponent(() => import('./till-sessions.page.tsx'), 'TillSessionsPage'),
})

export const tillRoutes = till.addChildren([sell, sessions])

const invoices = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invoices',
  loader: () => addTexts(loadTexts),
})

const list = createRoute({
  getParentRoute: () => invoices,
  path: '/',
  validateSearch: (given: Record<string, unknown>) => {
    const open = toText(given['open'])
    return { ...toInvoiceSearch(given), ...(open && { open }) }
  },
  component: lazyRouteComponent(() => import('./invoices.page.tsx'), 'InvoicesPage'),
})

const one = createRoute({
  getParentRoute: () => invoices,
  path: '/$invoiceId',
  component: lazyRouteComponent(() => import('./invoice.page.tsx'), 'InvoicePage'),
})

const taxes = createRoute({
  getParentRoute: () => invoices,
  path: '/taxes',
  validateSearch: toTaxSearch,
  component: lazyRouteComponent(() => import('./taxes.page.tsx'), 'TaxesPage'),
})

export const invoicesRoutes = invoices.addChildren([list, taxes, one])
