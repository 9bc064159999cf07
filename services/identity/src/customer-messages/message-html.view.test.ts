import { describe, expect, it } from 'vitest'
import { toHtml } from './message-html.view.ts'

const values = {
  'customer.name': '<b>Sara</b> & "Ali"',
  'booking.staff': '',
  'order.items': { rows: [['2 × <Tea>', '$4.00']] as const },
  'report.link': { url: 'https://lab.example/?a=1&b="2"' },
}

describe('toHtml', () => {
  it('escapes texts and values, creates paragraphs and omits lines without values', () => {
    const filled = toHtml('Hi <i>\n{{customer.name}}\nWith {{booking.staff}}\n\nBye', values).text
    expect(filled).toContain('Hi &lt;i&gt;')
    expect(filled).toContain('<bdi>&lt;b&gt;Sara&lt;/b&gt; &amp; &quot;Ali&quot;</bdi>')
    expect(filled).not.toContain('With')
    expect(filled.match(/<div/g)).toHaveLength(2)
  })

  it('shows rows as a table and links as links', () => {
    const filled = toHtml('{{order.items}}\n{{report.link}}', values).text
    expect(filled).toContain('<bdi>2 × &lt;Tea&gt;</bdi>')
    expect(filled).toContain('href="https://lab.example/?a=1&amp;b=&quot;2&quot;"')
  })
})
