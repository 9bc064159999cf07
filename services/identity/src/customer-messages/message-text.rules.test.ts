import { describe, expect, it } from 'vitest'
import { checkTexts, placeholdersOf, toPlainText, toSubject } from './message-text.rules.ts'

const text = (body: string, subject = 'Hello') => ({ en: { subject, body, sms: null } })

describe('checkTexts', () => {
  it('accepts the placeholders of the type, even with spaces', () => {
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

const values = { 'order.items': { rows: [['2 × <Tea>', '$4.00']] as const } }

describe('toPlainText', () => {
  it('fills values once, without expanding placeholders in them', () => {
    expect(toPlainText('{{customer.name}}', { 'customer.name': '{{order.items}}' })).toBe('{{order.items}}')
    expect(toPlainText('{{order.items}}', values)).toBe('2 × <Tea>: $4.00')
  })
})

describe('toSubject', () => {
  it('returns one line, whatever the values contain', () => {
    expect(toSubject('Hi {{customer.name}}', { 'customer.name': 'a\r\nBcc: x@shop.example\u2028y' })).toBe(
      'Hi a Bcc: x@shop.example y',
    )
  })
})
