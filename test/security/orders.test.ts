import * as storefront from '@wp/storefront/contract'
import { definitionOf, inProcess, newWorkspace, platform, uniqueName, type InProcess } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A gateway that reads the caller's address from X-Forwarded-For, so that one test can simulate several callers. */
let gateway: InProcess
beforeAll(async () => {
  gateway = await inProcess((await definitionOf('gateway'))!, {
    env: { NATS_URL: platform().natsUrl, TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT_ORDER_PER_STORE: '3' },
  })
})
afterAll(() => gateway?.stop())

const newShop = async () => {
  const { api } = await newWorkspace(storefront)
  const slug = uniqueName('shop-')
  await api.putStore({ slug, name: 'Blue Moon', isPublished: true })
  const { product } = (await api.createProduct({ name: 'Vase', price: 1, status: 'active', stock: 50 })).body
  const customer = { name: 'Ann', email: 'ann@example.com' }
  const body = JSON.stringify({ customer, items: [{ productId: product.id, quantity: 1 }] })
  const order = async (address: string, spelling = slug) => {
    const reply = await fetch(`${gateway.url}/v1/public/storefront/stores/${spelling}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body,
    })
    return reply.status
  }
  const form = async (address: string) => {
    const reply = await fetch(`${gateway.url}/shop/${slug}/orders`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
      body: `productId=${product.id}`,
    })
    return reply.status
  }
  return { slug, order, form }
}

describe('an anonymous caller who places orders', () => {
  it('is limited per address and store, through the API and the form, however the slug is written', async () => {
    const [one, other] = [await newShop(), await newShop()]
    const attacker = '192.0.2.1'
    expect([await one.order(attacker), await one.order(attacker), await one.form(attacker)]).toEqual([
      201, 201, 422,
    ])
    const encoded = one.slug.replace('s', '%73')
    expect([await one.order(attacker), await one.order(attacker, encoded), await one.form(attacker)]).toEqual(
      [429, 429, 429],
    )
    expect(await one.order('192.0.2.2')).toBe(201)
    expect(await other.order(attacker)).toBe(201)
  })
})
