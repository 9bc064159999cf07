import { describe, expect, it } from 'vitest'
import { preferredLanguage } from './preferred-language.ts'

describe('preferredLanguage', () => {
  it.each([
    ['ar', 'ar'],
    ['de-AT,en;q=0.5', 'de'],
    ['xx, fr;q=0.4, es;q=0.8', 'es'],
    ['en;q=0, ar;q=0.1', 'ar'],
    ['*', null],
    ['', null],
    [undefined, null],
    ['en;q=none', 'en'],
  ])('returns the language for %s: %s', (header, language) => {
    expect(preferredLanguage(header, ['en', 'ar', 'de', 'es', 'fr'])).toBe(language)
  })
})
