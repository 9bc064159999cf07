import * as finance from '@wp/finance/contract'
import * as identity from '@wp/identity/contract'
import * as scheduling from '@wp/scheduling/contract'
import * as storefront from '@wp/storefront/contract'
import { eventually, newStaff, png, pngForm, uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { expectAccessible, languages, newSalon, openAs, openConsole } from './console.ts'
import type { Language } from './console.ts'

/** Creates a shop with a product, and returns how a visitor orders it. */
const shopSalon = async (language: Language) => {
  const owner = await newSalon(storefront, language, 'Nefertiti')
  const slug = uniqueName('nefertiti-')
  await owner.api.putStore({
    slug,
    name: 'Nefertiti',
    locale: language,
    currencyCode: 'EGP',
    isPublished: true,
    deliveryKinds: ['address', 'pickup'],
  })
  const { product: oil } = (
    await owner.api.createProduct({ name: 'Argan oil', price: 120, stock: 10, status: 'active' })
  ).body
  const order = async (name: string, quantity = 3) =>
    (
      await visitorApi(storefront).createOrder({
        params: { slug },
        body: {
          customer: { name, email: 'mona@example.com', phone: '+201005550122' },
          items: [{ productId: oil.id, quantity }],
          delivery: {
            kind: 'address',
            address: { line1: 'Nile Street 4', city: 'Cairo', countryCode: 'EG' },
          },
          note: 'Please ring twice',
        },
      })
    ).body.order
  const stock = async () => (await owner.api.getProduct({ params: { productId: oil.id } })).body.product.stock
  return { ...owner, slug, oil, order, stock }
}

describe('orders in the console', { timeout: 300_000 }, () => {
  it.each(languages)('shows a new order, fulfills it and refunds part of it (%s)', async (language) => {
    const salon = await shopSalon(language)
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, salon, '/shop')
    await page.getByText(text('shop.noOrders'), { exact: true }).waitFor()
    const row = page.getByRole('row', { name: 'Mona Adel' })
    const delays: number[] = []
    // The first order may arrive before the list is connected, for example on a busy machine.
    for (const name of ['Huda Fathy', 'Salma Hany', 'Mona Adel']) {
      await salon.order(name, name === 'Mona Adel' ? 3 : 1)
      const placedAt = Date.now()
      await page.getByRole('row', { name }).waitFor()
      delays.push(Date.now() - placedAt)
    }
    expect(Math.min(...delays.slice(1))).toBeLessThan(1000)
    await row.getByText(text('orderStatus.pending')).waitFor()

    await row.click()
    const panel = page.getByRole('complementary')
    await panel.getByText('Please ring twice').waitFor()
    await panel.getByText('Nile Street 4').waitFor()
    await panel.getByText(text('shop.delivery.address')).waitFor()
    await panel.getByRole('button', { name: text('shop.move.confirmed'), exact: true }).click()
    await panel.getByText(text('orderStatus.confirmed'), { exact: true }).waitFor()
    await panel.getByRole('button', { name: text('shop.move.fulfilled'), exact: true }).click()
    await panel.getByText(text('orderStatus.fulfilled'), { exact: true }).waitFor()
    expect(await panel.getByRole('button', { name: text('shop.cancelOrder') }).count()).toBe(0)
    expect(await salon.stock()).toBe(5)

    await panel.getByRole('button', { name: text('shop.refund'), exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: text('shop.refundMode.items') }).check()
    await dialog.getByLabel('Argan oil').fill('4')
    await dialog.locator('[type="submit"]').click()
    await dialog.locator('[aria-invalid="true"]').waitFor()
    await dialog.getByLabel('Argan oil').fill('1')
    await dialog.getByLabel(text('shop.reason')).fill('Broken')
    await dialog.locator('[type="submit"]').click()
    await dialog.waitFor({ state: 'detached' })
    const refunds = panel.getByRole('region', { name: text('shop.refunds') })
    await refunds.getByText(text('shop.restocked')).waitFor()
    await refunds.getByText('Broken').waitFor()
    expect(await salon.stock()).toBe(6)

    await panel.getByRole('button', { name: text('shop.refund'), exact: true }).click()
    await dialog.getByRole('checkbox', { name: text('shop.restock') }).uncheck()
    await expectAccessible(page)
    await dialog.locator('[type="submit"]').click()
    await panel.locator('dd').getByText(text('orderStatus.refunded'), { exact: true }).waitFor()
    expect(await salon.stock()).toBe(6)
    const { orders } = (await salon.api.listOrders()).body
    expect(orders[0]).toMatchObject({
      status: 'refunded',
      refundedTotal: 360,
      refunds: [
        { amount: 120, restock: true, reason: 'Broken', items: [{ quantity: 1 }] },
        { amount: 240, restock: false, items: [{ quantity: 2 }] },
      ],
    })
    await eventually(async () => {
      const { expenses } = (await salon.use(finance).listExpenses()).body
      expect(expenses.map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([120, 240])
    })
    expect(problems).toEqual([])
  })

  it.each(languages)('finds, filters and cancels orders (%s)', async (language) => {
    const salon = await shopSalon(language)
    const first = await salon.order('Mona Adel', 1)
    await salon.order('Huda Fathy', 2)
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, salon, '/shop/orders')
    await page.getByRole('row', { name: 'Huda Fathy' }).waitFor()
    await page.getByRole('searchbox').fill(String(first.number))
    await page.getByRole('row', { name: 'Huda Fathy' }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: 'Mona Adel' }).click()
    const panel = page.getByRole('complementary')
    await panel.getByRole('button', { name: text('shop.cancelOrder') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('shop.cancelOrder') })
      .click()
    await panel.getByText(text('orderStatus.cancelled'), { exact: true }).waitFor()
    expect(await salon.stock()).toBe(8)

    await page.getByRole('searchbox').fill('fathy')
    await page.getByRole('row', { name: 'Mona Adel' }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: 'Huda Fathy' }).waitFor()
    await page.getByRole('searchbox').fill('nobody')
    await page.getByText(text('shop.ordersNotFound')).waitFor()
    await page.getByRole('button', { name: text('list.showAll') }).click()
    await page.getByRole('combobox', { name: text('shop.status') }).selectOption('pending')
    await page.getByRole('row', { name: 'Mona Adel' }).waitFor({ state: 'detached' })
    await page.getByRole('row', { name: 'Huda Fathy' }).waitFor()
    expect(problems).toEqual([])
  })
})

