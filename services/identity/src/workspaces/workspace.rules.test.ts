import { expect, test } from 'vitest'
import { toFieldChanges } from './workspace.rules.ts'

test('settings are set one by one, so that the others stay', () => {
  expect(toFieldChanges({ settings: { locale: 'ar' } }, { phone: '+1' })).toEqual({ 'settings.locale': 'ar' })
})

test('another phone number is not verified, the same one stays so', () => {
  expect(toFieldChanges({ phone: '+2' }, { phone: '+1' })).toEqual({ phone: '+2', phoneVerified: false })
  expect(toFieldChanges({ phone: '+1' }, { phone: '+1' })).toEqual({ phone: '+1' })
})
