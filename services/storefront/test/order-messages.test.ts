import * as identity from '@wp/identity/contract'
import { eventually, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { newProduct, newShop } from './shop.ts'

describe('order messages', () => {
  it("sends one for every status, in the shop's language", async () => {
    const shop = await newShop()
    await shop.use(identity).updateWorkspace({ languages: ['en', 'ar'] })
    await shop.api.putStore({ slug: shop.slug, name: 'Blue Moon', isPublished: true, locale: 'ar' })
    const product = await newProduct(shop)
    const email = `${uniqueName('buyer')}@shop.example`
    const items = [{ productId: product.id, quantity: 2 }]
    const order = async () => {
      const body = { customer: { name: 'Ann', email }, items }
      return (await shop.api.createOrder({ params: { slug: shop.slug }, body })).body.order.id
    }
    const [first, second] = [await order(), await order()]
    const move = (orderId: string, status: 'confirmed' | 'fulfilled' | 'cancelled') =>
      shop.api.setOrderStatus({ params: { orderId }, body: { status } })
    await move(first, 'confirmed')
    await move(first, 'confirmed')
    await move(first, 'fulfilled')
    await move(second, 'cancelled')
    const typesOf = async (recordId: string) =>
      (await shop.use(identity).listMessages({ query: { recordId } })).body.messages.map(({ type }) => type)
    await eventually(async () => {
      expect((await typesOf(first)).toSorted()).toEqual([
        'order.confirmed',
        'order.fulfilled',
        'order.received',
      ])
      expect((await typesOf(second)).toSorted()).toEqual(['order.cancelled', 'order.received'])
    })
    const { messages } = (await shop.use(identity).listOutbox({ query: { to: email } })).body
    expect(messages).toHaveLength(5)
    expect(messages.at(-1)!.subject).toContain('استلمنا طلبك')
    expect(messages[0]!.text).toContain(`× ${product.name}`)
  })
})