describe('products in the console', { timeout: 300_000 }, () => {
  it.each(languages)('creates and changes a product with pictures and variants (%s)', async (language) => {
    const salon = await shopSalon(language)
    const taxRates = [
      { name: 'VAT', percentage: 14 },
      { name: 'Reduced', percentage: 5 },
    ]
    const { workspace } = (await salon.use(identity).updateWorkspace({ taxRates })).body
    const [vat, reduced] = workspace.taxRates
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, salon, '/shop/categories')
    await page
      .getByRole('button', { name: text('shop.addCategory') })
      .first()
      .click()
    const category = page.getByRole('form', { name: text('shop.newCategory') })
    await category.getByLabel(text('shop.name'), { exact: true }).fill('Hair')
    await category.getByRole('button', { name: text('action.save') }).click()
    await page.getByRole('row', { name: 'Hair' }).waitFor()

    await page.getByRole('link', { name: text('shop.products'), exact: true }).click()
    await page
      .getByRole('link', { name: text('shop.addProduct') })
      .first()
      .click()
    const form = page.getByRole('form', { name: text('shop.newProduct') })
    await form.getByRole('button', { name: text('shop.createProduct') }).click()
    await form.getByText(text('form.required')).waitFor()
    await form.getByLabel(text('shop.name'), { exact: true }).fill('Shampoo')
    await form.getByLabel(text('shop.priceIn', { currency: 'EGP' })).fill('185.5')
    await form.getByLabel(text('shop.tax'), { exact: true }).selectOption(vat!.id)
    await form.getByLabel('Hair').check()
    const upload = form.locator('input[type="file"]')
    await upload.setInputFiles([
      { name: 'one.png', mimeType: 'image/png', buffer: png },
      { name: 'two.png', mimeType: 'image/png', buffer: png },
    ])
    const images = page.getByRole('form').locator('ol li')
    await images.nth(1).waitFor()
    const addresses = () =>
      images.locator('img').evaluateAll((all) => all.map((each) => each.getAttribute('src')))
    const before = await addresses()
    // The buttons move a picture forward or back, or remove it.
    await images.first().getByRole('button').nth(1).click()
    expect(await addresses()).toEqual(before.toReversed())
    for (const [name, stock] of [
      ['Small', '5'],
      ['Large', ''],
    ] as const) {
      await form.getByRole('button', { name: text('shop.addVariant') }).click()
      const variant = form.getByRole('group', { name: text('shop.newVariant') })
      await variant.getByLabel(text('shop.stock')).fill(stock)
      await variant.getByLabel(text('shop.variantName'), { exact: true }).fill(name)
    }
    await form.getByRole('button', { name: text('shop.createProduct') }).click()
    await page.getByRole('heading', { level: 1, name: 'Shampoo' }).waitFor()
    const { products } = (await salon.api.listProducts({ query: { search: 'Shampoo' } })).body
    expect(products).toMatchObject([
      {
        price: 185.5,
        status: 'active',
        variants: [
          { name: 'Small', stock: 5, price: 185.5 },
          { name: 'Large', stock: null, price: 185.5 },
        ],
      },
    ])
    const [created] = products
    expect(created!.imageIds.map((id) => `/v1/public/images/${id}/320.webp`)).toEqual(before.toReversed())
    expect(created!.categoryIds).toHaveLength(1)

    // An order changes the stock while the form is open; saving must not undo it.
    const edit = page.getByRole('form', { name: text('shop.editProduct') })
    const small = edit.getByRole('group', { name: 'Small' })
    await small.getByLabel(text('shop.price')).waitFor()
    await visitorApi(storefront).createOrder({
      params: { slug: salon.slug },
      body: {
        customer: { name: 'Mona Adel', email: 'mona@example.com' },
        items: [{ productId: created!.id, variantId: created!.variants[0]!.id, quantity: 2 }],
        delivery: { kind: 'pickup' },
      },
    })
    await small.getByLabel(text('shop.price')).fill('150')
    expect(await small.getByLabel(text('shop.tax')).inputValue()).toBe('')
    await small.getByLabel(text('shop.tax')).selectOption(reduced!.id)
    await images.nth(1).getByRole('button').nth(2).click()
    await edit.getByRole('button', { name: text('action.save') }).click()
    await eventually(async () => {
      const { product } = (await salon.api.getProduct({ params: { productId: created!.id } })).body
      expect(product.taxRateId).toBe(vat!.id)
      expect(product.variants).toMatchObject([
        { name: 'Small', stock: 3, price: 150, taxRateId: reduced!.id },
        { name: 'Large', taxRateId: null },
      ])
      expect(product.imageIds).toEqual(created!.imageIds.slice(0, 1))
      expect((await salon.api.listImages()).body.images.map(({ id }) => id)).toEqual(product.imageIds)
    })

    await page.getByRole('button', { name: text('shop.createPost') }).click()
    await page.getByRole('progressbar').waitFor()

    await page.getByRole('button', { name: text('action.delete') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('action.delete') })
      .click()
    await page.getByRole('row', { name: 'Argan oil' }).waitFor()
    expect(await page.getByRole('row', { name: 'Shampoo' }).count()).toBe(0)
    expect(problems).toEqual([])
  })
})

