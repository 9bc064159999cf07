import { describe, expect, it } from 'vitest'
import { canonicalAddress, toSummary } from './head.view.ts'
import type { Shop } from './shop.view.ts'

describe('toSummary', () => {
  it('returns one line and shortens it at a word', () => {
    expect(toSummary('  A\n blue   vase ')).toBe('A blue vase')
    const summary = toSummary('word '.repeat(100))
    expect(summary).toMatch(/^(word )+word…$/)
    expect(summary.length).toBeLessThanOrEqual(161)
  })
})

describe('canonicalAddress', () => {
  const address = (home: string, language: string, here: Shop['here']) =>
    canonicalAddress({ home, language, here, store: { locale: 'en' } } as Shop)

  it('returns the address in a language, on the custom domain or on the platform', () => {
    const [platform, domain] = ['https://wp.example/shop/luna', 'https://luna.example']
    const front = { path: '' }
    expect(address(platform, 'en', front)).toBe(platform)
    expect(address(platform, 'ar', front)).toBe(`${platform}?language=ar`)
    expect(address(domain, 'en', front)).toBe(domain)
    expect(address(domain, 'ar', { path: '', query: { category: 'hair' } })).toBe(
      `${domain}?category=hair&language=ar`,
    )
    expect(address(domain, 'en', { path: '/products/vase' })).toBe(`${domain}/products/vase`)
  })
})
