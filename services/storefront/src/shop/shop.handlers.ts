import { content, customDomainHeader, reply } from '@wp/http'
import { AppError, newSecret } from '@wp/kernel'
import type { IncomingHttpHeaders } from 'node:http'
import { handle } from '../deps.ts'
import type { StorefrontDeps } from '../deps.ts'
import { inShop, notFoundPage, placeFormOrder, showFrontPage, showOrder } from './shop.actions.ts'
import type { Visit } from './shop.actions.ts'
import * as routes from './shop.contract.ts'
import { contentSecurityPolicy, toContentPage, toProductPage } from './shop.view.ts'
import { styleSheet } from './style.view.ts'

const asPage = <Status extends 200 | 404 | 422>({ status, page }: { status: Status; page: string }) =>
  reply(status, content('text/html; charset=utf-8', page), {
    headers: { 'content-security-policy': contentSecurityPolicy },
  })

export const shopHandlers = (deps: StorefrontDeps) => [
  handle(routes.getShop, async ({ params, query, headers }) => {
    const { page } = query
    const visit = toVisit(params, query, headers, { path: '', query: page > 1 ? { page: `${page}` } : {} })
    return asPage(await inShop(deps, visit, (shop) => showFrontPage(deps, shop, page)))
  }),

  handle(routes.getShopStyle, () => reply(200, content('text/css; charset=utf-8', styleSheet))),

  handle(routes.getShopPage, async ({ params, query, headers }) => {
    const visit = toVisit(params, query, headers, { path: `/pages/${encodeURIComponent(params.pageSlug)}` })
    return asPage(
      await inShop(deps, visit, async (shop) => {
        const found = await deps.pages.findActive(shop.workspaceId, params.pageSlug)
        return found ? { status: 200, page: toContentPage(shop, found) } : notFoundPage(shop)
      }),
    )
  }),

  handle(routes.getShopProduct, async ({ params, query, headers }) => {
    const visit = toVisit(params, query, headers, {
      path: `/products/${encodeURIComponent(params.productSlug)}`,
    })
    return asPage(
      await inShop(deps, visit, async (shop) => {
        const found = await deps.products.findActive(shop.workspaceId, params.productSlug)
        return found
          ? { status: 200, page: toProductPage(shop, found, { key: newSecret() }) }
          : notFoundPage(shop)
      }),
    )
  }),

  handle(routes.createShopOrder, async ({ params, query, headers, body }) => {
    const answer = await inShop(deps, toVisit(params, query, headers, { path: '' }), (shop) => {
      requireForm(headers['content-type'])
      return placeFormOrder(deps, shop, body)
    })
    if (answer.status === 303) return reply(303, null, { headers: { location: answer.location } })
    return asPage(answer)
  }),

  handle(routes.getShopOrder, async ({ params, query, headers }) => {
    const { token = '' } = query
    const visit = toVisit(params, query, headers, {
      path: `/orders/${encodeURIComponent(params.orderId)}`,
      query: { token },
    })
    return asPage(await inShop(deps, visit, (shop) => showOrder(deps, shop, params.orderId, token)))
  }),
]

const toVisit = (
  { slug }: { slug: string },
  { language }: { language?: string | undefined },
  headers: IncomingHttpHeaders,
  here: Visit['here'],
): Visit => ({ slug, language, here, isOwnDomain: headers[customDomainHeader] !== undefined })

const requireForm = (contentType = ''): void => {
  if (/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)) return
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the form as application/x-www-form-urlencoded')
}
