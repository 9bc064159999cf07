import { describe, expect, it } from 'vitest'
import { invitationMail, ownerNoticeMail, toMailName, verificationMail } from './mail.rules.ts'

describe('toMailName', () => {
  it.each([
    ['Salon Zoë & Söhne', '“Salon Zoë & Söhne”'],
    ['صالون ليلى', '“صالون ليلى”'],
    [
      'Your account is locked: https://evil.example/login',
      '“Your account is locked https evil example login”',
    ],
    ['two\nlines\r\nBcc: all@shop.example', '“two lines Bcc all shop example”'],
    ['x'.repeat(200), `“${'x'.repeat(60)}”`],
    ['…', 'a workspace'],
    [null, 'a workspace'],
  ])('turns %j into %s', (name, shown) => {
    expect(toMailName({ name }, 'en')).toBe(shown)
  })

  it('prefers the display name of the business', () => {
    const business = { displayName: 'Nour Salon' }
    expect(toMailName({ name: 'nour-2', business }, 'en')).toBe('“Nour Salon”')
    expect(toMailName(null, 'ar')).toBe('مساحة عمل')
  })
})

const settings = {
  preventOverlap: false,
  blockHolidays: false,
  timeZone: 'UTC',
  currencyCode: 'USD',
} as const

describe('verificationMail', () => {
  it("is in the members' language and contains the token and the name", () => {
    const mail = verificationMail({ name: 'صالون ليلى', settings: { ...settings, locale: 'ar' } })
    expect(mail.subject).toBe('أكّد بريدك الإلكتروني')
    expect(mail.toText('t0ken', 'https://app/x')).toMatch(/“صالون ليلى”.*https:\/\/app\/x\n.*: t0ken/s)
    expect(verificationMail(null).toText('t0ken', 'https://app/x')).toContain('You created a workspace')
  })
})

describe('invitationMail', () => {
  it('names the days and the workspace', () => {
    const { text } = invitationMail(
      { name: 'Salon', settings: { ...settings, locale: 'en' } },
      't0ken',
      'https://app/x',
    )
    expect(text).toContain(
      'join “Salon”. Accept within 7 days:\nhttps://app/x\n\nYou can also use this token: t0ken',
    )
  })
})

describe('ownerNoticeMail', () => {
  it('contains the workspace, the host without a link, and the reason', () => {
    const notice = {
      kind: 'webhook-endpoint-disabled',
      host: 'hooks.example:8443',
      reason: 'failing',
    } as const
    const salon = (locale: 'ar' | 'en') => ({ name: 'Salon', settings: { ...settings, locale } })
    const { subject, text } = ownerNoticeMail(salon('en'), notice)
    expect(subject).toBe('A webhook endpoint was disabled')
    expect(text).toContain('“Salon” (hooks . example:8443): no delivery has succeeded for three days')
    expect(ownerNoticeMail(salon('ar'), notice).subject).toBe('عُطّلت نقطة استقبال Webhook')
    expect(text).not.toContain('hooks.example')
  })
})
