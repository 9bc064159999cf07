import { describe, expect, it } from 'vitest'
import {
  bookedCategory,
  bookedFor,
  bookedTitle,
  expenseToEntry,
  incomeToEntry,
  toEntryBody,
  toEntryFields,
} from './entry.rules.ts'
import { toEntrySearch } from './entry-search.rules.ts'

const shared = {
  id: 'e1',
  workspaceId: 'w1',
  title: 'Rent',
  amount: 24_000,
  currencyCode: 'EGP',
  date: '2026-11-01',
  category: 'Rent',
  account: null,
  notes: null,
  receipts: [],
  reference: null,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-01T10:00:00.000Z',
}
const place = { today: '2026-11-17', currencyCode: 'EGP' }

describe('entry form', () => {
  it('submits an unchanged expense unchanged', () => {
    const entry = expenseToEntry({ ...shared, vendor: 'Landlord' })
    expect(toEntryBody(toEntryFields(entry, place), 'expenses', false)).toEqual({
      title: 'Rent',
      amount: 24_000,
      currencyCode: 'EGP',
      date: '2026-11-01',
      vendor: 'Landlord',
      category: 'Rent',
      account: null,
      notes: null,
    })
  })

  it('starts with today and the currency of the workspace', () => {
    expect(toEntryFields(null, place)).toMatchObject({ date: '2026-11-17', currencyCode: 'EGP', amount: '' })
  })

  it('parses Arabic digits and labels the other party of an income as its source', () => {
    const fields = { ...toEntryFields(null, place), title: 'Sale', amount: '٦١٫٥', party: ' Walk-in ' }
    expect(toEntryBody(fields, 'incomes', false)).toMatchObject({ amount: 61.5, source: 'Walk-in' })
  })

  it('omits the amount of an entry that the platform created', () => {
    const entry = incomeToEntry({ ...shared, source: null, clientId: null })
    const body = toEntryBody(toEntryFields(entry, place), 'incomes', true)
    expect(Object.keys(body)).not.toContain('amount')
    expect(Object.keys(body)).not.toContain('currencyCode')
  })
})

describe('bookedFor', () => {
  it('distinguishes entries created by the platform from manual ones', () => {
    expect(bookedFor({ reference: { type: 'order', id: 'o1' } })).toBe('order')
    expect(bookedFor({ reference: { type: 'contract', id: '7' } })).toBeNull()
    expect(bookedFor({ reference: null })).toBeNull()
  })
})

describe('toEntrySearch', () => {
  it('keeps known filters and drops malformed dates', () => {
    const given = {
      search: 12,
      from: '2026-11-01',
      to: 'yesterday',
      category: 'Rent',
      open: 'new',
      account: '',
    }
    expect(toEntrySearch(given)).toEqual({ search: '12', from: '2026-11-01', category: 'Rent' })
    expect(toEntrySearch({ currencyCode: 'EUR' })).toEqual({ currencyCode: 'EUR' })
    expect(toEntrySearch({ currencyCode: 'Euro' })).toEqual({})
  })
})

describe('bookedTitle', () => {
  it.each([
    ['invoice', 'Invoice 12', { kind: 'invoice', number: 12 }],
    ['session', 'Invoice 12', { kind: 'invoice', number: 12 }],
    ['labTest', 'Lab test 7', { kind: 'labTest', number: 7 }],
    ['refund', 'Refund of Invoice 12', { kind: 'invoiceRefund', number: 12 }],
    ['void', 'Invoice 12, void', { kind: 'invoiceVoid', number: 12 }],
    ['order', 'Order at Nefertiti', { kind: 'order', store: 'Nefertiti' }],
    ['refund', 'Refund of an order at Nefertiti', { kind: 'orderRefund', store: 'Nefertiti' }],
  ])('reads the title for a record of type %s: “%s”', (type, title, expected) => {
    expect(bookedTitle({ title, reference: { type, id: 'r1' } })).toMatchObject(expected)
  })

  it('returns null for titles that people wrote', () => {
    expect(bookedTitle({ title: 'Invoice 12', reference: null })).toBeNull()
    expect(bookedTitle({ title: 'Invoice 12', reference: { type: 'contract', id: '7' } })).toBeNull()
    expect(bookedTitle({ title: 'Bridal party', reference: { type: 'invoice', id: 'i1' } })).toBeNull()
  })
})

describe('bookedCategory', () => {
  it('returns the categories of the platform and ignores others', () => {
    expect(['sales', 'refunds', 'labs', 'Rent', null].map(bookedCategory)).toEqual([
      'sales',
      'refunds',
      'labs',
      undefined,
      undefined,
    ])
  })
})
