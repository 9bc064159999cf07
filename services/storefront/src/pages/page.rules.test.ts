import { describe, expect, it } from 'vitest'
import { checkChangedSlug, cleanHtml, slugForPage } from './page.rules.ts'

describe('slugForPage and checkChangedSlug', () => {
  it('uses the type of a built-in page as its slug and rejects any other slug', () => {
    expect(slugForPage({ type: 'faq' })).toBe('faq')
    expect(slugForPage({ type: 'faq', slug: 'faq' })).toBe('faq')
    expect(() => slugForPage({ type: 'faq', slug: 'questions' })).toThrow('slug must be faq')
  })

  it('requires a slug for a custom page and rejects the name of a page type', () => {
    expect(slugForPage({ type: 'custom', slug: 'delivery' })).toBe('delivery')
    expect(() => slugForPage({ type: 'custom' })).toThrow('slug is required')
    expect(() => slugForPage({ type: 'custom', slug: 'about-us' })).toThrow('slug cannot be about-us')
  })

  it('allows only custom pages to change their slug', () => {
    expect(() => checkChangedSlug({ type: 'custom', slug: 'a' }, 'b')).not.toThrow()
    expect(() => checkChangedSlug({ type: 'custom', slug: 'a' }, 'faq')).toThrow('slug cannot be faq')
    expect(() => checkChangedSlug({ type: 'faq', slug: 'faq' }, 'faq')).not.toThrow()
    expect(() => checkChangedSlug({ type: 'faq', slug: 'faq' }, 'b')).toThrow('slug must be faq')
  })
})

describe('cleanHtml', () => {
  it.each([
    ['<script>alert(1)</script><p>Hi</p>', '<p>Hi</p>'],
    ['<p onclick="x()" style="color:red" class="a" id="b" dir="rtl">Hi</p>', '<p dir="rtl">Hi</p>'],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener nofollow">x</a>'],
    ['<a href="https://a.example">x</a>', '<a href="https://a.example" rel="noopener nofollow">x</a>'],
    [
      '<img src="http://a.example/a.png"><img src="https://a.example/a.png">',
      '<img alt="" /><img alt="" src="https://a.example/a.png" />',
    ],
    ['<img src=x onerror=alert(1)>', '<img alt="" src="x" />'],
    ['<form action="/x"><input name="a"></form><iframe src="https://a.example"></iframe>', ''],
    ['<svg><script>1</script></svg><style>p{}</style>', ''],
    ['1 < 2 & "مرحبا"', '1 &lt; 2 &amp; "مرحبا"'],
  ])('sanitizes %s', (html, cleaned) => {
    expect(cleanHtml(html)).toBe(cleaned)
  })

  it('leaves sanitized HTML unchanged', () => {
    const html = cleanHtml('<h2>Über</h2><p>a &amp; b <a href="https://a.example">c</a></p>')
    expect(cleanHtml(html)).toBe(html)
  })
})
