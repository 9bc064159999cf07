import { content, customDomainHeader, reply } from '@wp/http'
import { AppError, newSecret } from '@wp/kernel'
import type { IncomingHttpHeaders } from 'node:http'
import { handle } from '../deps.ts'
import type { StorefrontDeps } from '../deps.ts'
import { inShop, notFoundPage, placeFormOrder, showFrontPage, showOrder } from './shop.actions.ts'
import * as routes from './shop.contract.ts'
import { contentSecurityPolicy, toContentPage, toProductPage } from './shop.view.ts'
import { styleSheet } from './style.view.ts'

const asPage = <Status extends 200 | 404 | 422>({ status, page }: { status: Status; page: string }) =>
  reply(status, content('text/html; charset=utf-8', page), {
    headers: { 'content-security-policy': contentSecurityPolicy },
  })

const isOwnDomain = (headers: IncomingHttpHeaders): boolean => headers[customDomainHeader] !== undefined

export const shopHandlers = (deps: StorefrontDeps) => [
  handle(routes.getShop, async ({ params, query, headers }) =>
    asPage(
      await inShop(deps, params.slug, isOwnDomain(headers), (shop) => showFrontPage(deps, shop, query.page)),
    ),
  ),

  handle(routes.getShopStyle, () => reply(200, content('text/css; charset=utf-8', styleSheet))),

  handle(routes.getShopPage, async ({ params, headers }) =>
    asPage(
      await inShop(deps, params.slug, isOwnDomain(headers), async (shop) => {
        const found = await deps.pages.findActive(shop.workspaceId, params.pageSlug)
        return found ? { status: 200, page: toContentPage(shop, found) } : notFoundPage(shop)
      }),
    ),
  ),

  handle(routes.getShopProduct, async ({ params, headers }) =>
    asPage(
      await inShop(deps, params.slug, isOwnDomain(headers), async (shop) => {
        const found = await deps.products.findActive(shop.workspaceId, params.productSlug)
        return found
          ? { status: 200, page: toProductPage(shop, found, { key: newSecret() }) }
          : notFoundPage(shop)
      }),
    ),
  ),

  handle(routes.createShopOrder, async ({ params, headers, body }) => {
    const answer = await inShop(deps, params.slug, isOwnDomain(headers), (shop) => {
      requireForm(headers['content-type'])
      return placeFormOrder(deps, shop, body)
    })
    if (answer.status === 303) return reply(303, null, { headers: { location: answer.location } })
    return asPage(answer)
  }),

  handle(routes.getShopOrder, async ({ params, query, headers }) =>
    asPage(
      await inShop(deps, params.slug, isOwnDomain(headers), (shop) =>
        showOrder(deps, shop, params.orderId, query.token ?? ''),
      ),
    ),
  ),
]

const requireForm = (contentType = ''): void => {
  if (/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType)) return
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the form as application/x-www-form-urlencoded')
}
