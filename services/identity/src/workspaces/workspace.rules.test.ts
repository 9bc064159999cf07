import { describe, expect, it } from 'vitest'
import { toFieldChanges } from './workspace.rules.ts'

describe('toFieldChanges', () => {
  it('sets settings one by one, so that the others stay', () => {
    expect(toFieldChanges({ settings: { locale: 'ar' } }, { phone: '+1' })).toEqual({
      'settings.locale': 'ar',
    })
  })

  it('marks a new phone number as unverified and keeps the same one', () => {
    expect(toFieldChanges({ phone: '+2' }, { phone: '+1' })).toEqual({ phone: '+2', phoneVerified: false })
    expect(toFieldChanges({ phone: '+1' }, { phone: '+1' })).toEqual({ phone: '+1' })
  })
})
