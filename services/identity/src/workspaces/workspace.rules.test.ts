import { describe, expect, it } from 'vitest'
import { toFieldChanges } from './workspace.rules.ts'

describe('toFieldChanges', () => {
  it('sets each given setting individually and leaves the others unchanged', () => {
    expect(toFieldChanges({ settings: { locale: 'ar' } }, { phone: '+1' })).toEqual({
      'settings.locale': 'ar',
    })
  })

  it('marks a changed phone number as unverified, but not an unchanged one', () => {
    expect(toFieldChanges({ phone: '+2' }, { phone: '+1' })).toEqual({ phone: '+2', phoneVerified: false })
    expect(toFieldChanges({ phone: '+1' }, { phone: '+1' })).toEqual({ phone: '+1' })
  })
})
