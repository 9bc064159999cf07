import { expect, test } from 'vitest'
import { toNameInMail } from './invitation.rules.ts'

test.each([
  ['Salon Zoë & Söhne', '“Salon Zoë & Söhne”'],
  ['صالون ليلى', '“صالون ليلى”'],
  ['Your account is locked: https://evil.example/login', '“Your account is locked https evil example login”'],
  ['two\nlines\r\nBcc: all@shop.example', '“two lines Bcc all shop example”'],
  ['x'.repeat(200), `“${'x'.repeat(60)}”`],
  ['…', 'a workspace'],
  [null, 'a workspace'],
])('a workspace called %j is %s in a mail', (name, shown) => {
  expect(toNameInMail(name)).toBe(shown)
})
