import { describe, expect, it } from 'vitest'
import { toFieldChanges } from './workspace.rules.ts'

describe('toFieldChanges', () => {
  it('sets each given setting individually and leaves the others unchanged', () => {
    expect(toFieldChanges({ settings: { locale: 'ar' } }, { phone: '+1' })).toEqual({
      'settings.locale': 'ar',
    })
  })

  it('sets each business detail individually and merges tax rates', () => {
    const rate = { id: 'a'.repeat(24), name: 'VAT', percentage: 14, isActive: true }
    expect(
      toFieldChanges(
        { business: { displayName: 'Nour', email: null }, taxRates: [] },
        { phone: '+1', taxRates: [rate] },
      ),
    ).toEqual({
      'business.displayName': 'Nour',
      'business.email': null,
      taxRates: [{ ...rate, isActive: false }],
    })
  })

  it('marks a changed phone number as unverified, but not an unchanged one', () => {
    expect(toFieldChanges({ phone: '+2' }, { phone: '+1' })).toEqual({ phone: '+2', phoneVerified: false })
    expect(toFieldChanges({ phone: '+1' }, { phone: '+1' })).toEqual({ phone: '+1' })
  })
})
