import { describe, expect, it } from 'vitest'
import { toMailName } from './mail.rules.ts'

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
