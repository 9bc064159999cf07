import { describe, expect, it } from 'vitest'
import { directionOf, fillText, Language, languages, textsFor } from './texts.ts'

describe('languages', () => {
  it('lists English first and then the others', () => {
    expect(languages).toEqual(['en', 'ar', 'de', 'es', 'fr'])
    expect(Language.safeParse('de').success).toBe(true)
    expect(Language.safeParse('xx').success).toBe(false)
  })
})

describe('textsFor', () => {
  it('returns the texts of a language, and the English ones for an unknown language', () => {
    expect(textsFor('de').receipt.receipt).toBe('Quittung')
    expect(textsFor('xx')).toEqual(textsFor('en'))
    expect(textsFor('__proto__')).toEqual(textsFor('en'))
  })
})

describe('directionOf', () => {
  it('returns rtl for Arabic only', () => {
    expect(languages.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar'])
  })
})

describe('fillText', () => {
  it('replaces known placeholders once and keeps unknown ones', () => {
    expect(fillText('{a} {b} {a}', { a: '{b}$&' })).toBe('{b}$& {b} {b}$&')
  })
})
