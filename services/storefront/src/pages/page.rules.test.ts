import { describe, expect, it } from 'vitest'
import { checkChangedSlug, slugForPage } from './page.rules.ts'

describe('slugForPage and checkChangedSlug', () => {
  it('uses the type of a built-in page as its slug and rejects any other slug', () => {
    expect(slugForPage({ type: 'faq' })).toBe('faq')
    expect(slugForPage({ type: 'faq', slug: 'faq' })).toBe('faq')
    expect(() => slugForPage({ type: 'faq', slug: 'questions' })).toThrow('slug must be faq')
  })

  it("derives a custom page's slug from its title and rejects the name of a page type", () => {
    expect(slugForPage({ type: 'custom', slug: 'delivery' })).toBe('delivery')
    expect(slugForPage({ type: 'custom' })).toBe(null)
    expect(() => slugForPage({ type: 'custom', slug: 'about-us' })).toThrow('slug cannot be about-us')
  })

  it('allows only custom pages to change their slug', () => {
    expect(() => checkChangedSlug({ type: 'custom', slug: 'a' }, 'b')).not.toThrow()
    expect(() => checkChangedSlug({ type: 'custom', slug: 'a' }, 'faq')).toThrow('slug cannot be faq')
    expect(() => checkChangedSlug({ type: 'faq', slug: 'faq' }, 'faq')).not.toThrow()
    expect(() => checkChangedSlug({ type: 'faq', slug: 'faq' }, 'b')).toThrow('slug must be faq')
  })
})
