import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { isFormKey, requireForm } from './forms.ts'
import { contentSecurityPolicy } from './policy.ts'
import { livePart, readPart, sendOncePart, toScript } from './scripts.ts'
import { toStyleSheet } from './style.ts'
import { instantOn, zoneNote } from './times.ts'

const egypt = { address: { countryCode: 'EG' } } as never

describe('requireForm', () => {
  it('accepts only the content type of a form', () => {
    expect(() => requireForm('application/x-www-form-urlencoded; charset=utf-8')).not.toThrow()
    for (const type of [undefined, 'text/plain', 'application/json', 'application/x-www-form-urlencodedx'])
      expect(() => requireForm(type)).toThrow('Send the form as')
  })
})

describe('isFormKey', () => {
  it('accepts 256 bits as base64url, and nothing shorter', () => {
    expect(isFormKey(Buffer.alloc(32, 7).toString('base64url'))).toBe(true)
    for (const key of ['', 'guess', 'a'.repeat(42), `${'a'.repeat(42)}!`]) expect(isFormKey(key)).toBe(false)
  })
})

describe('contentSecurityPolicy', () => {
  it('allows frames only in the given origins', () => {
    expect(contentSecurityPolicy()).toMatch(/frame-ancestors 'none'$/)
    expect(contentSecurityPolicy(['https://a.example'])).toMatch(/frame-ancestors https:\/\/a\.example$/)
  })
})

describe('toScript', () => {
  it('joins parts into one script that browsers can parse', () => {
    expect(() => new Script(toScript(readPart, sendOncePart, livePart))).not.toThrow()
  })
})

describe('toStyleSheet', () => {
  it('contains the colors for both schemes, then the base rules, then those of the service', () => {
    const style = toStyleSheet('#7b2d8b', '.own { color: red; }')
    expect(style).toContain('--accent: #7b2d8b')
    expect(style).toContain('prefers-color-scheme: dark')
    expect(style.indexOf('.own')).toBeGreaterThan(style.indexOf('.button'))
  })
})

describe('instantOn', () => {
  it("shows the time in the business's time zone, with the day before the month outside the United States", () => {
    const reader = { language: 'en', business: egypt, timeZone: 'Africa/Cairo' }
    expect(instantOn(reader, new Date('2026-11-18T22:30:00Z'))).toBe('Thu 19 Nov, 00:30')
  })
})

describe('zoneNote', () => {
  it('names the zone and its offset', () => {
    const reader = { language: 'en', business: egypt, timeZone: 'Africa/Cairo' }
    const { text } = zoneNote(reader, new Date('2026-11-18T22:30:00Z'))
    expect(text).toMatch(/Eastern European.*GMT\+2/)
  })
})
