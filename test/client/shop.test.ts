import { storefront } from '@workspace-platform/client/storefront'
import { verifyWebhook } from '@workspace-platform/client/verify-webhook'
import { uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import { openApp, receiveEvents } from './app.ts'

const permissions = ['store.manage', 'store.orders.manage', 'integrations.manage']

describe('a shop whose warehouse uses an API key', () => {
  it('confirms orders that arrive by webhook, and tracks the stock of products', async () => {
    const { app, visitor } = await openApp('Blue Moon', permissions)
    const shop = app.use(storefront)
    const slug = uniqueName('shop-')
    await shop.putStore({ body: { slug, name: 'Blue Moon', isPublished: true } })
    const description = 'Made by hand.'
    const { product } = await shop.createProduct({
      body: { name: 'Vase', price: 12.5, stock: 10, status: 'active', description },
    })
    const stock = new Map<string, number | null>()
    const { events, typesOf, listDeliveries } = await receiveEvents(
      app,
      ['order.*', 'product.updated'],
      async (event) => {
        if (event.type === 'product.updated' && !event.data.isTruncated)
          stock.set(event.data.product.id, event.data.product.stock)
        if (event.type === 'order.created')
          await shop.setOrderStatus({
            params: { orderId: event.data.order.id },
            body: { status: 'confirmed' },
          })
      },
    )

    const items = [{ productId: product.id, quantity: 3 }]
    const customer = { name: 'Amira', email: 'amira@example.com' }
    const { order } = await visitor.use(storefront).createOrder({
      params: { slug },
      body: { customer, items },
    })
    await expect.poll(typesOf).toEqual(expect.arrayContaining(['order.created', 'order.confirmed']))
    await expect.poll(() => stock.get(product.id)).toBe(7)
    const changed = events.find(({ type }) => type === 'product.updated')!
    expect(changed.data).toMatchObject({ product: { ...product, stock: 7, updatedAt: expect.any(String) } })
    const { order: confirmed } = await shop.getOrder({ params: { orderId: order.id } })
    expect(confirmed).toMatchObject({ status: 'confirmed', total: 37.5 })

    await shop.setOrderStatus({ params: { orderId: order.id }, body: { status: 'cancelled' } })
    await expect.poll(() => stock.get(product.id)).toBe(10)
    await expect.poll(typesOf).toContain('order.cancelled')
    await expect
      .poll(async () => (await listDeliveries()).filter(({ status }) => status !== 'succeeded'))
      .toEqual([])
    const [newest] = await listDeliveries()
    expect(newest!.requestBody).toContain(newest!.eventId)
  })

  it('rejects requests that the platform did not sign', async () => {
    const { app } = await openApp('Blue Moon', permissions)
    const { url, events, listDeliveries } = await receiveEvents(app, ['order.*'])
    const forged = await fetch(`${url}/hooks`, {
      method: 'POST',
      headers: {
        'webhook-id': 'a',
        'webhook-timestamp': `${Math.floor(Date.now() / 1000)}`,
        'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
      },
      body: '{"type":"order.created"}',
    })
    expect(forged.status).toBe(500)
    expect(await forged.text()).toContain('signature')
    expect(events).toEqual([])
    expect(await listDeliveries()).toEqual([])
    await expect(verifyWebhook('{}', {}, 'whsec_AAAA')).rejects.toThrow('headers are missing')
  })
})
