import { textsFor } from '@wp/texts'
import { MessageType, noBusiness, toPublicBusiness } from '@wp/workspaces'
import { describe, expect, it } from 'vitest'
import { textColorOn, toCustomerMail } from './customer-mail.view.ts'
import { checkTexts } from './message-text.rules.ts'
import { sampleDetails, toValues } from './message-values.view.ts'

const business = toPublicBusiness({
  name: 'Nour <Salon>',
  business: { ...noBusiness, email: 'hello@nour.example', phone: '+201001234567', brandColor: '#ffe000' },
})
const optOutUrl = 'https://api.example/stop'

const compose = (type: MessageType, language: string, sender = business) => {
  const details = sampleDetails(type, language, '2026-11-20', 'EGP')
  const values = toValues(details, { business: sender, language }, 'Sara', 'https://api.example/report')
  return toCustomerMail(textsFor(language).messages[type], values, {
    business: sender,
    language,
    publicUrl: 'https://api.example',
    optOutUrl,
  })
}

describe.each(['en', 'ar', 'de', 'es', 'fr'])('the default texts in %s', (language) => {
  it.each(MessageType.options)('fills every placeholder of %s', (type) => {
    const texts = textsFor(language).messages[type]
    expect(() => checkTexts(type, { [language]: texts }, 'texts')).not.toThrow()
    const mail = compose(type, language)
    for (const part of [mail.subject, mail.text, mail.html]) expect(part).not.toMatch(/\{\{|\}\}|undefined/)
    expect(mail.text).toContain(optOutUrl)
  })
})

describe('toCustomerMail', () => {
  it("has the business's name and color, and the text direction of the language", () => {
    const { html, text } = compose('booking.confirmed', 'ar')
    expect(html).toContain('<html lang="ar" dir="rtl">')
    expect(html).toContain('background:#ffe000;color:#000000')
    expect(html).toContain('<bdi>Nour Salon</bdi>')
    expect(text).toContain('مرحبًا Sara')
    expect(html).toContain('<bdi dir="ltr">+201001234567</bdi>')
  })

  it.each([
    ['en', 'Cut, Colour, and Manicure'],
    ['ar', 'Cut وColour وManicure'],
    ['de', 'Cut, Colour und Manicure'],
  ])('joins the services of a booking as in %s', (language, joined) => {
    const details = sampleDetails('booking.confirmed', language, '2026-11-20', 'EGP')
    if (details.kind !== 'booking') throw new Error('A booking is needed')
    const services = ['Cut', 'Colour', 'Manicure']
    const values = toValues({ ...details, services }, { business, language }, 'Sara', null)
    expect(values['booking.services']).toBe(joined)
  })

  it('shows the logo', () => {
    const { html } = compose('order.received', 'en', { ...business, logoImageId: '1' })
    expect(html).toContain('src="https://api.example/v1/public/images/1/320.webp"')
  })

  it('has a subject but no signature when the business has no name', () => {
    const { subject, text } = compose('order.confirmed', 'en', { ...business, name: null, phone: null })
    expect(subject).toBe('Your order at our business is confirmed')
    expect(text).toMatch(/40\.00\n\n-- \nYou receive this message as a customer of our business\./)
  })
})

describe('textColorOn', () => {
  it.each([
    ['#ffffff', '#000000'],
    ['#ffe000', '#000000'],
    ['#000000', '#ffffff'],
    ['#7a1fa2', '#ffffff'],
  ])('returns a readable color on %s: %s', (color, expected) => {
    expect(textColorOn(color)).toBe(expected)
  })
})
