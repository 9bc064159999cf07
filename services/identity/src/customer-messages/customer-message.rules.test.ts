import { describe, expect, it } from 'vitest'
import { addressFor, languageFor } from './customer-message.rules.ts'

const recipient = { name: null, email: ' Sara@Shop.example ', phone: '0100 123 4567', language: null }

describe('addressFor', () => {
  it('normalizes addresses, and reads numbers without a country code as local ones', () => {
    expect(addressFor('email', recipient, null)).toBe('sara@shop.example')
    expect(addressFor('sms', recipient, 'EG')).toBe('+201001234567')
    expect(addressFor('sms', { ...recipient, phone: '+49 30 1234567' }, 'EG')).toBe('+49301234567')
  })

  it('returns null for an address that cannot be used', () => {
    expect(addressFor('sms', recipient, null)).toBe(null)
    expect(addressFor('sms', { ...recipient, phone: 'ask reception' }, 'EG')).toBe(null)
    expect(addressFor('email', { ...recipient, email: 'none' }, null)).toBe(null)
    expect(addressFor('email', { ...recipient, email: null }, null)).toBe(null)
  })
})

describe('languageFor', () => {
  it("prefers the recipient's language if the workspace uses it", () => {
    expect(languageFor('de', ['ar', 'de'])).toBe('de')
    expect(languageFor('fr', ['ar', 'de'])).toBe('ar')
    expect(languageFor(null, ['ar', 'de'])).toBe('ar')
  })
})
