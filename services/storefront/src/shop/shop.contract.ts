import { defineRoute, ErrorEnvelope, open, raw } from '@wp/http'
import { z } from 'zod'

const html = raw('text/html')
/** These routes return HTML pages. Requests rejected before they reach a shop get the usual JSON error response. */
const refusal = [ErrorEnvelope, html] as const
const path = '/shop/:slug'
const tag = 'Shop pages'
/**
 * Pages show the visitor's cart, so only the visitor's browser may cache them, and must revalidate every
 * time.
 */
const cache = 'private, no-cache'
/** Any other value is ignored, without an error. */
const choice = z.string().trim().min(1).max(100).optional().catch(undefined)
const form = { rawBody: true, bodyLimit: 64 * 1024 } as const
const inLanguage = {
  language: z
    .string()
    .optional()
    .catch(undefined)
    .describe(
      "One of the workspace's languages; any other value selects the store's language without an error",
    ),
}

export const getShop = defineRoute({
  id: 'getShop',
  method: 'GET',
  path,
  root: true,
  host: 'custom-domain',
  summary: "Get a shop's front page",
  description:
    "Returns an HTML page that lists the shop's products, those of a category, or those whose name matches a search.",
  tag,
  access: open(),
  query: z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    search: choice.describe('Matches the beginning of words in the name'),
    category: choice.describe('Slug of a category'),
    ...inLanguage,
  }),
  etag: true,
  cache,
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
  description: "Contains the colors of the store's theme, or of the business.",
  tag,
  access: open(),
  etag: true,
  cache: 'public, max-age=300',
  replies: { 200: raw('text/css') },
  fails: [404],
})

export const getShopScript = defineRoute({
  id: 'getShopScript',
  method: 'GET',
  path: `${path}/script.js`,
  root: true,
  host: 'custom-domain',
  summary: 'Get the script for shop pages',
  description: 'The pages also work without it.',
  tag,
  access: open(),
  etag: true,
  cache: 'public, max-age=300',
  replies: { 200: raw('text/javascript') },
  fails: [],
})

export const getShopSitemap = defineRoute({
  id: 'getShopSitemap',
  method: 'GET',
  path: `${path}/sitemap.xml`,
  root: true,
  host: 'custom-domain',
  summary: "Get a shop's sitemap",
  description:
    'Lists the front page, categories, content pages and the 5,000 newest products for search engines.',
  tag,
  access: open(),
  rate: 'large',
  query: z.object(inLanguage),
  etag: true,
  cache: 'public, no-cache',
  replies: { 200: raw('application/xml') },
  fails: [400, 404],
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
  cache,
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
  description: 'Returns an HTML page with the form that puts the product into the cart.',
  tag,
  access: open(),
  query: z.object(inLanguage),
  etag: true,
  cache,
  replies: { 200: html, 404: refusal },
  fails: [400],
})

export const getShopCart = defineRoute({
  id: 'getShopCart',
  method: 'GET',
  path: `${path}/cart`,
  root: true,
  host: 'custom-domain',
  summary: "Get the page of the visitor's cart",
  description:
    'Returns an HTML page with the products in the cart and the order form. The cart is the cookie `wp_cart`, which contains ids and quantities.',
  tag,
  access: open(),
  rate: 'large',
  query: z.object({ full: choice.describe('Any value shows that the cart is full'), ...inLanguage }),
  replies: { 200: html, 404: refusal },
  fails: [400],
})

export const changeShopCart = defineRoute({
  id: 'changeShopCart',
  method: 'POST',
  path: `${path}/cart`,
  root: true,
  host: 'custom-domain',
  summary: "Change the visitor's cart",
  description:
    'Accepts `application/x-www-form-urlencoded` and redirects to the cart. The fields `productId`, `variantId` and `quantity` can be repeated: they set quantities (0 removes a product), or add to them with `action=add`. `remove` names a product (`<productId>` or `<productId>.<variantId>`) to remove. A cart can contain 50 products. Nothing is stored or reserved.',
  tag,
  access: open(),
  query: z.object(inLanguage),
  ...form,
  replies: { 303: null, 404: refusal },
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
    'Accepts `application/x-www-form-urlencoded` and redirects to the order. The hidden field `key` ensures that submitting the form twice places only one order. The form also contains the total that the customer saw; if prices have changed since then, the cart is shown again.',
  tag,
  access: open(),
  query: z.object(inLanguage),
  rate: 'order',
  ...form,
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
