import { Html, html } from '@wp/http'
import { imageUrl } from '@wp/workspaces'
import type { Shop } from './shop.view.ts'
import { shopAddress } from './shop.rules.ts'

/** The metadata of a page for search engines and other sites. */
export type PageMeta = {
  /** Null for the front page, whose title is the name of the shop. */
  title: string | null
  description?: string | null
  /** The URL of an image. */
  image?: string | null
  type?: 'website' | 'product'
  /** Structured data (schema.org). */
  data?: object
  /** Not listed by search engines: the cart, orders, searches and errors. */
  isPrivate?: boolean
  /** Contains the merchant's HTML, so no scripts may run. */
  isSandboxed?: boolean
}

const longestDescription = 160

/** Returns a text as one line, shortened at a word boundary. */
export const toSummary = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= longestDescription) return line
  return `${line.slice(0, longestDescription).replace(/\s+\S*$/, '')}…`
}

export const toHead = (shop: Shop, meta: PageMeta): Html => {
  const { store, business } = shop
  const title = meta.title === null ? store.name : `${meta.title} • ${store.name}`
  const icon =
    business.logoImageId &&
    html`<link rel="icon" type="image/webp" href="${imageUrl(business.logoImageId, 320)}" />`
  if (meta.isPrivate)
    return html`<title>${title}</title>
      <meta name="robots" content="noindex" />
      ${icon}`
  const description = toSummary(meta.description ?? store.description ?? '')
  return html`<title>${title}</title>
    ${description && html`<meta name="description" content="${description}" />`}
    <link rel="canonical" href="${canonicalAddress(shop)}" />
    ${toAlternates(shop)}${icon}${toOpenGraph(shop, meta, description)}
    ${meta.data && toStructuredData(meta.data)}`
}

/** Returns the address of the page for search engines. */
export const canonicalAddress = (shop: Shop, language = shop.language): string => {
  const { home, store, here } = shop
  const address = shopAddress({ base: '', store }, language, here)
  return address === '/' ? home || '/' : `${home}${address.startsWith('/?') ? address.slice(1) : address}`
}

const toAlternates = (shop: Shop): Html[] =>
  shop.languages.length < 2
    ? []
    : shop.languages.map(
        (language) =>
          html`<link rel="alternate" hreflang="${language}" href="${canonicalAddress(shop, language)}" /> `,
      )

const toOpenGraph = (shop: Shop, { title, image, type = 'website' }: PageMeta, description: string): Html => {
  const { store, language } = shop
  const property = (name: string, value: string | null | undefined) =>
    value && html`<meta property="og:${name}" content="${value}" /> `
  return html`${property('title', title ?? store.name)}${property('description', description)}
  ${property('type', type)}${property('url', canonicalAddress(shop))}${property('site_name', store.name)}
  ${property('locale', language)}${property('image', image)}
  ${image && html`<meta name="twitter:card" content="summary_large_image" />`}`
}

/** Browsers do not run it. `<` is escaped, because it could end the element. */
const toStructuredData = (data: object): Html =>
  new Html(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`)
