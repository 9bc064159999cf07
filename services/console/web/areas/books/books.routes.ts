import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { toText } from '../../app/search-parameter.rules.ts'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'
import { toEntrySearch } from './entry-search.rules.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./books.ar.json') : import('./books.en.json')

const loadPages = () => import('./books.pages.ts')

const area = createRoute({
  getParentRoute: () => shellRoute,
  path: '/books',
  loader: () => addTexts(loadTexts),
})

type Given = Record<string, unknown>

/** Returns a search parameter if it is one of the known values. */
const oneOf = <const Name extends string, const Value extends string>(
  name: Name,
  values: readonly Value[],
  given: Given,
) => {
  const known = values.find((each) => each === given[name])
  return (known ? { [name]: known } : {}) as { [Key in Name]?: Value }
}

const overview = createRoute({
  getParentRoute: () => area,
  path: '/',
  validateSearch: (given: Given) => {
    const currency = toText(given['currency'])
    return {
      ...oneOf('period', ['week', 'year'], given),
      ...oneOf('measure', ['expense', 'net'], given),
      ...(currency && { currency }),
    }
  },
  component: lazyRouteComponent(loadPages, 'OverviewPage'),
})

/** `open` is the record in the side panel, or `new` for the form of a new one. */
const openIn = (given: Given): { open?: string } => {
  const open = toText(given['open'])
  return open ? { open } : {}
}

const daysIn = (given: Given): { from?: string; to?: string } => {
  const { from, to } = toEntrySearch(given)
  return { ...(from && { from }), ...(to && { to }) }
}

const entrySearch = (given: Given) => ({ ...toEntrySearch(given), ...openIn(given) })

const incomes = createRoute({
  getParentRoute: () => area,
  path: '/incomes',
  validateSearch: entrySearch,
  component: lazyRouteComponent(loadPages, 'IncomesPage'),
})

const expenses = createRoute({
  getParentRoute: () => area,
  path: '/expenses',
  validateSearch: entrySearch,
  component: lazyRouteComponent(loadPages, 'ExpensesPage'),
})

const recurring = createRoute({
  getParentRoute: () => area,
  path: '/recurring',
  validateSearch: (given: Given) => ({
    ...oneOf('status', ['active', 'paused'], given),
    ...daysIn(given),
    ...openIn(given),
  }),
  component: lazyRouteComponent(loadPages, 'RulesPage'),
})

const due = createRoute({
  getParentRoute: () => area,
  path: '/due',
  validateSearch: (given: Given) => ({ ...oneOf('status', ['posted', 'skipped'], given), ...daysIn(given) }),
  component: lazyRouteComponent(loadPages, 'OccurrencesPage'),
})

export const booksRoutes = area.addChildren([overview, incomes, expenses, recurring, due])
