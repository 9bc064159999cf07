import { html } from '@wp/http'
import { noBusiness, toPublicBusiness } from '@wp/workspaces'
import { describe, expect, it } from 'vitest'
import { contactLines, firstLetterOf, toFramedPage, toLanguageSwitch } from './frame.ts'
import type { Frame } from './frame.ts'

const frame: Frame = {
  language: 'ar',
  base: '/shop/moon',
  head: html`<title>Moon</title>`,
  brand: { name: 'Moon & Sun', logoImageId: null, address: '/shop/moon' },
  header: null,
  footer: null,
}

describe('toFramedPage', () => {
  it('sets language and direction, escapes the name, and links style and script', () => {
    const page = toFramedPage(frame, html`<h1>Hi</h1>`)
    expect(page).toContain('<html lang="ar" dir="rtl">')
    expect(page).toContain('href="/shop/moon/style.css"')
    expect(page).toContain('src="/shop/moon/script.js"')
    expect(page).toContain('<bdi>Moon &amp; Sun</bdi>')
    expect(page).not.toContain('<footer>')
  })

  it('omits the script when the page allows none, and shows a logo instead of the first letter', () => {
    const brand = { ...frame.brand, logoImageId: 'a'.repeat(24) }
    const page = toFramedPage({ ...frame, brand, hasScript: false }, html``)
    expect(page).not.toContain('<script')
    expect(page).toContain(`/v1/public/images/${brand.logoImageId}/320.webp`)
    expect(page).not.toContain('class="mark"')
  })
})

describe('toLanguageSwitch', () => {
  it("returns null for a single language, and shows each language's own name", () => {
    expect(toLanguageSwitch('en', ['en'], () => '/')).toBeNull()
    const { text } = toLanguageSwitch('en', ['en', 'fr'], (language) => `/?language=${language}`)!
    expect(text).toContain('Français')
    expect(text).toContain('href="/?language=fr"')
    expect(text.match(/aria-current/g)).toHaveLength(1)
  })
})

describe('firstLetterOf', () => {
  it.each([
    ['Moon', 'M'],
    ['👩‍🍳 Kitchen', '👩‍🍳'],
    ['', ''],
  ])('returns the letter for %s: %s', (text, letter) => {
    expect(firstLetterOf(text)).toBe(letter)
  })
})

describe('contactLines', () => {
  it('returns only what the business has published', () => {
    const business = toPublicBusiness({ name: 'Moon', business: { ...noBusiness, phone: '+201001234567' } })
    expect(contactLines(business, 'en').map(({ text }) => text)).toEqual([
      '<a href="tel:+201001234567"><bdi dir="ltr">+201001234567</bdi></a>',
    ])
  })
})
