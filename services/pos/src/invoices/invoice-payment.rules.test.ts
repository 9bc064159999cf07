import { AppError } from '@wp/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
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

describe('applyPayment', () => {
  it('accepts several payments and returns change only for cash', () => {
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

  it.each(['card', 'transfer'] as const)('rejects a %s payment above the amount due', (method) => {
    expect(() => applyPayment(invoice('finalized', 1000, 400), method, 601)).toThrow(
      'amount must be at most the amount due',
    )
  })

  it.each(['draft', 'paid', 'refunded', 'void'] as const)('rejects a payment for a %s invoice', (status) => {
    expect(() => applyPayment(invoice(status, 1000), 'cash', 1000)).toThrow(`but is ${status}`)
  })
})

describe('applyRefund', () => {
  it('marks a paid invoice as refunded after a full refund, and leaves a partly paid one finalized', () => {
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

  it.each(['draft', 'refunded', 'void'] as const)('rejects a refund of a %s invoice', (status) => {
    expect(() => applyRefund(invoice(status, 1000, 1000), 1)).toThrow(`but is ${status}`)
  })
})

describe('applyPayment and applyRefund', () => {
  it('never refunds more than was paid, regardless of the order of payments and refunds', () => {
    const accepted = { payments: 0, refunds: 0 }
    const move = fc.record({ isRefund: fc.boolean(), amount: fc.integer({ min: 1, max: 600 }) })
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), fc.integer({ min: 1, max: 2000 }), (moves, total) => {
        let now = invoice('finalized', total)
        for (const { isRefund, amount } of moves) {
          try {
            now = { ...now, ...(isRefund ? applyRefund(now, amount) : applyPayment(now, 'cash', amount)) }
          } catch (error) {
            if (!(error instanceof AppError)) throw error
            continue
          }
          accepted[isRefund ? 'refunds' : 'payments'] += 1
          expect(now.refundedMinor).toBeLessThanOrEqual(now.paidMinor)
          expect(now.paidMinor - now.refundedMinor).toBeLessThanOrEqual(total)
          expect(dueMinor(now)).toBe(total - now.paidMinor + now.refundedMinor)
          expect(now.status === 'refunded' && now.refundedMinor !== now.paidMinor).toBe(false)
        }
      }),
    )
    expect(accepted.payments).toBeGreaterThan(0)
    expect(accepted.refunds).toBeGreaterThan(0)
  })
})

describe('checkVoidable', () => {
  it.each([
    invoice('draft', 1000),
    invoice('finalized', 1000),
    invoice('finalized', 1000, 400, 400),
    invoice('paid', 0),
  ])('allows voiding the invoice %j', (one) => {
    expect(() => checkVoidable(one)).not.toThrow()
  })

  it.each([
    invoice('finalized', 1000, 400),
    invoice('paid', 1000, 1000),
    invoice('refunded', 1000, 1000, 1000),
    invoice('void', 1000),
  ])('rejects voiding the invoice %j', (one) => {
    expect(() => checkVoidable(one)).toThrow('status cannot be voided')
  })
})

describe('toVoidedMinor', () => {
  it('returns the total minus refunds, and 0 for a draft', () => {
    expect(toVoidedMinor(invoice('finalized', 1000))).toBe(1000)
    expect(toVoidedMinor(invoice('finalized', 1000, 400, 400))).toBe(600)
    expect(toVoidedMinor(invoice('draft', 1000))).toBe(0)
  })
})

describe('applyPayment and applyRefund: limits', () => {
  it('rejects more than 200 payments and refunds', () => {
    const full = { ...invoice('finalized', 1000), payments: Array<never>(200), refunds: Array<never>(200) }
    expect(() => applyPayment(full, 'cash', 1)).toThrow('payments must contain at most 200')
    expect(() => applyRefund({ ...full, paidMinor: 500 }, 1)).toThrow('refunds must contain at most 200')
  })
})
