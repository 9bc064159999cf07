import { describe, expect, it } from 'vitest'
import { toTaxHistory } from './invoice-tax.rules.ts'
import type { StoredInvoice } from './invoice.types.ts'

describe('toTaxHistory', () => {
  const vat = { rateId: 'a'.repeat(24), name: 'VAT', percentage: 19 }
  const [finalizedAt, refundedAt, voidedAt] = [1, 2, 3].map((day) => new Date(Date.UTC(2026, 0, day)))
  const invoice = {
    status: 'finalized',
    items: [
      { totalMinor: 11_900, tax: vat },
      { totalMinor: 100, tax: null },
    ],
    subtotalMinor: 12_000,
    totalMinor: 12_000,
    refundedMinor: 0,
    refunds: [],
    finalizedAt,
    voidedAt: null,
  } as unknown as StoredInvoice
  const grossOf = (changes: Partial<StoredInvoice>) =>
    toTaxHistory({ ...invoice, ...changes }).map(({ at, lines }) => [
      at,
      ...lines.map(({ grossMinor }) => grossMinor),
    ])

  it('lists the taxes of finalizing, refunds and a void, which add up to 0 for a void invoice', () => {
    expect(grossOf({ finalizedAt: null })).toEqual([])
    expect(grossOf({})).toEqual([[finalizedAt, 11_900, 100]])
    const refunds = [{ amountMinor: 1200, createdAt: refundedAt }] as StoredInvoice['refunds']
    const refunded = { refunds, refundedMinor: 1200 }
    expect(grossOf(refunded)).toEqual([
      [finalizedAt, 11_900, 100],
      [refundedAt, -1190, -10],
    ])
    expect(grossOf({ ...refunded, status: 'void', voidedAt: voidedAt! })).toEqual([
      [finalizedAt, 11_900, 100],
      [refundedAt, -1190, -10],
      [voidedAt, -10_710, -90],
    ])
  })
})
