import { hashSecret, isId } from '@wp/kernel'
import { textsFor } from '@wp/texts'
import { noBusiness, toPublicBusiness } from '@wp/workspaces'
import type { StorefrontDeps } from '../deps.ts'
import { countUnits } from './cart.rules.ts'
import type { CartLine } from './cart.rules.ts'
import { noShopPage, toErrorPage } from './layout.view.ts'
import type { Shop } from './shop.view.ts'
import { toOrderPage } from './order.view.ts'
import { toFrontPage } from './product.view.ts'
import { shopLanguages } from './shop.rules.ts'
import type { ProductChoice, ShopPath } from './shop.rules.ts'

export type ShopDeps = Pick<
  StorefrontDeps,
  | 'db'
  | 'clock'
  | 'workspaces'
  | 'shopSettings'
  | 'pages'
  | 'logger'
  | 'products'
  | 'heldStock'
  | 'stockReservations'
  | 'stockSettlement'
  | 'categories'
  | 'domains'
  | 'orders'
  | 'orderNumbers'
  | 'publicUrl'
>
export type OpenShop = Shop & { workspaceId: string; cart: CartLine[] }

const productsOnPage = 24

/** A request for a shop's page; `domain` is the custom domain on which it arrived. */
export type Visit = {
  slug: string
  domain: string | null
  language: string | undefined
  here: ShopPath
  cart: CartLine[]
}

/** Loads what every page of a published shop shows; null for other shops. On a custom domain, links omit `/shop/:slug`. */
export const openShop = async (
  { shopSettings, pages, categories, domains, workspaces, publicUrl }: ShopDeps,
  { slug, domain, language: wanted, here, cart }: Visit,
): Promise<OpenShop | null> => {
  const store = await shopSettings.findPublished(slug)
  if (!store) return null
  const { workspaceId } = store
  const [titles, listed, workspace, ownDomain] = await Promise.all([
    pages.listActiveTitles(workspaceId),
    categories.list(workspaceId),
    workspaces.find(workspaceId),
    domain ?? domains.findActiveName(workspaceId),
  ])
  const business = toPublicBusiness(workspace ?? { name: store.name, business: noBusiness })
  const languages = shopLanguages(store.locale, workspace?.languages)
  return {
    store,
    base: domain ? '' : `/shop/${slug}`,
    origin: domain ? `https://${domain}` : publicUrl,
    home: ownDomain ? `https://${ownDomain}` : `${publicUrl}/shop/${slug}`,
    language: wanted !== undefined && languages.includes(wanted) ? wanted : store.locale,
    languages,
    here,
    workspaceId,
    business,
    pages: titles,
    categories: listed,
    cart,
    cartCount: countUnits(cart),
  }
}

export const noShop = { status: 404, page: noShopPage } as const

export const notFoundPage = (shop: Shop): { status: 404; page: string } => {
  const texts = textsFor(shop.language).page
  return { status: 404, page: toErrorPage(shop, texts.notFound, texts.notFoundHint) }
}

/** Shows a page of products. An unknown category shows all products. */
export const showFrontPage = async ({ products }: ShopDeps, shop: OpenShop, choice: ProductChoice) => {
  const category = shop.categories.find(({ slug }) => slug === choice.category)
  const { items, pagination } = await products.list(shop.workspaceId, {
    page: choice.page,
    limit: productsOnPage,
    status: 'active',
    search: choice.search,
    categoryId: category?.id,
  })
  const { totalPages } = 'totalPages' in pagination ? pagination : { totalPages: 1 }
  return { status: 200 as const, page: toFrontPage(shop, items, { choice, totalPages }) }
}

export const showOrder = async (
  { orders }: ShopDeps,
  shop: OpenShop,
  orderId: string,
  token: string,
): Promise<{ status: 200 | 404; page: string }> => {
  const order = isId(orderId) ? await orders.findByToken(shop.workspaceId, hashSecret(token)) : null
  return order?.id === orderId ? { status: 200, page: toOrderPage(shop, order) } : notFoundPage(shop)
}
