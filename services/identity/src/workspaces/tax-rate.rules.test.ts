import { newId } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { mergeTaxRates } from './tax-rate.rules.ts'

const vat = { id: newId(), name: 'VAT', percentage: 14, isActive: true }
const reduced = { id: newId(), name: 'Reduced', percentage: 7, isActive: true }

describe('mergeTaxRates', () => {
  it('adds, changes and deactivates rates without removing any', () => {
    const rates = mergeTaxRates(
      [vat, reduced],
      [
        { id: vat.id, name: 'VAT', percentage: 15, isActive: true },
        { name: 'New', percentage: 5, isActive: true },
      ],
    )
    expect(rates).toEqual([
      { ...vat, percentage: 15 },
      { id: expect.stringMatching(/^[0-9a-f]{24}$/) as string, name: 'New', percentage: 5, isActive: true },
      { ...reduced, isActive: false },
    ])
  })

  it('deactivates all rates for an empty list', () => {
    expect(mergeTaxRates([vat], [])).toEqual([{ ...vat, isActive: false }])
    expect(mergeTaxRates([], [])).toEqual([])
  })

  it('rejects unknown and repeated ids, and more rates than a workspace can have', () => {
    expect(() => mergeTaxRates([vat], [reduced])).toThrow('existing tax rate')
    expect(() => mergeTaxRates([vat], [vat, vat])).toThrow('twice')
    const full = Array.from({ length: 100 }, () => ({ ...vat, id: newId() }))
    expect(mergeTaxRates(full, [])).toHaveLength(100)
    expect(() => mergeTaxRates(full, [{ name: 'New', percentage: 1, isActive: true }])).toThrow('at most 100')
  })
})
