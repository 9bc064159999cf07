import * as identity from '@wp/identity/contract'
import * as storefront from '@wp/storefront/contract'
import { uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { expectAccessible, logIn, newSalon, openConsole, overflowOf } from './console.ts'
import type { Language } from './console.ts'
import { takePicture } from './pictures.ts'

const words = {
  en: {
    salon: 'Nefertiti Salon',
    categories: ['Hair', 'Nails', 'Gifts'],
    products: ['Argan shampoo', 'Hair oil', 'Rose hand cream', 'Nail file', 'Bath salts', 'Gift box'],
    sizes: ['250 ml', '500 ml'],
    taxes: ['VAT', 'Reduced'],
    customers: ['Mona Adel', 'Huda Fathy', 'Salma Hany', 'Nour Zaki', 'Dina Samir', 'Rana Tarek'],
    address: { line1: 'Tahrir Street 12', city: 'Cairo', region: 'Garden City', countryCode: 'EG' },
    note: 'Please call before you come.',
    reason: 'One bottle was broken',
    page: 'About us',
    content:
      '<h2>Since 1998</h2><p>Hair, nails and a quiet hour in the middle of Cairo.</p><ul><li>Open daily from 10 to 22</li><li>Parking in the yard</li></ul>',
  },
  ar: {
    salon: 'صالون نفرتيتي',
    categories: ['الشعر', 'الأظافر', 'الهدايا'],
    products: [
      'شامبو الأرغان',
      'زيت الشعر',
      'كريم اليدين بالورد',
      'مبرد أظافر',
      'أملاح الاستحمام',
      'صندوق هدايا',
    ],
    sizes: ['٢٥٠ مل', '٥٠٠ مل'],
    taxes: ['القيمة المضافة', 'مخفضة'],
    customers: ['منى عادل', 'هدى فتحي', 'سلمى هاني', 'نور زكي', 'دينا سمير', 'رنا طارق'],
    address: { line1: 'شارع التحرير ١٢', city: 'القاهرة', region: 'جاردن سيتي', countryCode: 'EG' },
    note: 'من فضلكم اتصلوا قبل الحضور.',
    reason: 'زجاجة مكسورة',
    page: 'من نحن',
    content:
      '<h2>منذ ١٩٩٨</h2><p>شعر وأظافر وساعة هادئة في قلب القاهرة.</p><ul><li>يوميا من ١٠ إلى ٢٢</li><li>موقف سيارات في الفناء</li></ul>',
  },
} as const

/** Creates a shop with products, categories, a page, a domain and orders in every state. */
const busyShop = async (language: Language) => {
  const word = words[language]
  const owner = await newSalon(storefront, language, word.salon)
  const { api } = owner
  const slug = uniqueName('nefertiti-')
  await api.putStore({
    slug,
    name: word.salon,
    locale: language,
    currencyCode: 'EGP',
    isPublished: true,
    deliveryKinds: ['address', 'pickup'],
    theme: { accent: '#7b2d8b', layout: 'grid' },
  })
  const taxRates = word.taxes.map((name, index) => ({ name, percentage: [14, 5][index]! }))
  const { workspace } = (await owner.use(identity).updateWorkspace({ taxRates })).body
  const [vat, reduced] = workspace.taxRates
  const categoryIds: string[] = []
  for (const [sortOrder, name] of word.categories.entries())
    categoryIds.push((await api.createCategory({ name, sortOrder })).body.category.id)
  const products: storefront.Product[] = []
  for (const [index, name] of word.products.entries()) {
    const { product } = (
      await api.createProduct({
        name,
        price: 145 + index * 47.5,
        taxRateId: vat!.id,
        stock: [null, 40, 3, 0, 12, null][index]!,
        status: index === 5 ? 'draft' : 'active',
        categoryIds: [categoryIds[index % 3]!],
        variants:
          index === 0
            ? word.sizes.map((size, at) => ({
                name: size,
                sku: `AS-${at + 1}`,
                price: 145 + at * 90,
                taxRateId: at === 0 ? null : reduced!.id,
                stock: 9,
              }))
            : [],
      })
    ).body
    products.push(product)
  }
  const sold = [products[1]!, products[2]!, products[4]!]
  const orders: string[] = []
  for (const [index, name] of word.customers.entries()) {
    const { order } = (
      await visitorApi(storefront).createOrder({
        params: { slug },
        body: {
          customer: { name, email: `customer${index}@example.com`, phone: `+20100555012${index}` },
          items: [{ productId: sold[index % 2 === 0 ? 0 : 2]!.id, quantity: 1 + (index % 3) }],
          delivery: index % 2 === 0 ? { kind: 'address', address: word.address } : { kind: 'pickup' },
          ...(index === 0 && { note: word.note }),
        },
      })
    ).body
    orders.push(order.id)
  }
  const move = async (orderId: string, ...statuses: ('confirmed' | 'fulfilled' | 'cancelled')[]) => {
    for (const status of statuses) await api.setOrderStatus({ params: { orderId }, body: { status } })
  }
  await move(orders[2]!, 'confirmed', 'fulfilled')
  await move(orders[1]!, 'confirmed')
  await move(orders[3]!, 'cancelled')
  await move(orders[4]!, 'confirmed', 'fulfilled')
  const { order } = (await api.getOrder({ params: { orderId: orders[2]! } })).body
  await api.refundOrder({
    params: { orderId: order.id },
    body: { items: [{ itemId: order.items[0]!.id, quantity: 1 }], reason: word.reason },
  })
  const { page } = (
    await api.createPage({ type: 'about-us', title: word.page, content: word.content, status: 'active' })
  ).body
  await api.createDomain({ domain: `${slug}.example.com` })
  return {
    ...owner,
    productId: products[0]!.id,
    categoryId: categoryIds[0]!,
    pageId: page.id,
    newOrderId: orders[0]!,
    refundedOrderId: order.id,
  }
}

type Shop = Awaited<ReturnType<typeof busyShop>>

/** The screens with a text that is visible once they are loaded. */
const screensOf = (shop: Shop): [path: string, name: string, loaded: string][] => [
  ['/orders', 'shop-orders', 'shop.placed'],
  [`/orders?open=${shop.newOrderId}`, 'shop-order', 'shop.address'],
  [`/orders?open=${shop.refundedOrderId}`, 'shop-order-refunded', 'shop.refunds'],
  ['/products', 'shop-products', 'shop.soldOut'],
  [`/products/${shop.productId}`, 'shop-product', 'shop.addVariant'],
  ['/products/new', 'shop-product-form', 'shop.addImage'],
  [`/categories?open=${shop.categoryId}`, 'shop-categories', 'action.edit'],
  ['/pages', 'shop-pages', 'shop.pageType.about-us'],
  [`/pages/${shop.pageId}`, 'shop-page', 'shop.preview'],
  ['/settings', 'shop-settings', 'shop.dnsText'],
]

describe('shop in the console', { timeout: 600_000 }, () => {
  it.each(
    (['en', 'ar'] as const).flatMap((language) =>
      (['light', 'dark'] as const).map((theme) => ({ language, theme })),
    ),
  )('has no serious accessibility findings ($language, $theme)', async ({ language, theme }) => {
    const shop = await busyShop(language)
    const opened = await openConsole(language, { theme })
    const { page, text, url, problems } = opened
    await page.goto(url('/login'))
    await logIn(opened, shop)
    await page.getByRole('navigation').first().waitFor()
    const ending = `${language === 'ar' ? '-arabic' : ''}${theme === 'dark' ? '-dark' : ''}`
    const inspect = async (name: string): Promise<void> => {
      await page.waitForLoadState('networkidle')
      await page.evaluate('document.fonts.ready.then(() => undefined)')
      await takePicture(page, `console/${name}${ending}`)
      await expectAccessible(page)
    }
    for (const [path, name, loaded] of screensOf(shop)) {
      await page.goto(url(`/shop${path}`))
      await page.getByText(text(loaded)).first().waitFor()
      await inspect(name)
    }
    await page.goto(url(`/shop/orders?open=${shop.refundedOrderId}`))
    await page.getByRole('button', { name: text('shop.refund'), exact: true }).click()
    await page.getByRole('radio', { name: text('shop.refundMode.items') }).check()
    await inspect('shop-refund')
    await page.goto(url(`/shop/products/${shop.productId}`))
    await page.getByRole('button', { name: text('shop.addVariant') }).scrollIntoViewIfNeeded()
    await inspect('shop-variants')
    expect(problems).toEqual([])
  })

  it.each(['en', 'ar'] as const)('fits on a phone and when zoomed to 200 percent (%s)', async (language) => {
    const shop = await busyShop(language)
    const opened = await openConsole(language, { width: 390, height: 780 })
    const { page, text, url } = opened
    await page.goto(url('/login'))
    await logIn(opened, shop)
    await page.getByRole('navigation').first().waitFor()
    // A phone, and a window of 1360 pixels at 200 % zoom.
    for (const [width, height] of [
      [390, 780],
      [680, 400],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const [path, name, loaded] of screensOf(shop)) {
        await page.goto(url(`/shop${path}`))
        await page.getByText(text(loaded)).first().waitFor({ state: 'attached' })
        expect([path, await overflowOf(page)]).toEqual([path, 0])
        if (width === 390 && ['shop-orders', 'shop-product'].includes(name))
          await takePicture(page, `console/${name}-phone${language === 'ar' ? '-arabic' : ''}`)
      }
    }
  })
})
