import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { InvoiceStatus } from './invoice.contract.ts'
import { applyPayment, applyRefund, checkVoidable, dueMinor, toVoidedMinor } from './invoice-payment.rules.ts'

const invoice = (status: InvoiceStatus, totalMinor: number, paidMinor = 0, refundedMinor = 0) => ({
  status,
  totalMinor,
  paidMinor,
  refundedMinor,
  payments: [],
  refunds: [],
  stockStep: null,
})

test('several payments reach the total; cash beyond it gives change', () => {
  expect(applyPayment(invoice('finalized', 1000), 'card', 400)).toEqual({
    changeMinor: 0,
    paidMinor: 400,
    status: 'finalized',
  })
  expect(applyPayment(invoice('finalized', 1000, 400), 'cash', 1000)).toEqual({
    changeMinor: 400,
    paidMinor: 1000,
    status: 'paid',
  })
})

test.each(['card', 'transfer'] as const)('%s beyond the rest is refused', (method) => {
  expect(() => applyPayment(invoice('finalized', 1000, 400), method, 601)).toThrow('amount is more than')
})

test.each(['draft', 'paid', 'refunded', 'void'] as const)(
  'an invoice that is %s takes no payment',
  (status) => {
    expect(() => applyPayment(invoice(status, 1000), 'cash', 1000)).toThrow(`status is ${status}`)
  },
)

test('a refund of everything that was paid makes a paid invoice refunded, and leaves a part-paid one finalized', () => {
  expect(applyRefund(invoice('paid', 1000, 1000), 400)).toEqual({ refundedMinor: 400, status: 'paid' })
  expect(applyRefund(invoice('paid', 1000, 1000, 400), 600)).toEqual({
    refundedMinor: 1000,
    status: 'refunded',
  })
  expect(applyRefund(invoice('finalized', 1000, 400), 400)).toEqual({
    refundedMinor: 400,
    status: 'finalized',
  })
})

test.each(['draft', 'refunded', 'void'] as const)(
  'of an invoice that is %s nothing is refunded',
  (status) => {
    expect(() => applyRefund(invoice(status, 1000, 1000), 1)).toThrow(`status is ${status}`)
  },
)

test('payments and refunds in any order: never more back than paid, and what is due follows', () => {
  const move = fc.record({ isRefund: fc.boolean(), amount: fc.integer({ min: 1, max: 600 }) })
  fc.assert(
    fc.property(fc.array(move, { maxLength: 20 }), fc.integer({ min: 1, max: 2000 }), (moves, total) => {
      let now = invoice('finalized', total)
      for (const { isRefund, amount } of moves) {
        try {
          now = { ...now, ...(isRefund ? applyRefund(now, amount) : applyPayment(now, 'cash', amount)) }
        } catch {
          continue
        }
        expect(now.refundedMinor).toBeLessThanOrEqual(now.paidMinor)
        expect(now.paidMinor - now.refundedMinor).toBeLessThanOrEqual(total)
        expect(dueMinor(now)).toBe(total - now.paidMinor + now.refundedMinor)
        expect(now.status === 'refunded' && now.refundedMinor !== now.paidMinor).toBe(false)
      }
    }),
  )
})

test.each([
  invoice('draft', 1000),
  invoice('finalized', 1000),
  invoice('finalized', 1000, 400, 400),
  invoice('paid', 0),
])('%j can be voided', (one) => {
  expect(() => checkVoidable(one)).not.toThrow()
})

test.each([
  invoice('finalized', 1000, 400),
  invoice('paid', 1000, 1000),
  invoice('refunded', 1000, 1000, 1000),
  invoice('void', 1000),
])('%j cannot be voided', (one) => {
  expect(() => checkVoidable(one)).toThrow('status is')
})

test('a void takes back the whole, less what refunds have taken back; of a draft nothing', () => {
  expect(toVoidedMinor(invoice('finalized', 1000))).toBe(1000)
  expect(toVoidedMinor(invoice('finalized', 1000, 400, 400))).toBe(600)
  expect(toVoidedMinor(invoice('draft', 1000))).toBe(0)
})

test('200 payments are the most on one invoice', () => {
  const full = { ...invoice('finalized', 1000), payments: Array<never>(200), refunds: Array<never>(200) }
  expect(() => applyPayment(full, 'cash', 1)).toThrow('payments are at most 200')
  expect(() => applyRefund({ ...full, paidMinor: 500 }, 1)).toThrow('refunds are at most 200')
})