describe('pages, settings and roles of the shop in the console', { timeout: 300_000 }, () => {
  it.each(languages)('creates the shop, a page and a domain (%s)', async (language) => {
    const owner = await newSalon(storefront, language, 'Nefertiti')
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, owner, '/shop/products')
    await page.getByRole('link', { name: text('shop.createStore') }).click()
    const slug = uniqueName('nefertiti-')
    await page.getByLabel(text('shop.storeSlug')).fill(slug)
    await page.getByLabel(text('shop.published')).check()
    await page.getByLabel(text('shop.delivery.pickup')).check()
    await page.getByLabel(text('shop.accent')).fill('purple')
    await page.getByRole('button', { name: text('shop.createStore') }).click()
    await page.locator('[aria-invalid="true"]').waitFor()
    await page.getByLabel(text('shop.accent')).fill('#7b2d8b')
    await page.getByRole('button', { name: text('shop.createStore') }).click()
    await page.getByRole('link', { name: text('shop.openShop') }).waitFor()
    expect((await owner.api.getStore()).body.store).toMatchObject({
      slug,
      isPublished: true,
      deliveryKinds: ['pickup'],
      theme: { accent: '#7b2d8b', layout: 'grid' },
    })
    const domain = `${slug}.example.com`
    await page.getByLabel(text('shop.domain'), { exact: true }).fill(domain)
    await page.getByRole('button', { name: text('shop.addDomain') }).click()
    await page.getByText(`_wp-verify.${domain}`).waitFor()
    await page.getByRole('button', { name: text('shop.verify') }).click()
    await page.getByRole('alert').waitFor()

    await page.getByRole('link', { name: text('shop.pages'), exact: true }).click()
    await page
      .getByRole('link', { name: text('shop.addPage') })
      .first()
      .click()
    const form = page.getByRole('form', { name: text('shop.newPage') })
    await form.getByLabel(text('shop.pageTitle')).fill('About Nefertiti')
    await form
      .getByLabel(text('shop.text'))
      .fill('<h2>Since 1998</h2><script>alert(1)</script><p>Hair &amp; nails</p>')
    await page
      .getByRole('region', { name: text('shop.preview') })
      .getByText('Hair & nails')
      .first()
      .waitFor()
    await form.getByRole('button', { name: text('shop.createPage') }).click()
    await page.getByRole('heading', { level: 1, name: 'About Nefertiti' }).waitFor()
    expect((await owner.api.listPages()).body.pages).toMatchObject([
      { type: 'about-us', status: 'active', content: '<h2>Since 1998</h2><p>Hair &amp; nails</p>' },
    ])
    expect(problems).toEqual([])
  })

  it.each(languages)('shows uploaded pictures and deletes those that are not used (%s)', async (language) => {
    const { api, oil, ...owner } = await shopSalon(language)
    const upload = async () => (await api.createImage({ body: pngForm() })).body.image
    const [unused, used] = [await upload(), await upload()]
    await api.updateProduct({ params: { productId: oil.id }, body: { imageIds: [used.id] } })
    const opened = await openConsole(language)
    const { page, text, problems } = opened
    await openAs(opened, owner, '/shop/pictures')
    const pictures = page.getByRole('list', { name: text('shop.images') }).getByRole('listitem')
    await expect.poll(() => pictures.count()).toBe(2)
    const dialog = page.getByRole('dialog')
    const remove = async (index: number) => {
      await pictures.nth(index).getByRole('button').click()
      await dialog.getByRole('button', { name: text('action.delete') }).click()
    }
    await remove(0)
    await dialog.getByText(text('shop.imageInUse')).waitFor()
    await dialog.getByRole('button', { name: text('action.cancel') }).click()
    await remove(1)
    await expect.poll(() => pictures.count()).toBe(1)
    const { images } = (await api.listImages()).body
    expect(images.map(({ id }) => id)).toEqual([used.id])
    expect(images).not.toContainEqual(expect.objectContaining({ id: unused.id }))
    expect(problems).toEqual([])
  })

  it('shows only the actions that a role allows', async () => {
    const salon = await shopSalon('en')
    const { id: orderId } = await salon.order('Mona Adel')
    const openWith = async (permission: string, path: string) => {
      const { staffId } = await newStaff(salon, [permission])
      const { staff } = (await salon.use(scheduling).getStaff({ params: { staffId } })).body
      const opened = await openConsole('en')
      await openAs(opened, { email: staff.email, password: 'correct-horse-1' }, path)
      return opened
    }
    const viewer = await openWith('store.orders.view', `/shop/orders?open=${orderId}`)
    const { text } = viewer
    const panel = viewer.page.getByRole('complementary')
    await panel.getByText('Please ring twice').waitFor()
    for (const action of ['shop.move.confirmed', 'shop.cancelOrder'])
      expect(await panel.getByRole('button', { name: text(action) }).count()).toBe(0)
    const tabs = viewer.page.getByRole('navigation', { name: text('area.shop') })
    expect(await tabs.getByRole('link').allInnerTexts()).toEqual([text('shop.orders')])
    await viewer.page.goto(viewer.url('/shop/products'))
    await viewer.page.getByText(text('state.unknownPage')).waitFor()

    const browser = await openWith('store.view', '/shop')
    const row = browser.page.getByRole('row', { name: 'Argan oil' })
    await row.waitFor()
    expect(await browser.page.getByRole('link', { name: text('shop.addProduct') }).count()).toBe(0)
    await row.click()
    await browser.page.getByRole('heading', { level: 1, name: 'Argan oil' }).waitFor()
    expect(await browser.page.getByRole('form').count()).toBe(0)
    expect(await browser.page.getByRole('button', { name: text('action.delete') }).count()).toBe(0)
    await browser.page.goto(browser.url('/shop/products/new'))
    await browser.page.getByText(text('state.unknownPage')).waitFor()
    await browser.page.goto(browser.url('/shop/settings'))
    await browser.page.getByText(salon.slug).waitFor()
    expect(await browser.page.getByRole('button', { name: text('action.save') }).count()).toBe(0)
  })
})
