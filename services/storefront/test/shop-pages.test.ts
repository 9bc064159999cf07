import * as identity from '@wp/identity/contract'
import { platform } from '@wp/testing'
import { accessibilityFindings, pageOf, textOf } from '@wp/testing/pages'
import { describe, expect, it } from 'vitest'
import { newProduct, newShop } from './shop.ts'
import {
  ann,
  cartPage,
  change,
  cookieOf,
  fieldsOf,
  fillCart,
  follow,
  orderFields,
  productPage,
  send,
  urlencoded,
  visitor,
} from './shop-visitor.ts'

const picture = 'https://pictures.example/vase.png'

describe('GET /shop/:slug', () => {
  it('shows active products with images and prices, and links to active content pages', async () => {
    const shop = await newShop()
    const product = await newProduct(shop, { name: 'Blue Vase', price: 12.5 })
    const images = ['http://pictures.example/a.png', picture]
    await shop.api.updateProduct({ params: { productId: product.id }, body: { images } })
    await shop.api.createProduct({ name: 'Hidden', price: 1 })
    await shop.api.createPage({ type: 'about-us', title: 'About us', status: 'active', content: '<p>Hi</p>' })
    await shop.api.createPage({ type: 'faq', title: 'Draft' })
    const { status, body, headers } = await visitor.getShop({ params: { slug: shop.slug } })
    expect(status).toBe(200)
    expect(textOf(body)).toContain('Blue Vase $12.50')
    expect(textOf(body)).not.toMatch(/Hidden|Draft/)
    expect(body).not.toContain(shop.email)
    const page = pageOf(body)
    expect([...page.querySelectorAll('img')].map(({ src }) => src)).toEqual([picture])
    expect(page.documentElement.getAttribute('dir')).toBe('ltr')
    const links = [...page.querySelectorAll('a')].map((link) => link.getAttribute('href'))
    expect(links).toContain(`/shop/${shop.slug}/products/blue-vase`)
    expect(links).toContain(`/shop/${shop.slug}/pages/about-us`)
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    const etag = headers.get('etag')!
    const again = await visitor.getShop({ params: { slug: shop.slug }, headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
  })

  it('accepts a trailing slash, paginates products, and returns a 404 page for an unknown or unpublished shop', async () => {
    const shop = await newShop()
    for (let number = 1; number <= 25; number += 1) await newProduct(shop, { name: `Vase ${number}` })
    const front = await follow(`/shop/${shop.slug}/`)
    expect(textOf(front.text)).toContain('Vase 25')
    expect(textOf(front.text)).not.toContain('Vase 1 ')
    const second = (await visitor.getShop({ params: { slug: shop.slug }, query: { page: 2 } })).body as string
    expect(textOf(second)).toContain('Vase 1 ')
    expect(textOf(second)).toContain('Previous page')
    const nowhere = await visitor.getShop({ params: { slug: 'no-such-shop' } })
    expect([nowhere.status, nowhere.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    await shop.api.putStore({ slug: shop.slug, name: 'x', isPublished: false })
    expect((await visitor.getShop({ params: { slug: shop.slug } })).status).toBe(404)
  })

  it('renders an Arabic shop from right to left', async () => {
    const shop = await newShop()
    await shop.api.putStore({ slug: shop.slug, name: 'متجر القمر', locale: 'ar', isPublished: true })
    await newProduct(shop, { name: 'مزهرية' })
    const { body } = await visitor.getShop({ params: { slug: shop.slug } })
    const { documentElement } = pageOf(body)
    expect([documentElement.lang, documentElement.dir]).toEqual(['ar', 'rtl'])
    expect(textOf(body)).toContain('المنتجات')
  })
})

describe('the languages of a shop', () => {
  const switchOf = (text: string) =>
    [...pageOf(text).querySelectorAll('.languages a')].map((link) => [
      link.getAttribute('lang'),
      link.getAttribute('href'),
      link.getAttribute('aria-current'),
    ])

  it('lets visitors switch between the languages of the workspace and keeps the choice until the order', async () => {
    const shop = await newShop()
    const { slug } = shop
    const product = await newProduct(shop, { name: 'Blue Vase' })
    const front = async (language?: string) =>
      (await visitor.getShop({ params: { slug }, query: { language } })).body as string
    expect(switchOf(await front())).toEqual([]) // only English
    await shop.use(identity).updateWorkspace({ languages: ['fr', 'ar', 'en'] })
    await expect
      .poll(async () => switchOf(await front()))
      .toEqual([
        ['en', `/shop/${slug}`, 'true'],
        ['fr', `/shop/${slug}?language=fr`, null],
        ['ar', `/shop/${slug}?language=ar`, null],
      ])
    expect(textOf(await front())).toContain('English Français العربية')
    const arabic = pageOf(await front('ar'))
    expect([arabic.documentElement.lang, arabic.documentElement.dir]).toEqual(['ar', 'rtl'])
    const [link] = [...arabic.querySelectorAll('.products a')].map((each) => each.getAttribute('href'))
    const address = `/shop/${slug}/products/${product.slug}?language=ar`
    expect(link).toBe(address)
    const { text } = await follow(address)
    expect(switchOf(text)[0]).toEqual(['en', `/shop/${slug}/products/${product.slug}`, null])
    const submit = (page: string, name: string, changes: Record<string, string>, cookie = '') => {
      const action = pageOf(page).querySelector(`main form[action*="${name}"]`)!.getAttribute('action')!
      expect(action).toBe(`/shop/${slug}${name}?language=ar`)
      const body = fieldsOf(page, name, changes)
      const headers = { cookie }
      return fetch(new URL(action, platform().gatewayUrl), {
        method: 'POST',
        redirect: 'manual',
        headers,
        body,
      })
    }
    const cookie = cookieOf(await submit(text, '/cart', {}))
    const cart = await follow(`/shop/${slug}/cart?language=ar`, cookie)
    const sent = await submit(cart.text, '/orders', ann, cookie)
    const order = await follow(sent.headers.get('location')!)
    expect(order.status).toBe(200)
    expect(pageOf(order.text).documentElement.lang).toBe('ar')
    const english = await follow(switchOf(order.text)[0]![1]!)
    expect(english.status).toBe(200)
    expect(textOf(english.text)).toContain('Your order')
  })

  it('shows the language of the store for a language that the workspace does not have', async () => {
    const { slug } = await newShop()
    for (const language of ['ar', 'tlh', '__proto__', '"><script>', '']) {
      const { status, body } = await visitor.getShop.raw({ params: { slug }, query: { language } })
      expect(status).toBe(200)
      expect(pageOf(body).documentElement.lang).toBe('en')
    }
  })

  it('returns 400 for a parameter that is given twice', async () => {
    const { slug } = await newShop()
    const query = { language: ['ar', 'fr'] as unknown as string }
    const params = { slug, pageSlug: 'a', productSlug: 'a', orderId: 'a' }
    for (const reply of [
      await visitor.getShop.raw({ params, query }),
      await visitor.getShopPage.raw({ params, query }),
      await visitor.getShopProduct.raw({ params, query }),
      await visitor.getShopOrder.raw({ params, query }),
      await visitor.getShopCart.raw({ params, query }),
      await visitor.getShopSitemap.raw({ params, query }),
      await visitor.changeShopCart.raw({ params, query, headers: urlencoded, body: '' }),
      await visitor.createShopOrder.raw({ params, query, headers: urlencoded, body: '' }),
    ])
      expect(reply).toFailWith(400, 'INVALID_REQUEST')
  })

  it('keeps the language on error pages and encodes the address of an unknown page', async () => {
    const shop = await newShop()
    const { slug } = shop
    const product = await newProduct(shop)
    await shop.use(identity).updateWorkspace({ languages: ['en', 'de'] })
    await expect.poll(async () => switchOf((await follow(`/shop/${slug}`)).text)).toHaveLength(2)
    const missing = await follow(`/shop/${slug}/pages/${encodeURIComponent('a?b="c')}?language=de`)
    expect(missing.status).toBe(404)
    expect(switchOf(missing.text)[0]![1]).toBe(`/shop/${slug}/pages/a%3Fb%3D%22c`)
    const body = await orderFields(shop, product.slug, { name: '' })
    const address = new URL(`/shop/${slug}/orders?language=de`, platform().gatewayUrl)
    const refused = await fetch(address, { method: 'POST', body })
    expect(refused.status).toBe(422)
    const text = await refused.text()
    expect(switchOf(text)[0]![1]).toBe(`/shop/${slug}/cart`)
    expect(pageOf(text).documentElement.lang).toBe('de')
  })
})

describe('the footer of a shop', () => {
  it("shows the business in the shop's language, and nothing without details", async () => {
    const shop = await newShop()
    const front = async () => (await visitor.getShop({ params: { slug: shop.slug } })).body as string
    expect(pageOf(await front()).querySelector('footer')).toBeNull()
    await shop.use(identity).updateWorkspace({
      business: {
        legalName: 'Luna <SARL>',
        email: 'bonjour@luna.example',
        address: { line1: '1 rue X', city: 'Lyon', countryCode: 'FR' },
      },
    })
    await shop.api.putStore({ slug: shop.slug, name: 'Luna', locale: 'es', isPublished: true })
    await expect.poll(async () => textOf(await front())).toContain('Luna <SARL>')
    const page = pageOf(await front())
    const footer = page.querySelector('footer')!
    expect(footer.textContent).toContain('Francia')
    const link = page.querySelector('footer a')
    expect(link?.getAttribute('href')).toBe('mailto:bonjour@luna.example')
    expect(textOf(await front())).toContain('Productos')
  })
})

describe('every shop page', () => {
  it("runs only the shop's own script and escapes names", async () => {
    const shop = await newShop()
    const evil = `<img src=x onerror=alert(1)>"'></script><script>alert(1)</script>`
    const fields = { slug: shop.slug, name: evil, description: evil, isPublished: true }
    await shop.api.putStore(fields)
    await shop.api.createCategory({ name: `${evil.slice(0, 60)}` })
    const product = await newProduct(shop, { name: evil })
    const variants = [{ name: evil.slice(0, 70) }]
    await shop.api.updateProduct({ params: { productId: product.id }, body: { description: evil, variants } })
    const content = `<p onclick="x()">Hi</p><form action="/x"><input></form><iframe src="https://a.example"></iframe>${evil}`
    await shop.api.createPage({ type: 'about-us', title: evil, status: 'active', content })
    const { slug } = shop
    const cookie = cookieOf(await change(shop, fieldsOf(await productPage(shop, product.slug), '/cart')))
    const cart = await visitor.getShopCart({ params: { slug }, headers: { cookie } })
    const wrong = fieldsOf(cart.body as string, '/orders', {
      name: evil,
      email: evil,
      phone: evil,
      note: evil,
    })
    const policy =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' https:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    const sandbox =
      "sandbox allow-forms; default-src 'none'; img-src 'self' https:; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    const replies: [{ body: unknown; headers: Headers }, string][] = [
      [await visitor.getShop({ params: { slug } }), policy],
      [await visitor.getShop({ params: { slug }, query: { search: evil } }), policy],
      [await visitor.getShopProduct({ params: { slug, productSlug: product.slug } }), policy],
      [cart, policy],
      [await send(shop, wrong), policy],
      [await visitor.getShopPage({ params: { slug, pageSlug: 'about-us' } }), sandbox],
      [await visitor.getShopPage({ params: { slug, pageSlug: 'none' } }), policy],
    ]
    for (const [{ body, headers }, expected] of replies) {
      expect(headers.get('content-security-policy')).toBe(expected)
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      const page = pageOf(body)
      for (const { textContent } of page.querySelectorAll('script[type="application/ld+json"]'))
        expect(JSON.parse(textContent!)).toBeTypeOf('object')
      expect(
        [...page.querySelectorAll('script:not([type="application/ld+json"])')].map((script) => [
          script.getAttribute('src'),
          script.textContent,
        ]),
      ).toEqual(expected === policy ? [[`/shop/${slug}/script.js`, '']] : [])
      expect(page.querySelectorAll('iframe, object, embed, base, style, [onclick], [onerror]')).toHaveLength(
        0,
      )
      const forms = [...page.querySelectorAll('form')].map((form) => form.getAttribute('action'))
      const own = ['', '/cart', '/orders'].map((path) => `/shop/${slug}${path}`)
      expect(forms.filter((action) => !own.includes(action!))).toEqual([])
    }
  })

  it('takes at most 60 kB with style sheet and script, and loads nothing from other origins', async () => {
    const shop = await newShop()
    const { slug } = shop
    for (let number = 1; number <= 25; number += 1)
      await shop.api.createProduct({
        name: `Hand-painted ceramic vase number ${number}`,
        price: 12.5,
        status: 'active',
        images: [picture],
        variants: Array.from({ length: 8 }, (_, at) => ({ name: `Size ${at}`, stock: 3 })),
      })
    for (let number = 1; number <= 10; number += 1)
      await shop.api.createCategory({ name: `Category ${number}` })
    const { products } = (await shop.api.listProducts()).body
    const lines = products.map(({ id, variants }) => `${id}.${variants[0]!.id}-1`).join('_')
    const sizeOf = (body: unknown) => Buffer.byteLength(body as string)
    const shared =
      sizeOf((await visitor.getShopStyle({ params: { slug } })).body) +
      sizeOf((await visitor.getShopScript({ params: { slug } })).body)
    for (const { body, headers } of [
      await visitor.getShop({ params: { slug } }),
      await visitor.getShopProduct({ params: { slug, productSlug: products[0]!.slug } }),
      await visitor.getShopCart({ params: { slug }, headers: { cookie: `wp_cart=${lines}` } }),
    ]) {
      expect(shared + sizeOf(body)).toBeLessThanOrEqual(60_000)
      expect(sizeOf(body)).toBeGreaterThan(3000)
      expect(headers.get('cache-control')).toMatch(/^(private, no-cache|no-store)/)
    }
  })

  it('has no serious or critical accessibility findings', async () => {
    const shop = await newShop()
    const { slug } = shop
    const product = await newProduct(shop, { name: 'Blue Vase', stock: 5 })
    const soldOut = await newProduct(shop, { stock: 0 })
    await shop.api.updateProduct({ params: { productId: product.id }, body: { images: [picture, picture] } })
    const content = '<h2>Where</h2><img src="https://pictures.example/a.png"><ul><li>Here</li></ul>'
    await shop.api.createPage({ type: 'about-us', title: 'About us', status: 'active', content })
    const [hair] = [(await shop.api.createCategory({ name: 'Hair' })).body.category]
    const variants = [
      { name: 'Small', stock: 0 },
      { name: 'Large', stock: 2 },
    ]
    const varied = await newProduct(shop, { name: 'Lamp' })
    const body = { variants, categoryIds: [hair!.id] }
    await shop.api.updateProduct({ params: { productId: varied.id }, body })
    const deliveryKinds: ('pickup' | 'address')[] = ['pickup', 'address']
    await shop.api.putStore({ slug, name: 'Blue Moon', isPublished: true, deliveryKinds })
    const form = await orderFields(shop, product.slug, ann)
    const { headers } = await send(shop, form)
    const pages = [
      await fillCart(shop, varied.slug, '3'),
      await productPage(shop, varied.slug),
      await cartPage(shop, ''),
      (await visitor.getShop({ params: { slug }, query: { category: 'hair' } })).body as string,
      (await visitor.getShop({ params: { slug }, query: { search: 'zzz' } })).body as string,
      (await visitor.getShop({ params: { slug } })).body as string,
      await productPage(shop, product.slug),
      await productPage(shop, soldOut.slug),
      (await visitor.getShopPage({ params: { slug, pageSlug: 'about-us' } })).body as string,
      (await visitor.getShopPage({ params: { slug, pageSlug: 'none' } })).body as string,
      (await follow(headers.get('location')!)).text,
      (await send(shop, { ...Object.fromEntries(form), quantity: '6' })).body as unknown as string,
      (await visitor.getShop({ params: { slug: 'no-such-shop' } })).body as string,
    ]
    await shop.api.putStore({ slug, name: 'متجر', locale: 'ar', isPublished: true })
    pages.push((await visitor.getShop({ params: { slug } })).body as string)
    for (const page of pages) expect(await accessibilityFindings(page)).toEqual([])
    expect(await accessibilityFindings('<html><body><img src="a.png"></body></html>')).not.toEqual([])
  })

  it('has a style sheet that can be cached and loads nothing external', async () => {
    const { slug } = await newShop()
    const { status, headers, body } = await visitor.getShopStyle({ params: { slug } })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(body).not.toContain('http')
    for (const unknown of ['\u0000', 'no-such-shop'])
      expect(await visitor.getShopStyle({ params: { slug: unknown } })).toFailWith(404, 'NOT_FOUND')
    const script = await visitor.getShopScript({ params: { slug } })
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(script.body).not.toContain('http')
  })

  it("uses the color of the store's theme, or that of the business", async () => {
    const shop = await newShop()
    const { slug } = shop
    const style = async () => (await visitor.getShopStyle({ params: { slug } })).body as string
    expect(await style()).toContain('--accent: #3e63dd')
    await shop.use(identity).updateWorkspace({ business: { brandColor: '#7b2d8b' } })
    await expect.poll(style).toContain('--accent: #7b2d8b')
    const theme = { accent: '#0B7A4B', layout: 'list' as const }
    const saved = await shop.api.putStore({ slug, name: 'Blue Moon', isPublished: true, theme })
    expect(saved.body.store.theme).toEqual(theme)
    expect(await style()).toContain('--accent: #0b7a4b')
    await newProduct(shop)
    const front = (await visitor.getShop({ params: { slug } })).body as string
    expect(pageOf(front).querySelector('.products.list')).not.toBeNull()
    const { store } = (await visitor.getPublicStore({ params: { slug } })).body
    expect(store).toMatchObject({ theme, description: null, deliveryKinds: [] })
  })
})

describe('GET /shop/:slug/pages/:pageSlug', () => {
  it('shows a content page only while it is active', async () => {
    const shop = await newShop()
    const { slug } = shop
    const { page } = (await shop.api.createPage({ type: 'faq', title: 'Questions', content: '<p>Why?</p>' }))
      .body
    const look = () => visitor.getShopPage({ params: { slug, pageSlug: 'faq' } })
    expect((await look()).status).toBe(404)
    await shop.api.updatePage({ params: { pageId: page.id }, body: { status: 'active' } })
    expect(textOf((await look()).body)).toContain('Why?')
    await shop.api.updatePage({ params: { pageId: page.id }, body: { status: 'archived' } })
    expect((await look()).status).toBe(404)
    expect((await visitor.getShopPage({ params: { slug: 'no-such-shop', pageSlug: 'faq' } })).status).toBe(
      404,
    )
    expect((await visitor.getShopProduct({ params: { slug, productSlug: 'none' } })).status).toBe(404)
  })
})
