import type { Order } from '@workspace-platform/client/storefront'
import { describe, expect, it } from 'vitest'
import {
  isCancellable,
  leftOf,
  nextStatus,
  refundAmount,
  refundProblem,
  toOrderQuery,
  toRefundBody,
  toRefundFields,
} from './order.rules.ts'

const order = (changes: Partial<Order> = {}): Order => ({
  id: 'o1',
  workspaceId: 'w1',
  storeId: 's1',
  number: 12,
  status: 'fulfilled',
  customer: { name: 'Mona Adel', email: 'mona@example.com', phone: null },
  delivery: null,
  note: null,
  items: [
    { id: 'i1', productId: 'p1', variantId: null, name: 'Oil', quantity: 3, unitPrice: 10.1, total: 30.3 },
    { id: 'i2', productId: 'p2', variantId: null, name: 'Soap', quantity: 1, unitPrice: 5, total: 5 },
  ],
  total: 35.3,
  refundedTotal: 0,
  refunds: [],
  taxes: [],
  currencyCode: 'EGP',
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
  ...changes,
})

const refunded = order({
  refundedTotal: 20.2,
  refunds: [
    {
      id: 'r1',
      amount: 20.2,
      items: [{ itemId: 'i1', quantity: 2 }],
      restock: true,
      reason: null,
      createdAt: '2026-11-02T10:00:00.000Z',
    },
  ],
})

describe('nextStatus', () => {
  it('leads from a new order to a fulfilled one', () => {
    expect(nextStatus('pending')).toBe('confirmed')
    expect(nextStatus('confirmed')).toBe('fulfilled')
    expect(nextStatus('fulfilled')).toBeNull()
    expect(nextStatus('cancelled')).toBeNull()
  })

  it('allows cancelling only before an order is fulfilled', () => {
    expect(isCancellable('pending')).toBe(true)
    expect(isCancellable('confirmed')).toBe(true)
    expect(isCancellable('fulfilled')).toBe(false)
    expect(isCancellable('refunded')).toBe(false)
  })
})

describe('toOrderQuery', () => {
  it('distinguishes order numbers from customer names', () => {
    expect(toOrderQuery({ search: '#12' })).toEqual({ number: 12 })
    expect(toOrderQuery({ search: '١٢' })).toEqual({ number: 12 })
    expect(toOrderQuery({ search: '#۱۲' })).toEqual({ number: 12 })
    expect(toOrderQuery({ search: ' mona@example.com ' })).toEqual({ search: 'mona@example.com' })
    expect(toOrderQuery({ search: '+201005550122' })).toEqual({ search: '+201005550122' })
    expect(toOrderQuery({ search: 'Mona' })).toEqual({ search: 'Mona' })
  })

  it('returns null for a number that no order can have', () => {
    expect(toOrderQuery({ search: '0' })).toBeNull()
  })

  it('drops filters that the API would reject', () => {
    expect(toOrderQuery({ status: 'pending', from: '2026-11-01', to: 'soon' })).toEqual({
      status: 'pending',
      from: '2026-11-01',
    })
    expect(toOrderQuery({ status: 'lost' })).toEqual({})
    expect(toOrderQuery({ minTotal: '10,5', maxTotal: 'many' })).toEqual({ minTotal: 10.5 })
  })
})

describe('leftOf', () => {
  it('subtracts earlier refunds without floating-point errors', () => {
    expect(leftOf(refunded)).toEqual({
      amount: 15.1,
      items: [
        { id: 'i1', name: 'Oil', left: 1, unitPrice: 10.1 },
        { id: 'i2', name: 'Soap', left: 1, unitPrice: 5 },
      ],
    })
  })

  it('returns nothing before an order is fulfilled', () => {
    expect(leftOf(order({ status: 'confirmed' })).amount).toBe(0)
  })
})

describe('a refund', () => {
  const fields = toRefundFields(refunded)

  it('refunds everything that is left by default, and returns the items to stock', () => {
    expect(refundAmount(fields, refunded)).toBe(15.1)
    expect(refundProblem(fields, refunded)).toBeNull()
    expect(toRefundBody(fields, refunded)).toEqual({ restock: true, reason: null })
  })

  it('contains the items that were chosen and their price', () => {
    const some = { ...fields, mode: 'items', i1: '1', restock: '', reason: ' Broken ' }
    expect(refundProblem(some, refunded)).toBeNull()
    expect(toRefundBody(some, refunded)).toEqual({
      items: [{ itemId: 'i1', quantity: 1 }],
      amount: 10.1,
      restock: false,
      reason: 'Broken',
    })
  })

  it('never exceeds the rest after an amount was refunded', () => {
    const rest = order({ refundedTotal: 30 })
    const all = { ...toRefundFields(rest), mode: 'items', i1: '3', i2: '1' }
    expect(refundAmount(all, rest)).toBe(5.3)
  })

  it('rejects quantities and amounts that are not possible', () => {
    expect(refundProblem({ ...fields, mode: 'items' }, refunded)).toEqual({ field: 'i1', problem: 'nothing' })
    expect(refundProblem({ ...fields, mode: 'items', i1: '2' }, refunded)).toEqual({
      field: 'i1',
      problem: 'quantity',
    })
    expect(refundProblem({ ...fields, mode: 'items', i2: '0.5' }, refunded)).toEqual({
      field: 'i2',
      problem: 'quantity',
    })
    expect(refundProblem({ ...fields, mode: 'amount', amount: '15.11' }, refunded)).toEqual({
      field: 'amount',
      problem: 'atMost',
    })
    expect(refundProblem({ ...fields, mode: 'amount', amount: '0' }, refunded)).toEqual({
      field: 'amount',
      problem: 'amount',
    })
    expect(refundProblem({ ...fields, mode: 'amount', amount: '1.005' }, refunded)).toEqual({
      field: 'amount',
      problem: 'amount',
    })
  })

  it('returns nothing to stock if only an amount is refunded', () => {
    const body = toRefundBody({ ...fields, mode: 'amount', amount: '٥' }, refunded)
    expect(body).toEqual({ amount: 5, restock: false, reason: null })
  })
})
