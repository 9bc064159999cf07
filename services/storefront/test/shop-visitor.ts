import { platform, visitorApi } from '@wp/testing'
import { pageOf } from '@wp/testing/pages'
import * as contract from '../src/contract.ts'
import type { Shop } from './shop.ts'

export const visitor = visitorApi(contract)

export const productPage = async ({ slug }: Shop, productSlug: string) =>
  (await visitor.getShopProduct({ params: { slug, productSlug } })).body as string

/** Returns the fields of a form of the page as a browser would submit them. */
export const fieldsOf = (
  text: string,
  action: string,
  changes: Record<string, string> = {},
): URLSearchParams => {
  const form = pageOf(text).querySelector(`main form[action*="${action}"]`)!
  const fields = new URLSearchParams()
  for (const { name, value } of form.querySelectorAll('textarea, input:not([type=radio]), input:checked'))
    fields.append(name, value)
  for (const [name, value] of Object.entries(changes)) fields.set(name, value)
  return fields
}

export const urlencoded = { 'content-type': 'application/x-www-form-urlencoded' }

export const send = ({ slug }: Shop, fields: URLSearchParams | Record<string, string>, cookie = '') =>
  visitor.createShopOrder.raw({
    params: { slug },
    headers: { ...urlencoded, cookie },
    body: new URLSearchParams(fields).toString(),
  })

export const change = ({ slug }: Shop, fields: URLSearchParams | Record<string, string>, cookie = '') =>
  visitor.changeShopCart.raw({
    params: { slug },
    headers: { ...urlencoded, cookie },
    body: new URLSearchParams(fields).toString(),
  })

export const cookieOf = ({ headers }: { headers: Headers }) => headers.get('set-cookie')!.split(';', 1)[0]!

export const cartPage = async ({ slug }: Shop, cookie: string) =>
  (await visitor.getShopCart({ params: { slug }, headers: { cookie } })).body as string

/** Puts a product into an empty cart by its page and returns the page of the cart. */
export const fillCart = async (shop: Shop, productSlug: string, quantity = '1') => {
  const added = fieldsOf(await productPage(shop, productSlug), '/cart', { quantity })
  return cartPage(shop, cookieOf(await change(shop, added)))
}

/** Puts a product into an empty cart and returns the fields of the order form. */
export const orderFields = async (shop: Shop, productSlug: string, changes: Record<string, string> = {}) => {
  const { quantity = '1', ...rest } = changes
  return fieldsOf(await fillCart(shop, productSlug, quantity), '/orders', rest)
}

export const ann = { name: 'Ann', email: 'ann@example.com' }

export const follow = async (location: string, cookie = '') => {
  const reply = await fetch(new URL(location, platform().gatewayUrl), { headers: { cookie } })
  return { status: reply.status, text: await reply.text() }
}
