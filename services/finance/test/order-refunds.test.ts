import * as identity from '@wp/identity/contract'
import * as pos from '@wp/pos/contract'
import * as storefront from '@wp/storefront/contract'
import { eventually, newWorkspace, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'

describe('refunds of orders', () => {
  it('books an expense and reduces the taxes of the period', async () => {
    const workspace = await newWorkspace(contract)
    const shop = workspace.use(storefront)
    const slug = uniqueName('shop-')
    await shop.putStore({ slug, name: 'Blue Moon', isPublished: true })
    const { taxRates } = (
      await workspace.use(identity).updateWorkspace({ taxRates: [{ name: 'VAT', percentage: 25 }] })
    ).body.workspace
    const fields = { name: 'Vase', price: 12.5, status: 'active' as const, taxRateId: taxRates[0]!.id }
    const { product } = await eventually(async () => {
      const made = await shop.createProduct(fields)
      expect(made.status).toBe(201)
      return made.body
    })
    const customer = { name: 'Ann', email: 'ann@example.com' }
    const items = [{ productId: product.id, quantity: 2 }]
    const { order } = (await shop.createOrder({ params: { slug }, body: { customer, items } })).body
    const params = { orderId: order.id }
    for (const status of ['confirmed', 'fulfilled'] as const)
      await shop.setOrderStatus({ params, body: { status } })
    const { refund } = (await shop.refundOrder({ params, body: { amount: 12.5, reason: 'Late' } })).body
    await eventually(async () => {
      const { expenses } = (await workspace.api.listExpenses()).body
      expect(expenses).toMatchObject([
        {
          title: 'Refund of an order at Blue Moon',
          amount: 12.5,
          category: 'refunds',
          notes: 'Late',
          reference: { type: 'refund', id: refund.id },
        },
      ])
      const { taxes } = (await workspace.use(pos).listTaxes()).body
      expect(taxes).toEqual([
        { currencyCode: 'USD', name: 'VAT', percentage: 25, net: 10, tax: 2.5, gross: 12.5 },
      ])
    })
  })
})
