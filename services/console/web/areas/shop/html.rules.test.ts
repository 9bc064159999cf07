import { describe, expect, it } from 'vitest'
import { parseHtml, toHtml } from './html.rules.ts'

describe('parseHtml', () => {
  it('returns elements with their text', () => {
    expect(parseHtml('<h2>Hours</h2><p>Open <b>daily</b><br>&amp; late</p>')).toEqual([
      { tag: 'h2', attributes: {}, children: ['Hours'] },
      {
        tag: 'p',
        attributes: {},
        children: [
          'Open ',
          { tag: 'b', attributes: {}, children: ['daily'] },
          { tag: 'br', attributes: {}, children: [] },
          '& late',
        ],
      },
    ])
  })

  it('keeps links to the web and mail, and no others', () => {
    const hrefs = ['https://example.com', 'mailto:a@example.com', 'javascript:alert(1)', ' data:text/html,x']
    const nodes = parseHtml(hrefs.map((href) => `<a href="${href}" onclick="x()">a</a>`).join(''))
    expect(nodes.map((node) => (typeof node === 'string' ? node : node.attributes))).toEqual([
      { href: 'https://example.com' },
      { href: 'mailto:a@example.com' },
      {},
      {},
    ])
  })

  it('removes scripts, styles, comments and unknown tags', () => {
    const html = '<!-- x --><script>alert(1)</script><style>p{}</style><iframe src="x"></iframe><p>Text</p>'
    expect(parseHtml(html)).toEqual([{ tag: 'p', attributes: {}, children: ['Text'] }])
  })

  it('closes open tags and ignores closing tags without an opening one', () => {
    expect(parseHtml('<ul><li>One</ul></p>1 < 2')).toEqual([
      { tag: 'ul', attributes: {}, children: [{ tag: 'li', attributes: {}, children: ['One'] }] },
      '1 ',
      '<',
      ' 2',
    ])
  })
})

describe('toHtml', () => {
  it('converts plain text to paragraphs', () => {
    expect(toHtml('We open at 9.\nWelcome!\n\n\nTea & cake < 5')).toBe(
      '<p>We open at 9.<br>Welcome!</p>\n<p>Tea &amp; cake &lt; 5</p>',
    )
    expect(toHtml('  ')).toBe('')
  })

  it('keeps HTML unchanged', () => {
    expect(toHtml('<p>One</p>\n\ntwo')).toBe('<p>One</p>\n\ntwo')
  })
})
