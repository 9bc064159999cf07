import { describe, expect, it } from 'vitest'
import { cleanHtml, maxAttributes, maxContentLength, maxNesting, maxTags } from './page-html.rules.ts'

const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`).join(' ')
const nested = (levels: number, tag = 'b') => `${`<${tag}>`.repeat(levels)}x${`</${tag}>`.repeat(levels)}`

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
    expect(cleanHtml(html)).toEqual({ html: cleaned })
  })

  it('leaves sanitized HTML unchanged', () => {
    const html = '<h2>Über</h2><p>a &amp; b <a href="https://a.example" rel="noopener nofollow">c</a></p>'
    expect(cleanHtml(html)).toEqual({ html })
  })

  it.each([
    ['characters', 'x'.repeat(maxContentLength)],
    ['tags', '<br />'.repeat(maxTags)],
    ['attributes', `<p ${attributes(maxAttributes - 1)}><b dir="rtl">`],
    ['levels', nested(maxNesting)],
    ['levels of unknown tags', nested(maxNesting, 'x')],
    ['paragraphs without end tags', '<p>'.repeat(maxTags)],
    ['items without end tags', `<ul>${'<li>x'.repeat(maxTags - 2)}</ul>`],
  ])('accepts the largest number of %s', (_, html) => {
    expect(cleanHtml(html)).toEqual({ html: expect.any(String) as string })
  })

  it.each([
    ['is too long', 'x'.repeat(maxContentLength + 1), 'must have at most 200000 characters'],
    ['has too many tags', '<br>'.repeat(maxTags + 1), 'must contain at most 5000 tags'],
    ['has too many brackets', '<'.repeat(maxTags + 1), 'must contain at most 5000 tags'],
    [
      'has too many attributes',
      `<p ${attributes(maxAttributes)}><b a>`,
      'must contain at most 10000 attributes',
    ],
    ['is nested too deeply', nested(maxNesting + 1), 'must be nested at most 100 levels deep'],
    [
      'is nested too deeply without end tags',
      '<b>'.repeat(maxNesting + 1),
      'must be nested at most 100 levels deep',
    ],
    [
      'is nested too deeply in unknown tags',
      nested(maxNesting + 1, 'x'),
      'must be nested at most 100 levels deep',
    ],
    [
      'is nested too deeply in a removed frame',
      `${'<b>'.repeat(60)}<iframe>${'<b>'.repeat(60)}`,
      'must be nested at most 100 levels deep',
    ],
    [
      'is too long when escaped',
      '&'.repeat(maxContentLength / 5 + 1),
      'must have at most 200000 characters after sanitizing',
    ],
    [
      'is too long with added attributes',
      `${'<img>'.repeat(maxTags)}${'x'.repeat(maxContentLength - 5 * maxTags)}`,
      'must have at most 200000 characters after sanitizing',
    ],
  ])('rejects HTML that %s', (_, html, problem) => {
    expect(cleanHtml(html)).toEqual({ problem })
  })
})
