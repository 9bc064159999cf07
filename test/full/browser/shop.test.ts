import axe from 'axe-core'
import * as finance from '@wp/finance/contract'
import * as identity from '@wp/identity/contract'
import * as storefront from '@wp/storefront/contract'
import { eventually, newWorkspace, platform, uniqueName, visitorApi } from '@wp/testing'
import { textsFor } from '@wp/texts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './chromium.ts'
import { takePicture } from './pictures.ts'

const pictures = 'https://pictures.example'

/** Answers requests for product images with generated ones, so that the test makes no outside requests. */
const drawPictures = async (page: Page): Promise<void> => {
  await page.route(`${pictures}/**`, (route) => {
    const hue = (30 + Number(/(\d+)\.svg/.exec(route.request().url())?.[1]) * 97) % 360
    const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 100"><rect width="80" height="100" fill="hsl(${hue} 48% 84%)"/><rect y="64" width="80" height="36" fill="hsl(${hue} 42% 74%)"/><g fill="#fff"><rect x="35" y="26" width="10" height="8" rx="1.5"/><path d="M32 39q0-4 4-4h8q4 0 4 4v32q0 3-3 3H35q-3 0-3-3z"/></g><rect x="34.500" y="48" width="11" height="12" rx=".8" fill="hsl(${hue} 45% 66%)"/></svg>`
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })
}

const goods = {
  en: {
    name: 'Nefertiti',
    description: 'Hair and skin care from Cairo, pressed and mixed by hand in small batches.',
    products: ['Argan shampoo', 'Hair oil', 'Rose hand cream', 'Bath salts'],
    sizes: ['100 ml', '250 ml'],
    categories: ['Hair', 'Hands', 'Gifts'],
    about: 'About us',
    buyer: ['Amira Hassan', '12 Tahrir Street', 'Cairo', 'Please ring twice.'],
  },
  ar: {
    name: 'نفرتيتي',
    description: 'عناية بالشعر والبشرة من القاهرة، تُعصر وتُمزج يدويًا بكميات صغيرة.',
    products: ['شامبو الأرغان', 'زيت الشعر', 'كريم اليدين بالورد', 'أملاح الاستحمام'],
    sizes: ['100 مل', '250 مل'],
    categories: ['الشعر', 'اليدان', 'الهدايا'],
    about: 'من نحن',
    buyer: ['أميرة حسن', '12 شارع التحرير', 'القاهرة', 'يرجى رن الجرس مرتين.'],
  },
}

/** Creates a published shop with categories, products, a product in two sizes, and a content page. */
const openShop = async (language: 'en' | 'ar') => {
  const owner = await newWorkspace(storefront)
  const { api } = owner
  const { name, description, products, sizes, categories, about } = goods[language]
  await owner.use(identity).updateWorkspace({
    business: { brandColor: '#7b2d8b', address: { city: goods[language].buyer[2]!, countryCode: 'EG' } },
    languages: [language, language === 'en' ? 'ar' : 'en'],
  })
  const slug = uniqueName('nefertiti-')
  await api.putStore({
    slug,
    name,
    description,
    locale: language,
    currencyCode: 'EGP',
    isPublished: true,
    deliveryKinds: ['pickup', 'address'],
  })
  const categoryIds: string[] = []
  for (const [sortOrder, category] of categories.entries())
    categoryIds.push((await api.createCategory({ name: category, sortOrder })).body.category.id)
  for (const [index, product] of [...products.entries()].toReversed())
    await api.createProduct({
      name: product,
      description,
      price: [185.5, 240, 145, 120][index]!,
      status: 'active',
      stock: 50,
      images: [`${pictures}/${index}.svg`],
      categoryIds: [categoryIds[Math.floor(index / 2)]!],
      variants:
        index === 1
          ? [
              { name: sizes[0]!, price: 140, stock: 3 },
              { name: sizes[1]!, price: 240, stock: 8 },
            ]
          : [],
    })
  await api.createPage({ type: 'about-us', title: about, content: `<p>${about}</p>`, status: 'active' })
  await eventually(async () => {
    const { body } = await visitorApi(storefront).getShopStyle({ params: { slug } })
    expect(body).toContain('--accent: #7b2d8b')
  })
  return { owner, address: `${platform().gatewayUrl}/shop/${slug}` }
}

