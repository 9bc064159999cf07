import { describe, expect, it } from 'vitest'
import { checkTexts, placeholdersOf, toHtml, toPlainText, toSubject } from './message-text.rules.ts'

const text = (body: string, subject = 'Hello') => ({ en: { subject, body, sms: null } })

describe('checkTexts', () => {
  it('accepts the placeholders of the type, also with spaces', () => {
    expect(() =>
      checkTexts('booking.confirmed', text('{{customer.name}} {{ booking.date }}'), 'texts'),
    ).not.toThrow()
  })

  it.each([
    ['{{order.total}}', 'cannot contain {{order.total}}'],
    ['{{__proto__}}', 'cannot contain {{__proto__}}'],
    ['{{customer.name}', 'must contain {{ and }} only around the name of a placeholder'],
    ['{{#if}}', 'must contain {{ and }} only around the name of a placeholder'],
  ])('rejects %s', (body, message) => {
    expect(() => checkTexts('booking.confirmed', text(body), 'texts')).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_FAILED',
        details: [{ path: 'texts.en.body', message: expect.stringContaining(message) as string }],
      }),
    )
  })

  it('rejects rows and links in subjects', () => {
    expect(placeholdersOf('lab_report.ready')).toContain('report.link')
    expect(() => checkTexts('lab_report.ready', text('x', '{{report.link}}'), 'text')).toThrow(
      expect.objectContaining({ details: [expect.objectContaining({ path: 'text.subject' })] }),
    )
  })
})

const values = {
  'customer.name': '<b>Sara</b> & "Ali"',
  'booking.staff': '',
  'order.items': { rows: [['2 × <Tea>', '$4.00']] as const },
  'report.link': { url: 'https://lab.example/?a=1&b="2"' },
}

describe('toHtml', () => {
  it('escapes texts and values, makes paragraphs and leaves out lines without values', () => {
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

describe('toPlainText', () => {
  it('fills values once, without expanding placeholders in them', () => {
    expect(toPlainText('{{customer.name}}', { 'customer.name': '{{order.items}}' })).toBe('{{order.items}}')
    expect(toPlainText('{{order.items}}', values)).toBe('2 × <Tea>: $4.00')
  })
})

describe('toSubject', () => {
  it('is one line, whatever the values contain', () => {
    expect(toSubject('Hi {{customer.name}}', { 'customer.name': 'a\r\nBcc: x@shop.example\u2028y' })).toBe(
      'Hi a Bcc: x@shop.example y',
    )
  })
})
