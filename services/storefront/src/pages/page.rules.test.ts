import { describe, expect, test } from 'vitest'
import { checkChangedSlug, cleanHtml, slugForPage } from './page.rules.ts'

describe('the slug of a page', () => {
  test('is the type of a built-in page, given or not', () => {
    expect(slugForPage({ type: 'faq' })).toBe('faq')
    expect(slugForPage({ type: 'faq', slug: 'faq' })).toBe('faq')
    expect(() => slugForPage({ type: 'faq', slug: 'questions' })).toThrow('slug must be faq')
  })

  test('is the own one of a custom page, which needs one that no type has', () => {
    expect(slugForPage({ type: 'custom', slug: 'delivery' })).toBe('delivery')
    expect(() => slugForPage({ type: 'custom' })).toThrow('slug is needed')
    expect(() => slugForPage({ type: 'custom', slug: 'about-us' })).toThrow('slug must not be about-us')
  })

  test('changes for custom pages only', () => {
    expect(() => checkChangedSlug({ type: 'custom', slug: 'a' }, 'b')).not.toThrow()
    expect(() => checkChangedSlug({ type: 'custom', slug: 'a' }, 'faq')).toThrow('slug must not be faq')
    expect(() => checkChangedSlug({ type: 'faq', slug: 'faq' }, 'faq')).not.toThrow()
    expect(() => checkChangedSlug({ type: 'faq', slug: 'faq' }, 'b')).toThrow('slug must stay faq')
  })
})

test.each([
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
])('cleans %s', (html, cleaned) => {
  expect(cleanHtml(html)).toBe(cleaned)
})

test('cleaning what is clean changes nothing', () => {
  const html = cleanHtml('<h2>Über</h2><p>a &amp; b <a href="https://a.example">c</a></p>')
  expect(cleanHtml(html)).toBe(html)
})
