import { html } from '@wp/http'
import type { StoredProduct } from '../products/product.store.ts'
import { canonicalAddress } from './head.view.ts'
import type { Shop } from './shop.view.ts'

/** The maximum number of products in a sitemap; the format allows 50,000 URLs. */
export const maxSitemapProducts = 5000

/** Renders the addresses of a shop for search engines, each with its other languages. */
export const toSitemap = (
  shop: Shop,
  products: readonly Pick<StoredProduct, 'slug' | 'updatedAt'>[],
): string => {
  const { pages, categories } = shop
  const entries: { path: string; query?: Record<string, string>; changedAt?: Date }[] = [
    { path: '' },
    ...categories.map(({ slug }) => ({ path: '', query: { category: slug } })),
    ...pages.map(({ slug }) => ({ path: `/pages/${slug}` })),
    ...products.map(({ slug, updatedAt }) => ({ path: `/products/${slug}`, changedAt: updatedAt })),
  ]
  return html`<?xml version="1.0" encoding="UTF-8"?>
    <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
      ${entries.map(({ path, query, changedAt }) => {
        const here = { path, ...(query && { query }) }
        const address = canonicalAddress({ ...shop, here }, shop.store.locale)
        return html`<url
          ><loc>${address}</loc>${changedAt && html`<lastmod>${changedAt.toISOString()}</lastmod>`}</url
        > `
      })}</urlset
    > `.text
}
