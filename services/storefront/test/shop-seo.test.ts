import * as identity from '@wp/identity/contract'
import { platform, visitorApi } from '@wp/testing'
import { pageOf } from '@wp/testing/pages'
import { describe, expect, it } from 'vitest'
import { domainStore } from '../src/domains/domain.store.ts'
import * as contract from '../src/contract.ts'
import { openStorefrontDatabase } from './peers.ts'
import { newShop } from './shop.ts'

const visitor = visitorApi(contract)
const picture = 'https://pictures.example/vase.png'
const headOf = (body: unknown) => {
  const head = pageOf(body)
  const meta = (name: string) =>
    head.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute('content')
  const links = (rel: string) =>
    [...head.querySelectorAll(`link[rel=${rel}]`)].map((link) => link.getAttribute('href'))
  const data = head.querySelector('script[type="application/ld+json"]')?.textContent
  return {
    title: head.querySelector('title')?.textContent,
    meta,
    links,
    data: data && (JSON.parse(data) as unknown),
  }
}

describe('search engine data of a shop', () => {
  it('has titles, descriptions, canonical addresses, Open Graph and structured data', async () => {
    const shop = await newShop()
    const { api, slug } = shop
    const description = 'Hand-made vases from Fustat.'
    await api.putStore({ slug, name: 'Blue Moon', isPublished: true, description })
    await shop.use(identity).updateWorkspace({ languages: ['en', 'ar'] })
    const fields = { name: 'Blue Vase', price: 12.5, status: 'active' as const, images: [picture] }
    const { product } = (
      await api.createProduct({
        ...fields,
        description: `Blue </script> & round. ${'It is long. '.repeat(30)}`,
        variants: [
          { name: 'Small', sku: 'V-1', stock: 0 },
          { name: 'Large', price: 20 },
        ],
      })
    ).body
    const home = `${platform().gatewayUrl}/shop/${slug}`
    await expect
      .poll(async () => headOf((await visitor.getShop({ params: { slug } })).body).links('alternate'))
      .toEqual([home, `${home}?language=ar`])
    const front = headOf((await visitor.getShop({ params: { slug } })).body)
    expect([front.title, front.meta('description'), front.links('canonical')]).toEqual([
      'Blue Moon',
      description,
      [home],
    ])
    expect(front.meta('og:url')).toBe(home)
    expect(front.data).toMatchObject({ '@type': 'OnlineStore', name: 'Blue Moon', url: home })
    const params = { slug, productSlug: product.slug }
    const arabic = headOf((await visitor.getShopProduct({ params, query: { language: 'ar' } })).body)
    const address = `${home}/products/blue-vase?language=ar`
    expect([arabic.title, arabic.links('canonical')]).toEqual(['Blue Vase • Blue Moon', [address]])
    expect(arabic.meta('description')).toMatch(/^Blue <\/script> & round\..*…$/)
    expect([arabic.meta('og:type'), arabic.meta('og:image'), arabic.meta('og:title')]).toEqual([
      'product',
      picture,
      'Blue Vase',
    ])
    expect(arabic.data).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Blue Vase',
      image: [picture],
      offers: [
        {
          name: 'Small',
          sku: 'V-1',
          price: 12.5,
          priceCurrency: 'USD',
          availability: 'https://schema.org/OutOfStock',
        },
        { name: 'Large', price: 20, availability: 'https://schema.org/InStock', url: address },
      ],
    })
    for (const { body } of [
      await visitor.getShopCart({ params: { slug } }),
      await visitor.getShop({ params: { slug }, query: { search: 'vase' } }),
      await visitor.getShopProduct({ params: { slug, productSlug: 'none' } }),
    ]) {
      const { meta, links } = headOf(body)
      expect([meta('robots'), links('canonical')]).toEqual(['noindex', []])
    }
  })

  it('points to the custom domain once it is active, and lists all addresses in the sitemap', async () => {
    const shop = await newShop()
    const { api, slug, workspaceId } = shop
    const { product } = (await api.createProduct({ name: 'Vase & co', price: 1, status: 'active' })).body
    await api.createProduct({ name: 'Draft', price: 1 })
    await api.createPage({ type: 'faq', title: 'FAQ', status: 'active' })
    await api.createCategory({ name: 'Hair' })
    const addresses = async () => {
      const { body, headers } = await visitor.getShopSitemap({ params: { slug } })
      expect(headers.get('content-type')).toBe('application/xml; charset=utf-8')
      expect(body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\s*<urlset /)
      return [...pageOf(body).querySelectorAll('loc')].map(({ textContent }) => textContent)
    }
    const listed = (home: string) => [
      home,
      `${home}?category=hair`,
      `${home}/pages/faq`,
      `${home}/products/${product.slug}`,
    ]
    expect(await addresses()).toEqual(listed(`${platform().gatewayUrl}/shop/${slug}`))
    const domain = `${slug}.example`
    const db = await openStorefrontDatabase()
    try {
      const token = { verificationToken: 'x', isVerified: true }
      await domainStore(db).insert(workspaceId, { domain, status: 'active', sslStatus: 'pending', ...token })
    } finally {
      await db.close()
    }
    expect(await addresses()).toEqual(listed(`https://${domain}`))
    const front = headOf((await visitor.getShop({ params: { slug } })).body)
    expect(front.links('canonical')).toEqual([`https://${domain}`])
    expect(await visitor.getShopSitemap({ params: { slug: 'no-such-shop' } })).toFailWith(404, 'NOT_FOUND')
  })
})
