import * as identity from '@wp/identity/contract'
import * as storefront from '@wp/storefront/contract'
import { pngForm, uniqueName, visitorApi } from '@wp/testing'
import type { TestWorkspace } from '@wp/testing'
import { describe } from 'vitest'
import { openPage } from './chromium.ts'
import { newSalon } from './console.ts'
import type { ConsolePage, Language } from './console.ts'
import { enterAsOwner, inspect, testScreens } from './console-looks.ts'
import type { Screen } from './console-looks.ts'

const words = {
  en: {
    salon: 'Nefertiti Salon',
    categories: ['Hair', 'Nails', 'Gifts'],
    products: ['Argan shampoo', 'Hair oil', 'Rose hand cream', 'Nail file', 'Bath salts', 'Gift box'],
    sizes: ['250 ml', '500 ml'],
    taxes: ['VAT', 'Reduced'],
    customers: ['Mona Adel', 'Huda Fathy', 'Salma Hany', 'Nour Zaki', 'Dina Samir', 'Rana Tarek'],
    address: { line1: 'Tahrir Street 12', city: 'Garden City', region: 'Cairo', countryCode: 'EG' },
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
    address: { line1: 'شارع التحرير ١٢', city: 'جاردن سيتي', region: 'القاهرة', countryCode: 'EG' },
    note: 'من فضلكم اتصلوا قبل الحضور.',
    reason: 'زجاجة مكسورة',
    page: 'من نحن',
    content:
      '<h2>منذ ١٩٩٨</h2><p>شعر وأظافر وساعة هادئة في قلب القاهرة.</p><ul><li>يوميا من ١٠ إلى ٢٢</li><li>موقف سيارات في الفناء</li></ul>',
  },
} as const

const mailboxes = ['mona.adel', 'huda.fathy', 'salma.hany', 'nour.zaki', 'dina.samir', 'rana.tarek']

const colors = [
  ['#f0a35e', '#a8501f'],
  ['#6fb7a8', '#1f5f5b'],
  ['#c9a0dc', '#5b2a86'],
  ['#f3d36b', '#b07a12'],
  ['#8fb3e8', '#274b8f'],
  ['#e58fa5', '#8f2748'],
]

/** Uploads pictures of bottles in different colors. */
const uploadPictures = async ({ use }: Pick<TestWorkspace<object>, 'use'>): Promise<string[]> => {
  const page = await openPage()
  await page.setViewportSize({ width: 480, height: 480 })
  const ids: string[] = []
  for (const [light, dark] of colors) {
    await page.setContent(`<svg viewBox="0 0 100 100" style="position:fixed;inset:0;background:${light}33">
      <rect x="44" y="14" width="12" height="14" rx="2" fill="#444" />
      <rect x="34" y="26" width="32" height="60" rx="9" fill="${dark}" />
      <rect x="39" y="44" width="22" height="26" rx="3" fill="${light}" /></svg>`)
    ids.push((await use(storefront).createImage({ body: pngForm(await page.screenshot()) })).body.image.id)
  }
  return ids
}

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
  const imageIds = await uploadPictures(owner)
  const products: storefront.Product[] = []
  for (const [index, name] of word.products.entries()) {
    const { product } = (
      await api.createProduct({
        name,
        price: 145 + index * 47.5,
        taxRateId: vat!.id,
        stock: [null, 40, 3, 0, 12, null][index]!,
        status: index === 5 ? 'draft' : 'active',
        categoryIds: [categoryIds[[0, 0, 1, 1, 2, 2][index]!]!],
        imageIds: imageIds.slice(index, index + 1),
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
          customer: { name, email: `${mailboxes[index]}@example.com`, phone: `+20100555012${index}` },
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

const screens = (shop: Shop, text: ConsolePage['text']): Screen[] => [
  ['/shop/orders', 'shop-orders', text('shop.placed')],
  [`/shop/orders?open=${shop.newOrderId}`, 'shop-order', text('shop.address')],
  [`/shop/orders?open=${shop.refundedOrderId}`, 'shop-order-refunded', text('shop.refunds')],
  ['/shop/products', 'shop-products', text('shop.soldOut')],
  [`/shop/products/${shop.productId}`, 'shop-product', text('shop.addVariant')],
  ['/shop/products/new', 'shop-product-form', text('shop.addImage')],
  [`/shop/categories?open=${shop.categoryId}`, 'shop-categories', text('action.edit')],
  ['/shop/pictures', 'shop-pictures', text('shop.images')],
  ['/shop/pages', 'shop-pages', text('shop.pageType.about-us')],
  [`/shop/pages/${shop.pageId}`, 'shop-page', text('shop.preview')],
  ['/shop/settings', 'shop-settings', text('shop.dnsText')],
]

describe('shop in the console', { timeout: 600_000 }, () => {
  testScreens({
    prepare: busyShop,
    enter: enterAsOwner,
    screens,
    onPhone: { 'shop-orders': 'shop-orders-phone', 'shop-product': 'shop-product-phone' },
    more: async ({ page, text, url }, { refundedOrderId, productId }, variant) => {
      await page.goto(url(`/shop/orders?open=${refundedOrderId}`))
      await page.getByRole('button', { name: text('shop.refund'), exact: true }).click()
      await page.getByRole('radio', { name: text('shop.refundMode.items') }).check()
      await inspect(page, 'shop-refund', variant)
      await page.goto(url(`/shop/products/${productId}`))
      await page.getByRole('button', { name: text('shop.addVariant') }).scrollIntoViewIfNeeded()
      await inspect(page, 'shop-variants', variant)
    },
  })
})
