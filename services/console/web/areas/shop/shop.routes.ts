import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { shellRoute } from '../../app/shell.route.tsx'
import { addTexts } from '../../i18n/language.ts'
import type { TextLoader } from '../../i18n/language.ts'
import { toShopSearch } from './shop-search.rules.ts'

const loadTexts: TextLoader = (language) =>
  language === 'ar' ? import('./shop.ar.json') : import('./shop.en.json')

const area = createRoute({
  getParentRoute: () => shellRoute,
  path: '/shop',
  loader: () => addTexts(loadTexts),
})

/** All screens are in one chunk, so that the login page does not list a chunk for each of them. */
const load = () => import('./shop.pages.ts')

const screen = <const Path extends string>(path: Path, page: keyof Awaited<ReturnType<typeof load>>) =>
  createRoute({
    getParentRoute: () => area,
    path,
    validateSearch: toShopSearch,
    component: lazyRouteComponent(load, page),
  })

export const shopRoutes = area.addChildren([
  screen('/', 'FirstPage'),
  screen('/orders', 'OrdersPage'),
  screen('/products', 'ProductsPage'),
  screen('/products/$productId', 'ProductPage'),
  screen('/categories', 'CategoriesPage'),
  screen('/pictures', 'PicturesPage'),
  screen('/pages', 'ContentPagesPage'),
  screen('/pages/$pageId', 'ContentPagePage'),
  screen('/settings', 'ShopSettingsPage'),
])
