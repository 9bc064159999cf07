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
  it('accepts several payments and returns change for cash', () => {
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

  it.each(['draft', 'paid', 'refunded', 'void'] as const)('rejects a payment of a %s invoice', (status) => {
    expect(() => applyPayment(invoice(status, 1000), 'cash', 1000)).toThrow(`but is ${status}`)
  })
})

describe('applyRefund', () => {
  it('marks a paid invoice as refunded after a full refund, and keeps a partly paid one finalized', () => {
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

describe('dueMinor', () => {
  it('returns the total minus payments for a finalized invoice, and 0 for other invoices', () => {
    expect(dueMinor(invoice('finalized', 1000, 400))).toBe(600)
    expect(dueMinor(invoice('finalized', 1000, 400, 400))).toBe(600)
    for (const status of ['draft', 'paid', 'refunded', 'void'] as const)
      expect(dueMinor(invoice(status, 1000, 400))).toBe(0)
  })
})

describe('applyPayment, applyRefund and checkVoidable in any order', () => {
  const kinds = ['payment', 'refund', 'void'] as const
  const move = fc.record({ kind: fc.constantFrom(...kinds), amount: fc.integer({ min: 1, max: 6 }) })

  it('never refunds more than was paid, and keeps payments minus refunds equal to the income of a settled invoice', () => {
    const accepted = { payment: 0, refund: 0, void: 0 }
    const settled = { paid: 0, refunded: 0, void: 0 }
    fc.assert(
      fc.property(fc.array(move, { maxLength: 20 }), fc.integer({ min: 1, max: 20 }), (moves, total) => {
        let now = invoice('finalized', total)
        let voidedMinor = 0
        const apply = {
          payment: (amount: number) => applyPayment(now, 'cash', amount),
          refund: (amount: number) => applyRefund(now, amount),
          void: () => {
            checkVoidable(now)
            voidedMinor = toVoidedMinor(now)
            return { status: 'void' as const }
          },
        }
        for (const { kind, amount } of moves) {
          try {
            now = { ...now, ...apply[kind](amount) }
          } catch (error) {
            if (!(error instanceof AppError)) throw error
            continue
          }
          accepted[kind] += 1
          expect(now.refundedMinor).toBeLessThanOrEqual(now.paidMinor)
          expect(now.paidMinor).toBeLessThanOrEqual(total)
          expect(now.status === 'refunded' && now.refundedMinor !== now.paidMinor).toBe(false)
        }
        if (now.status === 'finalized' || now.status === 'draft') return
        settled[now.status] += 1
        expect(total - now.refundedMinor - voidedMinor).toBe(now.paidMinor - now.refundedMinor)
      }),
      { numRuns: 2000 },
    )
    for (const count of [...Object.values(accepted), ...Object.values(settled)])
      expect(count).toBeGreaterThan(0)
  })
})

describe('checkVoidable', () => {
  it.each([
    invoice('draft', 1000),
    invoice('finalized', 1000),
    invoice('finalized', 1000, 400, 400),
    invoice('paid', 0),
  ])('accepts the invoice %j', (one) => {
    expect(() => checkVoidable(one)).not.toThrow()
  })

  it.each([
    invoice('finalized', 1000, 400),
    invoice('paid', 1000, 1000),
    invoice('refunded', 1000, 1000, 1000),
    invoice('void', 1000),
  ])('rejects the invoice %j', (one) => {
    expect(() => checkVoidable(one)).toThrow('to void the invoice')
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
  it('rejects more than 200 payments and more than 200 refunds', () => {
    const full = { ...invoice('finalized', 1000), payments: Array<never>(200), refunds: Array<never>(200) }
    expect(() => applyPayment(full, 'cash', 1)).toThrow('payments must contain at most 200')
    expect(() => applyRefund({ ...full, paidMinor: 500 }, 1)).toThrow('refunds must contain at most 200')
  })
})
