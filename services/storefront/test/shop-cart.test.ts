import * as identity from '@wp/identity/contract'
import { visitorApi } from '@wp/testing'
import { pageOf, textOf } from '@wp/testing/pages'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { newProduct, newShop, stockOf } from './shop.ts'
import type { Shop } from './shop.ts'

const visitor = visitorApi(contract)
const headers = { 'content-type': 'application/x-www-form-urlencoded' }
const ann = { name: 'Ann', phone: '0100' }

/** A visitor whose browser keeps the cart. */
const browser = ({ slug }: Shop) => {
  let cookie = ''
  const keep = <Reply extends { headers: Headers }>(reply: Reply): Reply => {
    cookie = reply.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie
    return reply
  }
  const post = (fields: [string, string][]) => ({
    params: { slug },
    headers: { ...headers, cookie },
    body: new URLSearchParams(fields).toString(),
  })
  const cart = async () => (await visitor.getShopCart({ params: { slug }, headers: { cookie } })).body
  return {
    cart,
    change: async (fields: [string, string][]) => keep(await visitor.changeShopCart.raw(post(fields))),
    add: async (productId: string, quantity: number, variantId = '') =>
      keep(
        await visitor.changeShopCart.raw(
          post([
            ['action', 'add'],
            ['productId', productId],
            ['variantId', variantId],
            ['quantity', String(quantity)],
          ]),
        ),
      ),
    /** Returns the hidden fields of the order form with the given ones. */
    form: async (fields: Record<string, string> = ann): Promise<[string, string][]> => {
      const form = pageOf(await cart()).querySelector('form[action*="/orders"]')!
      const inputs = [...form.querySelectorAll('input[type=hidden]')]
      return [...inputs.map(({ name, value }): [string, string] => [name, value]), ...Object.entries(fields)]
    },
    order: async (fields: [string, string][]) => keep(await visitor.createShopOrder.raw(post(fields))),
    cookie: () => cookie,
  }
}

const sizes = [
  { name: 'Small', price: 9, stock: 4 },
  { name: 'Large', price: 15, stock: 2 },
]

const newVaried = async (shop: Shop, name = 'Vase') => {
  const { product } = (await shop.api.createProduct({ name, price: 10, status: 'active', variants: sizes }))
    .body
  return { ...product, small: product.variants[0]!.id, large: product.variants[1]!.id }
}

