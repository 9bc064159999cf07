import { describe, expect, it } from 'vitest'
import { toInvoiceSearch } from './invoice-search.rules.ts'
import { dueOf, isVoidable, refundableOf, toInvoiceQuery } from './invoice.rules.ts'

describe('toInvoiceSearch and toInvoiceQuery', () => {
  it('reads filters from a URL and ignores what it does not understand', () => {
    const given = {
      number: 1042,
      status: 'paid',
      from: '2026-11-01',
      to: 'soon',
      minTotal: '12,5',
      open: 'x',
    }
    const search = toInvoiceSearch(given)
    expect(search).toEqual({ number: '1042', status: 'paid', from: '2026-11-01', minTotal: '12,5' })
    expect(toInvoiceQuery(search)).toEqual({
      number: 1042,
      status: 'paid',
      from: '2026-11-01',
      minTotal: 12.5,
    })
    expect(toInvoiceSearch({ status: 'lost' })).toEqual({})
  })

  it('reads numbers with Arabic digits and returns null for other texts', () => {
    expect(toInvoiceQuery({ number: '#١٠٤' })).toEqual({ number: 104 })
    expect(toInvoiceQuery(toInvoiceSearch({ minTotal: '۱۲٫۵' }))).toEqual({ minTotal: 12.5 })
    expect(toInvoiceQuery({ number: 'Laila' })).toBeNull()
    expect(toInvoiceQuery({ number: '0' })).toBeNull()
  })
})

describe('dueOf, refundableOf and isVoidable', () => {
  const invoice = { total: 100.1, paidAmount: 40.05, refundedAmount: 10, currencyCode: 'EGP' }

  it('returns the amount due until the invoice is paid, and the refundable amount afterward', () => {
    expect(dueOf({ ...invoice, status: 'finalized' })).toBe(60.05)
    expect(dueOf({ ...invoice, status: 'paid' })).toBe(0)
    expect(refundableOf({ ...invoice, status: 'paid' })).toBe(30.05)
    expect(refundableOf({ ...invoice, status: 'void' })).toBe(0)
  })

  it('allows a void only when no payment is left', () => {
    expect(isVoidable({ ...invoice, status: 'paid' })).toBe(false)
    expect(isVoidable({ ...invoice, status: 'finalized', refundedAmount: 40.05 })).toBe(true)
    expect(isVoidable({ ...invoice, status: 'draft', paidAmount: 0, refundedAmount: 0 })).toBe(true)
    expect(isVoidable({ ...invoice, status: 'void', paidAmount: 0, refundedAmount: 0 })).toBe(false)
  })
})
