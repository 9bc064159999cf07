import { content, customDomainHeader, reply } from '@wp/http'
import { notFound } from '@wp/kernel'
import { contentSecurityPolicy, requireForm, toStyleSheet } from '@wp/public-pages'
import type { IncomingHttpHeaders } from 'node:http'
import { handle } from '../deps.ts'
import type { StorefrontDeps } from '../deps.ts'
import { changeCartByForm, placeFormOrder, showCart } from './cart.actions.ts'
import { cartCookie, cartLifetimeSeconds, readCart, writeCart } from './cart.rules.ts'
import type { CartLine } from './cart.rules.ts'
import { sandboxPolicy, toContentPage } from './layout.view.ts'
import { toProductPage } from './product.view.ts'
import { shopScript } from './script.view.ts'
import { noShop, notFoundPage, openShop, showFrontPage, showOrder } from './shop.actions.ts'
import type { OpenShop, Visit } from './shop.actions.ts'
import * as routes from './shop.contract.ts'
import { choicePath } from './shop.rules.ts'
import { maxSitemapProducts, toSitemap } from './sitemap.view.ts'
import { styleRules } from './style.view.ts'

const asPage = <Status extends 200 | 404 | 422>(
  { status, page }: { status: Status; page: string },
  policy = contentSecurityPolicy(),
) =>
  reply(status, content('text/html; charset=utf-8', page), { headers: { 'content-security-policy': policy } })

export const shopHandlers = (deps: StorefrontDeps) => {
  const toRedirect = (shop: OpenShop, { location, cart }: { location: string; cart: CartLine[] }) => {
    const cookie = {
      name: cartCookie,
      value: writeCart(cart),
      path: shop.base || '/',
      maxAgeSeconds: cart.length > 0 ? cartLifetimeSeconds : 0,
      secure: !deps.isDevelopment,
    }
    return reply(303, null, { headers: { location }, cookies: [cookie] })
  }

  return [
    handle(routes.getShop, async (request) => {
      const { search, category, page } = request.query
      const choice = { search, category, page }
      const shop = await openShop(deps, toVisit(request, choicePath(choice)))
      if (!shop) return asPage(noShop)
      return asPage(await showFrontPage(deps, shop, choice))
    }),

    handle(routes.getShopStyle, async ({ params }) => {
      const store = await deps.shopSettings.findPublished(params.slug)
      if (!store) throw notFound('Store')
      const workspace = await deps.workspaces.find(store.workspaceId)
      const accent = store.theme?.accent ?? workspace?.business.brandColor ?? null
      return reply(200, content('text/css; charset=utf-8', toStyleSheet(accent, styleRules)))
    }),

    handle(routes.getShopScript, () => reply(200, content('text/javascript; charset=utf-8', shopScript))),

    handle(routes.getShopSitemap, async (request) => {
      const shop = await openShop(deps, toVisit(request, { path: '' }))
      if (!shop) throw notFound('Store')
      const products = await deps.products.listActiveAddresses(shop.workspaceId, maxSitemapProducts)
      return reply(200, content('application/xml; charset=utf-8', toSitemap(shop, products)))
    }),

    handle(routes.getShopPage, async (request) => {
      const { pageSlug } = request.params
      const shop = await openShop(deps, toVisit(request, { path: `/pages/${encodeURIComponent(pageSlug)}` }))
      if (!shop) return asPage(noShop)
      const found = await deps.pages.findActive(shop.workspaceId, pageSlug)
      if (!found) return asPage(notFoundPage(shop))
      return asPage({ status: 200, page: toContentPage(shop, found) }, sandboxPolicy)
    }),

    handle(routes.getShopProduct, async (request) => {
      const { productSlug } = request.params
      const shop = await openShop(
        deps,
        toVisit(request, { path: `/products/${encodeURIComponent(productSlug)}` }),
      )
      if (!shop) return asPage(noShop)
      const found = await deps.products.findActive(shop.workspaceId, productSlug)
      if (!found) return asPage(notFoundPage(shop))
      return asPage({ status: 200, page: toProductPage(shop, found) })
    }),

    handle(routes.getShopCart, async (request) => {
      const shop = await openShop(deps, toVisit(request, { path: '/cart' }))
      if (!shop) return asPage(noShop)
      return asPage(await showCart(deps, shop, request.query.full !== undefined))
    }),

    handle(routes.changeShopCart, async (request) => {
      const shop = await openShop(deps, toVisit(request, { path: '/cart' }))
      if (!shop) return asPage(noShop)
      requireForm(request.headers['content-type'])
      return toRedirect(shop, changeCartByForm(shop, request.body))
    }),

    handle(routes.createShopOrder, async (request) => {
      const shop = await openShop(deps, toVisit(request, { path: '/cart' }))
      if (!shop) return asPage(noShop)
      requireForm(request.headers['content-type'])
      const answer = await placeFormOrder(deps, shop, request.body)
      return answer.status === 303 ? toRedirect(shop, answer) : asPage(answer)
    }),

    handle(routes.getShopOrder, async (request) => {
      const { orderId } = request.params
      const { token = '' } = request.query
      const here = { path: `/orders/${encodeURIComponent(orderId)}`, query: { token } }
      const shop = await openShop(deps, toVisit(request, here))
      if (!shop) return asPage(noShop)
      return asPage(await showOrder(deps, shop, orderId, token))
    }),
  ]
}

type ShopRequest = {
  params: { slug: string }
  query: { language?: string | undefined }
  headers: IncomingHttpHeaders
  cookies: Readonly<Record<string, string>>
}

const toVisit = ({ params, query, headers, cookies }: ShopRequest, here: Visit['here']): Visit => ({
  slug: params.slug,
  domain: headers[customDomainHeader]?.toString() ?? null,
  language: query.language,
  here,
  cart: readCart(cookies[cartCookie]),
})
