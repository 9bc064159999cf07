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
import { inShop, notFoundPage, showFrontPage, showOrder } from './shop.actions.ts'
import type { Visit } from './shop.actions.ts'
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
  const toRedirect = (
    { slug, domain }: Pick<Visit, 'slug' | 'domain'>,
    { location, cart }: { location: string; cart: CartLine[] },
  ) => {
    const cookie = {
      name: cartCookie,
      value: writeCart(cart),
      path: domain ? '/' : `/shop/${slug}`,
      maxAgeSeconds: cart.length > 0 ? cartLifetimeSeconds : 0,
      secure: !deps.isDevelopment,
    }
    return reply(303, null, { headers: { location }, cookies: [cookie] })
  }

  return [
    handle(routes.getShop, async (request) => {
      const { search, category, page } = request.query
      const choice = { search, category, page }
      const visit = toVisit(request, choicePath(choice))
      return asPage(await inShop(deps, visit, (shop) => showFrontPage(deps, shop, choice)))
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
      const answer = await inShop(deps, toVisit(request, { path: '' }), async (shop) => {
        const products = await deps.products.listActiveAddresses(shop.workspaceId, maxSitemapProducts)
        return { status: 200 as const, sitemap: toSitemap(shop, products) }
      })
      if (answer.status === 404) throw notFound('Store')
      return reply(200, content('application/xml; charset=utf-8', answer.sitemap))
    }),

    handle(routes.getShopPage, async (request) => {
      const { pageSlug } = request.params
      const visit = toVisit(request, { path: `/pages/${encodeURIComponent(pageSlug)}` })
      const answer = await inShop(deps, visit, async (shop) => {
        const found = await deps.pages.findActive(shop.workspaceId, pageSlug)
        return found ? { status: 200 as const, page: toContentPage(shop, found) } : notFoundPage(shop)
      })
      return answer.status === 200 ? asPage(answer, sandboxPolicy) : asPage(answer)
    }),

    handle(routes.getShopProduct, async (request) => {
      const { productSlug } = request.params
      const visit = toVisit(request, { path: `/products/${encodeURIComponent(productSlug)}` })
      return asPage(
        await inShop(deps, visit, async (shop) => {
          const found = await deps.products.findActive(shop.workspaceId, productSlug)
          return found ? { status: 200, page: toProductPage(shop, found) } : notFoundPage(shop)
        }),
      )
    }),

    handle(routes.getShopCart, async (request) => {
      const visit = toVisit(request, { path: '/cart' })
      const isFull = request.query.full !== undefined
      return asPage(await inShop(deps, visit, (shop) => showCart(deps, shop, isFull)))
    }),

    handle(routes.changeShopCart, async (request) => {
      const visit = toVisit(request, { path: '/cart' })
      const answer = await inShop(deps, visit, async (shop) => {
        requireForm(request.headers['content-type'])
        return changeCartByForm(shop, request.body)
      })
      return answer.status === 303 ? toRedirect(visit, answer) : asPage(answer)
    }),

    handle(routes.createShopOrder, async (request) => {
      const visit = toVisit(request, { path: '/cart' })
      const answer = await inShop(deps, visit, (shop) => {
        requireForm(request.headers['content-type'])
        return placeFormOrder(deps, shop, request.body)
      })
      return answer.status === 303 ? toRedirect(visit, answer) : asPage(answer)
    }),

    handle(routes.getShopOrder, async (request) => {
      const { orderId } = request.params
      const { token = '' } = request.query
      const visit = toVisit(request, { path: `/orders/${encodeURIComponent(orderId)}`, query: { token } })
      return asPage(await inShop(deps, visit, (shop) => showOrder(deps, shop, orderId, token)))
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
