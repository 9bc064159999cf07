import { describe, expect, it } from 'vitest'
import {
  addressLines,
  fromTaxes,
  noBusiness,
  requireActiveTaxRate,
  taxOf,
  toPublicBusiness,
  toTaxes,
} from './business.ts'

const address = {
  line1: '12 Sharia Talaat Harb',
  line2: null,
  city: 'Cairo',
  region: null,
  postalCode: '11511',
  countryCode: 'EG',
}

describe('toPublicBusiness', () => {
  it("uses the display name, or the workspace's name if it has none", () => {
    const business = { ...noBusiness, displayName: 'Nour Salon', email: 'hi@nour.example' }
    expect(toPublicBusiness({ name: 'nour-2', business })).toMatchObject({
      name: 'Nour Salon',
      email: 'hi@nour.example',
    })
    expect(toPublicBusiness({ name: 'nour-2', business: noBusiness })).toMatchObject({
      name: 'nour-2',
      email: null,
    })
  })
})

describe('addressLines', () => {
  it('joins the city parts in one line, omits empty lines and translates the country', () => {
    expect(addressLines({ address }, 'en')).toEqual(['12 Sharia Talaat Harb', '11511 Cairo', 'Egypt'])
    expect(addressLines({ address: { ...address, region: 'Giza' } }, 'de')).toEqual([
      '12 Sharia Talaat Harb',
      '11511 Cairo, Giza',
      'Ägypten',
    ])
    expect(addressLines({ address: null }, 'en')).toEqual([])
  })
})

describe('taxOf and requireActiveTaxRate', () => {
  const vat = { id: 'a'.repeat(24), name: 'VAT', percentage: 14, isActive: true }
  const old = { id: 'b'.repeat(24), name: 'Old', percentage: 10, isActive: false }

  it('copies name and percentage, including those of a deactivated rate', () => {
    expect(taxOf([vat, old], old.id)).toEqual({ rateId: old.id, name: 'Old', percentage: 10 })
    expect(taxOf([vat], 'c'.repeat(24))).toBeNull()
    expect(taxOf([vat], null)).toBeNull()
  })

  it('rejects a rate that is not active', () => {
    expect(() => requireActiveTaxRate([vat, old], vat.id)).not.toThrow()
    expect(() => requireActiveTaxRate([vat, old], null)).not.toThrow()
    expect(() => requireActiveTaxRate([vat, old], old.id)).toThrow('active tax rate')
    expect(() => requireActiveTaxRate([], vat.id)).toThrow('active tax rate')
  })
})

describe('toTaxes and fromTaxes', () => {
  it('converts tax lines to decimal amounts and back', () => {
    const lines = [{ name: 'VAT', percentage: 14, netMinor: 1000, taxMinor: 140, grossMinor: 1140 }]
    const taxes = [{ name: 'VAT', percentage: 14, net: 1, tax: 0.14, gross: 1.14 }]
    expect(toTaxes(lines, 'KWD')).toEqual(taxes)
    expect(fromTaxes(taxes, 'KWD')).toEqual(lines)
  })
})