/** Returns axe's findings on the current page. */
const findings = async (page: Page): Promise<string[]> => {
  await page.evaluate(axe.source)
  return page.evaluate<string[]>(
    `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`,
  )
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Returns the bytes of the page with its style sheet and script, without images. */
const weight = (page: Page): Promise<number> =>
  page.evaluate<number>(`['navigation', 'resource']
    .flatMap((type) => performance.getEntriesByType(type))
    .filter(({ initiatorType }) => ['navigation', 'link', 'script'].includes(initiatorType))
    .reduce((sum, { decodedBodySize }) => sum + decodedBodySize, 0)`)

/** Waits until the page is complete and stable, then checks it. */
const checkPage = async (page: Page): Promise<void> => {
  await page.waitForSelector('main:not([aria-busy=true])')
  expect(await findings(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  expect(await weight(page)).toBeGreaterThan(15_000)
  expect(await weight(page)).toBeLessThanOrEqual(60_000)
}

const views = [
  ['en', 1280, 'light', ''],
  ['en', 390, 'dark', '-phone'],
  ['ar', 1280, 'dark', '-arabic'],
  ['ar', 390, 'light', '-arabic-phone'],
] as const

/** Screenshots of the pages after the front page are taken only in these views. */
const pictured = ['', '-arabic-phone']

describe('shop', () => {
  it.each(views)(
    'sells a cart, shows each order status change, and books the sale and the refund, in %s at %i px on a %s screen',
    { timeout: 240_000 },
    async (language, width, colorScheme, picture) => {
      const texts = textsFor(language).shop
      const { products, sizes, categories, buyer } = goods[language]
      const { owner, address } = await openShop(language)
      const page = await openPage({
        colorScheme,
        locale: language,
        viewport: { width, height: width < 600 ? 844 : 800 },
      })
      await drawPictures(page)
      await page.goto(address)
      await page.getByText(products[3]!).first().waitFor()
      await page.waitForFunction('[...document.images].every(({ complete }) => complete)')
      await checkPage(page)
      await takePicture(page, `shop${picture}`)

      await page.getByRole('link', { name: categories[0]!, exact: true }).click()
      await page.getByRole('heading', { name: categories[0]!, level: 1 }).waitFor()
      expect(await page.locator('.products li').count()).toBe(2)
      await page.getByRole('searchbox', { name: texts.search }).fill(products[1]!)
      await page.getByRole('searchbox', { name: texts.search }).press('Enter')
      await page.getByRole('link', { name: products[1]! }).click()
      await page.getByText(sizes[1]!).click()
      await checkPage(page)
      await page.evaluate('window.scrollTo(0, 0)')
      if (pictured.includes(picture)) await takePicture(page, `shop-product${picture}`)
      await page.getByRole('button', { name: texts.addToCart }).click()
      await page.getByRole('status').getByText(texts.added).waitFor()
      await page.locator('#cart', { hasText: language === 'ar' ? /[1١]/ : '1' }).waitFor()
      await page.goto(`${address}?search=${encodeURIComponent(products[0]!)}`)
      await page.getByRole('link', { name: products[0]! }).click()
      await page.getByRole('button', { name: texts.addToCart }).click()
      await page.getByRole('link', { name: texts.viewCart }).click()

      const quantities = page.locator('.lines input[type=number]')
      await quantities.first().fill('9')
      await quantities.first().press('Tab')
      await page.locator('.lines .warning').waitFor()
      expect(await page.getByRole('button', { name: texts.send }).count()).toBe(0)
      await quantities.first().fill('2')
      await quantities.first().press('Tab')
      await page.getByRole('button', { name: texts.send }).waitFor()
      await page.getByLabel(texts.name, { exact: true }).fill(buyer[0]!)
      await page.getByLabel(texts.email).fill('amira@shop.example')
      await page.getByLabel(texts.toAddress).check()
      await page.getByLabel(texts.line1).fill(buyer[1]!)
      await page.getByLabel(texts.city).fill(buyer[2]!)
      await page.getByLabel(texts.note).fill(buyer[3]!)
      await checkPage(page)
      await page.evaluate('window.scrollTo(0, 0)')
      if (pictured.includes(picture)) await takePicture(page, `shop-cart${picture}`)
      await page.getByRole('button', { name: texts.send }).dblclick()
      await page.getByRole('heading', { name: texts.yourOrder }).waitFor()
      await checkPage(page)

      const { orders } = (await owner.api.listOrders()).body
      expect(orders).toHaveLength(1)
      const [order] = orders as [(typeof orders)[number]]
      expect(order).toMatchObject({ total: 665.5, note: buyer[3], delivery: { kind: 'address' } })
      expect(new Set(order.items.map(({ name }) => name))).toEqual(
        new Set([products[0], `${products[1]} (${sizes[1]})`]),
      )
      const params = { orderId: order.id }
      await owner.api.setOrderStatus({ params, body: { status: 'confirmed' } })
      expect(await page.locator('tfoot tr', { hasText: texts.refunded }).count()).toBe(0)
      // The page changes without a reload.
      await page.locator('.steps [aria-current=step]', { hasText: texts.confirmed }).waitFor()
      if (pictured.includes(picture)) await takePicture(page, `shop-order${picture}`)
      await owner.api.setOrderStatus({ params, body: { status: 'fulfilled' } })
      await page.locator('.steps [aria-current=step]', { hasText: texts.fulfilled }).waitFor()
      const oil = order.items.find(({ variantId }) => variantId !== null)!
      const items = [{ itemId: oil.id, quantity: 1 }]
      expect((await owner.api.refundOrder({ params, body: { items, reason: 'Broken' } })).status).toBe(201)
      await page
        .locator('tfoot tr', { hasText: texts.refunded })
        .getByText(/240|٢٤٠/)
        .waitFor()
      await checkPage(page)

      const books = owner.use(finance)
      await eventually(
        async () => {
          const [{ incomes }, { expenses }] = [
            (await books.listIncomes()).body,
            (await books.listExpenses()).body,
          ]
          expect(incomes.map(({ amount }) => amount)).toEqual([665.5])
          expect(expenses.map(({ amount }) => amount)).toEqual([240])
        },
        { withinMs: 60_000 },
      )
      const { product } = (await owner.api.getProduct({ params: { productId: oil.productId } })).body
      expect(product.variants.map(({ stock }) => stock)).toEqual([3, 7])
    },
  )

  it('saves a quantity that is changed before the script is loaded', { timeout: 120_000 }, async () => {
    const { address } = await openShop('en')
    const page = await openPage({ viewport: { width: 390, height: 844 } })
    await drawPictures(page)
    await page.goto(address)
    await page.getByRole('link', { name: 'Hair oil' }).click()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    const cart = page.getByRole('link', { name: 'View cart' })
    await cart.waitFor()
    const { promise: isChanged, resolve: load } = Promise.withResolvers<void>()
    await page.route('**/script.js', async (route) => {
      await isChanged
      await route.continue()
    })
    await page.goto(new URL((await cart.getAttribute('href'))!, page.url()).href, { waitUntil: 'commit' })
    const quantity = page.getByLabel('Quantity: Hair oil (100 ml)')
    await quantity.fill('2')
    await quantity.press('Tab')
    load()
    await page.locator('.total', { hasText: '280' }).waitFor()
    expect(await quantity.inputValue()).toBe('2')
  })

  it('works without scripts', { timeout: 120_000 }, async () => {
    const { owner, address } = await openShop('en')
    const page = await openPage({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
    await drawPictures(page)
    await page.goto(address)
    await page.getByRole('link', { name: 'Hair oil' }).click()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('heading', { name: 'Cart' }).waitFor()
    await page.getByLabel('Quantity: Hair oil (100 ml)').fill('3')
    await page.getByLabel('Quantity: Hair oil (100 ml)').press('Enter')
    await page.locator('.total', { hasText: '420' }).waitFor()
    await page.getByLabel('Quantity: Hair oil (100 ml)').fill('2')
    await page.getByRole('button', { name: 'Update cart' }).click()
    await page.getByLabel('Your name').fill('Amira Hassan')
    await page.getByLabel('Phone').fill('+20 100 765 4321')
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByRole('heading', { name: 'Your order' }).waitFor()
    const [order] = (await owner.api.listOrders()).body.orders
    expect(order).toMatchObject({ total: 280, delivery: { kind: 'pickup', address: null } })
    await owner.api.setOrderStatus({ params: { orderId: order!.id }, body: { status: 'confirmed' } })
    await page.getByRole('link', { name: 'Check for changes' }).click()
    await page.locator('.steps [aria-current=step]', { hasText: 'Confirmed' }).waitFor()
    await page.getByRole('link', { name: 'Cart, items: 0' }).click()
    expect(await page.textContent('main')).toContain('Your cart is empty.')
  })
})
