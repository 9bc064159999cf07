import * as storefront from '@wp/storefront/contract'
import { newWorkspace, platform, uniqueName } from '@wp/testing'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { openPage } from './chromium.ts'
import { takePicture } from './pictures.ts'

const pictures = 'https://pictures.example'

/** Answers requests for product images with generated ones, so that the test makes no outside requests. */
const drawPictures = async (page: Page): Promise<void> => {
  await page.route(`${pictures}/**`, (route) => {
    const hue = (Number(/(\d+)\.svg/.exec(route.request().url())?.[1]) * 67) % 360
    const body = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="40" height="30" fill="hsl(${hue} 45% 90%)"/><path d="M16 7h8l2 5v11a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2V12z" fill="hsl(${hue} 40% 60%)"/></svg>`
    return route.fulfill({ contentType: 'image/svg+xml', body })
  })
}

type Goods = [name: string, price: number][]

/** Creates a published shop with products and a content page. */
const openShop = async (locale: 'en' | 'ar', name: string, goods: Goods, about: string): Promise<string> => {
  const { api } = await newWorkspace(storefront)
  const slug = uniqueName('shop-')
  await api.putStore({ slug, name, locale, currencyCode: locale === 'ar' ? 'EGP' : 'USD', isPublished: true })
  for (const [index, [product, price]] of goods.entries())
    await api.createProduct({
      name: product,
      price,
      status: 'active',
      stock: 5,
      images: [`${pictures}/${index + 1}.svg`],
    })
  await api.createPage({ type: 'about-us', title: about, content: `<p>${about}</p>`, status: 'active' })
  return `${platform().gatewayUrl}/shop/${slug}`
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')

describe('shop', () => {
  it('lets a visitor find a product, order it and see the order', { timeout: 120_000 }, async () => {
    const goods: Goods = [
      ['Gift box', 75],
      ['Face oil', 34],
      ['Bamboo brush', 9.5],
      ['Bath salts', 12],
      ['Lavender candle', 16],
      ['Rose hand cream', 14.5],
    ]
    const address = await openShop('en', 'Blue Moon', goods, 'About us')
    const page = await openPage()
    await drawPictures(page)
    await page.setViewportSize({ width: 1000, height: 460 })
    await page.goto(address)
    await page.getByText('Rose hand cream').first().waitFor()
    await takePicture(page, 'shop')
    await page.getByText('Rose hand cream').first().click()
    await page.getByRole('textbox', { name: 'Your name' }).fill('Amira Hassan')
    await page.getByRole('textbox', { name: 'Email' }).fill('amira@example.com')
    await page.getByRole('button', { name: 'Place order' }).click()
    await page.getByRole('heading', { name: 'Your order' }).waitFor()
    expect(await page.textContent('main')).toContain('Received')
  })

  it('is right-to-left in Arabic and fits on a phone screen', { timeout: 120_000 }, async () => {
    const goods: Goods = [
      ['صندوق هدايا', 750],
      ['زيت للوجه', 340],
      ['فرشاة خيزران', 95],
      ['أملاح استحمام', 120],
      ['شمعة لافندر', 160],
      ['كريم يدين بالورد', 145],
    ]
    const page = await openPage()
    await drawPictures(page)
    await page.setViewportSize({ width: 1000, height: 460 })
    await page.goto(await openShop('ar', 'القمر الأزرق', goods, 'من نحن'))
    await page.getByText('كريم يدين بالورد').first().waitFor()
    expect(await page.evaluate<string>('getComputedStyle(document.body).direction')).toBe('rtl')
    await takePicture(page, 'shop-arabic')
    await page.setViewportSize({ width: 360, height: 640 })
    expect(await overflow(page)).toBe(0)
  })
})
