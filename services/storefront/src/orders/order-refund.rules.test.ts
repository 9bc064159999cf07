import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planRefund, refundedMinor } from './order-refund.rules.ts'
import type { NewOrderRefund } from './order.contract.ts'
import type { StoredOrder } from './order.types.ts'

const item = (id: string, quantity: number, unitPriceMinor: number) => ({
  id,
  productId: `p-${id}`,
  name: id,
  quantity,
  unitPriceMinor,
  totalMinor: quantity * unitPriceMinor,
})
const items = [item('vase', 3, 1250), item('lamp', 2, 10)]
const order = (fields: object = {}) =>
  ({ status: 'fulfilled', items, totalMinor: 3770, currencyCode: 'USD', ...fields }) as StoredOrder
const refunded = (amountMinor: number, refundedItems: { itemId: string; quantity: number }[] = []) => ({
  refunds: [{ amountMinor, items: refundedItems }],
})
const plan = (fields: object, wanted: Partial<NewOrderRefund>) => {
  const { amountMinor, items: planned } = planRefund(order(fields), {
    restock: true,
    reason: null,
    ...wanted,
  })
  return [amountMinor, planned.map(({ itemId, quantity }) => `${quantity} ${itemId}`)]
}

describe('planRefund', () => {
  it('refunds everything that is left', () => {
    expect(plan({}, {})).toEqual([3770, ['3 vase', '2 lamp']])
    const before = refunded(1250, [{ itemId: 'vase', quantity: 1 }])
    expect(plan(before, {})).toEqual([2520, ['2 vase', '2 lamp']])
  })

  it('refunds the price of chosen items, or a given amount', () => {
    const two = [{ itemId: 'vase', quantity: 2 }]
    expect(plan({}, { items: two })).toEqual([2500, ['2 vase']])
    expect(plan({}, { items: two, amount: 5 })).toEqual([500, ['2 vase']])
    expect(plan({}, { amount: 5 })).toEqual([500, []])
    expect(plan({}, { items: two, amount: 0 })).toEqual([0, ['2 vase']])
  })

  it('uses the product id for an item without an id', () => {
    const old = { items: [{ ...item('vase', 3, 1250), id: undefined }], totalMinor: 3750 }
    expect(plan(old, { items: [{ itemId: 'p-vase', quantity: 1 }] })).toEqual([1250, ['1 p-vase']])
  })

  it.each([
    ['status must be fulfilled before it can be refunded (now pending)', { status: 'pending' }, {}],
    ['status must be fulfilled before it can be refunded (now refunded)', { status: 'refunded' }, {}],
    ['amount must be at most 12.7', refunded(2500), { amount: 12.71 }],
    ['amount must be at most 12.7', refunded(2500), { items: [{ itemId: 'vase', quantity: 2 }] }],
    ['amount must be greater than 0', {}, { amount: 0 }],
    ['items.0.itemId must be an item of the order', {}, { items: [{ itemId: 'x', quantity: 1 }] }],
    [
      'items.1.quantity must be at most 3 in total',
      {},
      {
        items: [
          { itemId: 'vase', quantity: 2 },
          { itemId: 'vase', quantity: 2 },
        ],
      },
    ],
    [
      'items.0.quantity must be at most 1 in total',
      refunded(2500, [{ itemId: 'vase', quantity: 2 }]),
      { items: [{ itemId: 'vase', quantity: 2 }] },
    ],
    [
      'refunds must contain at most 100 refunds',
      { refunds: Array.from({ length: 100 }, () => ({ amountMinor: 1, items: [] })) },
      { amount: 1 },
    ],
  ])('throws "%s"', (message, fields, wanted) => {
    expect(() => plan(fields, wanted)).toThrow(message)
  })

  it('adds up to the total and to the quantities, in any steps', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 2000 }), { maxLength: 8 }), (amounts) => {
        let refunds: { amountMinor: number; items: { itemId: string; quantity: number }[] }[] = []
        for (const amount of amounts) {
          const left = 3770 - refundedMinor(order({ refunds }))
          if (amount > left) continue
          const [amountMinor] = plan({ refunds }, { amount: amount / 100 })
          refunds = [...refunds, { amountMinor: amountMinor as number, items: [] }]
        }
        const left = 3770 - refundedMinor(order({ refunds }))
        fc.pre(left > 0)
        expect(plan({ refunds }, {})).toEqual([left, ['3 vase', '2 lamp']])
      }),
    )
  })
})
