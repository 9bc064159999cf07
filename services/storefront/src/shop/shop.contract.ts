import { defineRoute, ErrorEnvelope, open, raw } from '@wp/http'
import { z } from 'zod'

const html = raw('text/html')
/** These routes return HTML pages. Requests rejected before they reach a shop get the usual JSON error response. */
const refusal = [ErrorEnvelope, html] as const
const path = '/shop/:slug'
const tag = 'Shop pages'
const inLanguage = {
  language: z
    .string()
    .optional()
    .catch(undefined)
    .describe(
      "One of the workspace's languages; any other value selects the language of the store, without an error",
    ),
}

export const getShop = defineRoute({
  id: 'getShop',
  method: 'GET',
  path,
  root: true,
  host: 'custom-domain',
  summary: "Get a shop's front page",
  description: "Returns an HTML page that lists the shop's products and links to its content pages.",
  tag,
  access: open(),
  query: z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1), ...inLanguage }),
  etag: true,
  cache: 'public, no-cache',
  replies: { 200: html, 404: refusal },
  fails: [400],
})

export const getShopStyle = defineRoute({
  id: 'getShopStyle',
  method: 'GET',
  path: `${path}/style.css`,
  root: true,
  host: 'custom-domain',
  summary: 'Get the style sheet for shop pages',
  tag,
  access: open(),
  etag: true,
  cache: 'public, max-age=3600',
  replies: { 200: raw('text/css') },
  fails: [404],
})

export const getShopPage = defineRoute({
  id: 'getShopPage',
  method: 'GET',
  path: `${path}/pages/:pageSlug`,
  root: true,
  host: 'custom-domain',
  summary: "Get a shop's content page",
  tag,
  access: open(),
  query: z.object(inLanguage),
  etag: true,
  cache: 'public, no-cache',
  replies: { 200: html, 404: refusal },
  fails: [400],
})

export const getShopProduct = defineRoute({
  id: 'getShopProduct',
  method: 'GET',
  path: `${path}/products/:productSlug`,
  root: true,
  host: 'custom-domain',
  summary: 'Get a product page',
  description: 'Returns an HTML page with the order form.',
  tag,
  access: open(),
  query: z.object(inLanguage),
  replies: { 200: html, 404: refusal },
  fails: [400],
})

export const createShopOrder = defineRoute({
  id: 'createShopOrder',
  method: 'POST',
  path: `${path}/orders`,
  root: true,
  host: 'custom-domain',
  summary: 'Submit the order form',
  description:
    'Accepts `application/x-www-form-urlencoded` and redirects to the order. The hidden field `key` ensures that submitting the form twice places only one order.',
  tag,
  access: open(),
  query: z.object(inLanguage),
  rate: 'order',
  rawBody: true,
  bodyLimit: 64 * 1024,
  replies: { 303: null, 404: refusal, 422: refusal },
  fails: [400],
})

export const getShopOrder = defineRoute({
  id: 'getShopOrder',
  method: 'GET',
  path: `${path}/orders/:orderId`,
  root: true,
  host: 'custom-domain',
  summary: 'Get an order page',
  description: "Requires the order's token.",
  tag,
  access: open(),
  params: z.object({ orderId: z.string().max(100) }),
  query: z.object({ token: z.string().max(200).optional(), ...inLanguage }),
  replies: { 200: html, 404: refusal },
  fails: [400],
})
