import { describe, expect, it } from 'vitest'
import { isEmail, orderMethods, passwordProblem, toPhone, type Method } from './sign-in.rules.ts'

const method = (type: Method['type'], isPrimary = false): Method => ({
  id: type,
  type,
  hint: null,
  isPrimary,
})

describe('orderMethods', () => {
  it('puts the primary method first and backup codes last', () => {
    const given = [method('backup-codes'), method('totp'), method('phone', true)]
    expect(orderMethods(given).map(({ type }) => type)).toEqual(['phone', 'totp', 'backup-codes'])
  })
})

describe('isEmail', () => {
  it.each([
    ['a@b.co', true],
    [' a@b.co ', true],
    ['a@b', false],
    ['a b@c.de', false],
  ])('checks %s', (text, expected) => {
    expect(isEmail(text)).toBe(expected)
  })
})

describe('passwordProblem', () => {
  it('requires eight characters and a digit', () => {
    expect(passwordProblem('short1')).toBe('field.password8')
    expect(passwordProblem('long-enough')).toBe('field.passwordDigit')
    expect(passwordProblem('long-enough-1')).toBeNull()
  })
})

describe('toPhone', () => {
  it('removes separators between the digits', () => {
    expect(toPhone('+20 (100) 123-45.67')).toBe('+201001234567')
    expect(toPhone('0020 100')).toBe('+20100')
  })
})