describe('cart of a shop', () => {
  it('orders several products and variants together, once per form, and is then empty', async () => {
    const shop = await newShop()
    const [vase, lamp] = [
      await newVaried(shop),
      await newProduct(shop, { name: 'Lamp', price: 20, stock: 5 }),
    ]
    const ann = browser(shop)
    const added = await ann.add(vase.id, 1, vase.small)
    expect([added.status, added.headers.get('location')]).toEqual([303, `/shop/${shop.slug}/cart`])
    const cookie = added.headers.get('set-cookie')!
    expect(cookie).toContain(`Path=/shop/${shop.slug}; HttpOnly; SameSite=Lax`)
    await ann.add(vase.id, 2, vase.large)
    await ann.add(lamp.id, 1)
    await ann.add(lamp.id, 2)
    const page = await ann.cart()
    expect(textOf(page)).toMatch(/Vase \(Small\) ?\$9\.00/)
    expect(textOf(page)).toMatch(/Vase \(Large\) ?\$30\.00/)
    expect(textOf(page)).toMatch(/Lamp ?\$60\.00/)
    expect(textOf(page)).toMatch(/Total ?\$99\.00/)
    expect(pageOf(page).querySelector('#cart')?.textContent?.trim()).toBe('6')
    const form = await ann.form()
    const replies = await Promise.all(Array.from({ length: 5 }, () => ann.order(form)))
    expect(new Set(replies.map(({ status, headers }) => `${status} ${headers.get('location')}`)).size).toBe(1)
    const { orders } = (await shop.api.listOrders()).body
    expect(orders).toHaveLength(1)
    expect(orders[0]).toMatchObject({ total: 99, number: expect.any(Number) as number })
    expect(
      new Set(orders[0]!.items.map(({ name, quantity, variantId }) => [name, quantity, variantId].join())),
    ).toEqual(new Set([`Vase (Small),1,${vase.small}`, `Vase (Large),2,${vase.large}`, 'Lamp,3,']))
    const { product } = (await shop.api.getProduct({ params: { productId: vase.id } })).body
    expect(product.variants.map(({ stock }) => stock)).toEqual([3, 0])
    expect(await stockOf(shop, lamp.id)).toBe(2)
    expect(ann.cookie()).toBe('wp_cart=')
    expect(textOf(await ann.cart())).toContain('Your cart is empty.')
  })

  it('changes and removes lines, and reports products that are sold out or no longer for sale', async () => {
    const shop = await newShop()
    const [vase, lamp] = [await newVaried(shop), await newProduct(shop, { name: 'Lamp' })]
    const ann = browser(shop)
    await ann.add(vase.id, 3, vase.large)
    await ann.add(lamp.id, 1)
    const over = pageOf(await ann.cart())
    expect(over.querySelector('.lines')?.textContent).toContain('Only 2 left')
    expect(over.querySelector('form[action*="/orders"]')).toBeNull()
    await ann.change([
      ['productId', vase.id],
      ['variantId', vase.large],
      ['quantity', '1'],
      ['productId', lamp.id],
      ['variantId', ''],
      ['quantity', '4'],
    ])
    expect(textOf(await ann.cart())).toMatch(/Total ?\$65\.00/)
    const variants = [{ id: vase.large, name: 'Large', isActive: false }]
    await shop.api.updateProduct({ params: { productId: vase.id }, body: { variants } })
    const fewer = await ann.cart()
    expect(textOf(fewer)).toContain('no longer available and were removed')
    expect(textOf(fewer)).toMatch(/Total ?\$50\.00/)
    await ann.change([['remove', lamp.id]])
    await ann.change([['remove', `${vase.id}.${vase.large}`]])
    expect(textOf(await ann.cart())).toContain('Your cart is empty.')
  })

  it('shows the cart again when a price has changed since the customer saw it, and then sells at the new price', async () => {
    const shop = await newShop()
    const lamp = await newProduct(shop, { name: 'Lamp', price: 20 })
    const ann = browser(shop)
    await ann.add(lamp.id, 2)
    const form = await ann.form()
    await shop.api.updateProduct({ params: { productId: lamp.id }, body: { price: 25 } })
    const refused = await ann.order(form)
    expect(refused.status).toBe(422)
    expect(textOf(refused.body)).toContain('Prices have changed')
    expect((await shop.api.listOrders()).body.orders).toEqual([])
    expect((await ann.order(await ann.form())).status).toBe(303)
    expect((await shop.api.listOrders()).body.orders[0]).toMatchObject({ total: 50 })
  })

  it('keeps products that were not part of the order, and rejects a 51st product', async () => {
    const shop = await newShop()
    const [vase, lamp] = [await newProduct(shop), await newProduct(shop)]
    const ann = browser(shop)
    await ann.add(vase.id, 1)
    const form = await ann.form()
    await ann.add(lamp.id, 1)
    await ann.order(form)
    expect(ann.cookie()).toBe(`wp_cart=${lamp.id}-1`)
    for (let at = 1; at < 50; at += 1) await ann.add(at.toString(16).padStart(24, '0'), 1)
    const full = await ann.add(vase.id, 1)
    expect(full.headers.get('location')).toBe(`/shop/${shop.slug}/cart?full=1`)
    const { body } = await visitor.getShopCart({ params: { slug: shop.slug }, query: { full: '1' } })
    expect(textOf(body)).toContain('A cart can contain at most 50 different products.')
  })

  it('asks for the delivery that the store offers, and stores address and note', async () => {
    const shop = await newShop()
    const { slug } = shop
    await shop
      .use(identity)
      .updateWorkspace({ business: { address: { line1: 'Nile 1', city: 'Cairo', countryCode: 'EG' } } })
    const lamp = await newProduct(shop)
    const ann = browser(shop)
    await ann.add(lamp.id, 1)
    expect(pageOf(await ann.cart()).querySelector('[name=delivery]')).toBeNull()
    const put = (deliveryKinds: ('pickup' | 'address')[]) =>
      shop.api.putStore({ slug, name: 'Blue Moon', isPublished: true, deliveryKinds })
    expect((await put(['pickup', 'address'])).body.store.deliveryKinds).toEqual(['pickup', 'address'])
    await expect.poll(async () => textOf(await ann.cart())).toContain('Nile 1')
    const place = async (fields: Record<string, string>) =>
      ann.order(await ann.form({ name: 'Ann', phone: '1', ...fields }))
    const refused: [Record<string, string>, string][] = [
      [{}, 'Please choose how you want to receive your order.'],
      [{ delivery: 'drone' }, 'Please choose how you want to receive your order.'],
      [{ delivery: 'address', line1: 'Tahrir 5' }, 'Please enter the street and the city.'],
      [{ delivery: 'pickup', note: 'x'.repeat(1001) }, 'Please shorten your note.'],
    ]
    for (const [fields, message] of refused) {
      const { status, body } = await place(fields)
      expect([status, textOf(body)]).toEqual([422, expect.stringContaining(message) as string])
    }
    const sent = await place({
      delivery: 'address',
      line1: 'Tahrir 5',
      city: 'Cairo',
      note: 'Ring twice <b>',
    })
    expect(sent.status).toBe(303)
    const [order] = (await shop.api.listOrders()).body.orders
    expect(order).toMatchObject({
      delivery: {
        kind: 'address',
        address: { line1: 'Tahrir 5', line2: null, city: 'Cairo', countryCode: 'EG' },
      },
      note: 'Ring twice <b>',
    })
    const token = new URL(sent.headers.get('location')!, 'http://x').searchParams.get('token')!
    const { body } = await visitor.getShopOrder({ params: { slug, orderId: order!.id }, query: { token } })
    expect(textOf(body)).toContain('Tahrir 5')
    expect(textOf(body)).toContain('Ring twice <b>')
    await put(['pickup'])
    await ann.add(lamp.id, 1)
    expect((await place({ delivery: 'address', line1: 'a', city: 'b' })).status).toBe(422)
    expect((await place({ delivery: 'pickup' })).status).toBe(303)
  })

  it('changes the page of an order when the order changes', async () => {
    const shop = await newShop()
    const lamp = await newProduct(shop)
    const ann = browser(shop)
    await ann.add(lamp.id, 1)
    const location = (await ann.order(await ann.form())).headers.get('location')!
    const { pathname, searchParams } = new URL(location, 'http://x')
    const params = { slug: shop.slug, orderId: pathname.split('/').at(-1)! }
    const look = async () => {
      const { body } = await visitor.getShopOrder({ params, query: { token: searchParams.get('token')! } })
      const page = pageOf(body)
      const order = page.querySelector('[data-live]')!
      const step = page.querySelector('[aria-current=step]')?.textContent?.trim()
      const isFinal = order.getAttribute('data-final') !== null
      return { version: order.getAttribute('data-live'), step, isFinal }
    }
    const before = await look()
    expect(before).toMatchObject({ step: 'Received', isFinal: false })
    await shop.api.setOrderStatus({ params: { orderId: params.orderId }, body: { status: 'confirmed' } })
    const after = await look()
    expect(after).toMatchObject({ step: 'Confirmed', isFinal: false })
    expect(after.version).not.toBe(before.version)
    await shop.api.setOrderStatus({ params: { orderId: params.orderId }, body: { status: 'cancelled' } })
    expect(await look()).toMatchObject({ step: undefined, isFinal: true })
  })
})
