import { updateSubscription } from '@wp/admin-billing/contract'
import * as identity from '@wp/identity/contract'
import { adminApi, eventually } from '@wp/testing'
import { pageOf, textOf } from '@wp/testing/pages'
import { describe, expect, it } from 'vitest'
import { newProduct, newShop, stockOf, unknownId } from './shop.ts'
import {
  ann,
  change,
  fieldsOf,
  fillCart,
  follow,
  orderFields,
  productPage,
  send,
  visitor,
} from './shop-visitor.ts'

describe('order form', () => {
  it('places an order without scripts and redirects to an order page that requires the token in its URL', async () => {
    const shop = await newShop()
    const product = await newProduct(shop, { name: 'Blue Vase', stock: 5, price: 12.5 })
    const form = await orderFields(shop, product.slug, { ...ann, quantity: '2' })
    const reply = await send(shop, form)
    expect(reply.status).toBe(303)
    const location = reply.headers.get('location')!
    const order = await follow(location)
    expect(order.status).toBe(200)
    expect(textOf(order.text)).toMatch(/Blue Vase 2 ?\$25\.00/)
    expect(await stockOf(shop, product.id)).toBe(3)
    const [listed] = (await shop.api.listOrders()).body.orders
    expect(listed).toMatchObject({ total: 25, customer: { ...ann, phone: null }, status: 'pending' })
    const params = { slug: shop.slug, orderId: listed!.id }
    for (const query of [{}, { token: 'x' }])
      expect((await visitor.getShopOrder({ params, query })).status).toBe(404)
    const token = new URL(location, 'http://x').searchParams.get('token')!
    expect((await visitor.getShopOrder({ params, query: { token } })).status).toBe(200)
    const { slug } = await newShop()
    expect((await visitor.getShopOrder({ params: { ...params, slug }, query: { token } })).status).toBe(404)
    const bad = { slug: shop.slug, orderId: 'x' }
    expect((await visitor.getShopOrder({ params: bad, query: { token } })).status).toBe(404)
  })

  it('shows the taxes of the order by rate', async () => {
    const shop = await newShop()
    const { body } = await shop
      .use(identity)
      .updateWorkspace({ taxRates: [{ name: 'VAT <14>', percentage: 14 }] })
    const product = await newProduct(shop, { price: 11.4 })
    const taxed = { params: { productId: product.id }, body: { taxRateId: body.workspace.taxRates[0]!.id } }
    await expect.poll(async () => (await shop.api.updateProduct(taxed)).status).toBe(200)
    const { headers } = await send(shop, await orderFields(shop, product.slug, { ...ann, quantity: '2' }))
    const { text } = await follow(headers.get('location')!)
    expect(textOf(text)).toContain('VAT <14> 14% of $20.00 $2.80')
    const untaxed = await newProduct(shop)
    const other = await send(shop, await orderFields(shop, untaxed.slug, ann))
    expect(textOf((await follow(other.headers.get('location')!)).text)).not.toContain('14%')
  })

  it('places one order when submitted several times, and returns 422 when the values differ', async () => {
    const shop = await newShop()
    const product = await newProduct(shop, { stock: 1 })
    const form = await orderFields(shop, product.slug, ann)
    const replies = await Promise.all(Array.from({ length: 5 }, () => send(shop, form)))
    expect(replies.map(({ status }) => status)).toEqual(Array(5).fill(303))
    expect(new Set(replies.map(({ headers }) => headers.get('location'))).size).toBe(1)
    expect((await shop.api.listOrders()).body.orders).toHaveLength(1)
    const other = await send(shop, { ...Object.fromEntries(form), name: 'Bob' })
    expect([other.status, textOf(other.body)]).toEqual([
      422,
      expect.stringContaining('already sent') as string,
    ])
  })

  it('is shown again when the total is too large', async () => {
    const shop = await newShop()
    const product = await newProduct(shop, { price: 50_000_000_000_000 })
    const form = await orderFields(shop, product.slug, { ...ann, quantity: '2' })
    const { status, body } = await send(shop, form)
    expect(status).toBe(422)
    const alert = pageOf(body).querySelector('[role=alert]')
    expect(alert?.textContent).toContain('Please enter a quantity')
  })

  it("rejects a quantity above the shop's limit per order", async () => {
    const shop = await newShop({ maxQuantityPerOrder: 5 })
    const product = await newProduct(shop)
    const page = await productPage(shop, product.slug)
    expect(pageOf(page).querySelector('[name=quantity]')?.getAttribute('max')).toBe('5')
    const cart = await fillCart(shop, product.slug, '6')
    expect(textOf(cart)).toContain('This shop accepts at most 5 items in an order.')
    expect(pageOf(cart).querySelector('form[action*="/orders"]')).toBeNull()
    const form = Object.fromEntries(await orderFields(shop, product.slug, { ...ann, quantity: '5' }))
    const { status, body } = await send(shop, { ...form, quantity: '6' })
    expect(status).toBe(422)
    const alert = pageOf(body).querySelector('[role=alert]')
    expect(alert?.textContent).toContain('Please enter a quantity from 1 to 5.')
  })

  it('redirects to the order when it is submitted again after the shop has closed', async () => {
    const shop = await newShop()
    const product = await newProduct(shop)
    const form = await orderFields(shop, product.slug, ann)
    const first = await send(shop, form)
    const admin = await adminApi({ updateSubscription })
    const params = { workspaceId: shop.workspaceId }
    await admin.updateSubscription({ params, body: { subscriptionEndDate: '2020-01-01T00:00:00.000Z' } })
    await eventually(async () => {
      const other = await orderFields(shop, product.slug, ann) // each page has a new key
      expect((await send(shop, other)).status).toBe(422)
    })
    const again = await send(shop, form)
    expect([again.status, again.headers.get('location')]).toEqual([303, first.headers.get('location')])
  })

  it('is shown again with its values, the error and a new key when the order is rejected', async () => {
    const shop = await newShop()
    const product = await newProduct(shop, { stock: 1 })
    const form = await orderFields(shop, product.slug, ann)
    const faults: [Record<string, string>, string][] = [
      [{ name: ' ' }, 'Please enter your name'],
      [{ email: '' }, 'Please enter a valid email address or phone number'],
      [{ email: 'no address' }, 'Please enter a valid email address'],
      [{ quantity: '0' }, 'Please enter a quantity'],
      [{ quantity: '1.5' }, 'Please enter a quantity'],
      [{ quantity: '2', total: '' }, 'not enough stock'], // a form without the total that the customer saw
    ]
    for (const [changes, words] of faults) {
      const { status, body } = await send(shop, { ...Object.fromEntries(form), ...changes })
      const page = body as unknown as string
      expect([changes, status]).toEqual([changes, 422])
      expect(pageOf(page).querySelector('[role=alert]')?.textContent).toContain(words)
      const { key, ...shown } = Object.fromEntries(fieldsOf(page, '/orders'))
      const { quantity = '1', total: _, ...kept } = trimmed(changes)
      expect(shown).toMatchObject({ productId: product.id, ...ann, ...kept })
      expect([shown['quantity'], key === form.get('key')]).toEqual([quantity === '2' ? '2' : '1', false])
    }
    const gone = await send(shop, { ...Object.fromEntries(form), productId: unknownId })
    expect(textOf(gone.body)).toContain('no longer available')
    expect((await shop.api.listOrders()).body.orders).toEqual([])
    expect((await send({ ...shop, slug: 'no-such-shop' }, form)).status).toBe(404)
    expect((await change({ ...shop, slug: 'no-such-shop' }, form)).status).toBe(404)
    expect((await visitor.getShopCart({ params: { slug: 'no-such-shop' } })).status).toBe(404)
    const wrongType = visitor.createShopOrder.raw({ params: { slug: shop.slug }, body: {} })
    expect(await wrongType).toFailWith(415, 'UNSUPPORTED_MEDIA_TYPE')
    const alsoWrong = visitor.changeShopCart.raw({ params: { slug: shop.slug }, body: {} })
    expect(await alsoWrong).toFailWith(415, 'UNSUPPORTED_MEDIA_TYPE')
  })
})

const trimmed = (fields: Record<string, string>) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, value.trim()]))
