import { describe, expect, it } from 'vitest'
import { ownerNoticeMail, toMailName } from './mail.rules.ts'

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
    expect(toMailName(name)).toBe(shown)
  })
})

describe('ownerNoticeMail', () => {
  it('names the workspace, the host without a link, and the reason', () => {
    const notice = {
      kind: 'webhook-endpoint-disabled',
      host: 'hooks.example:8443',
      reason: 'failing',
    } as const
    const { subject, text } = ownerNoticeMail('Salon', notice)
    expect(subject).toBe('A webhook endpoint was disabled')
    expect(text).toContain('“Salon” (hooks . example:8443) because no delivery has succeeded for three days')
    expect(text).not.toContain('hooks.example')
  })
})
