import { describe, expect, it } from 'vitest'
import { checkDomainName, verificationName } from './domain.rules.ts'

const check = (name: string) => checkDomainName(name, 'platform.example')

describe('checkDomainName', () => {
  it.each([
    ['shop.example.com', 'shop.example.com'],
    ['Shop.Example.COM.', 'shop.example.com'],
    ['xn--mnchen-3ya.example', 'xn--mnchen-3ya.example'],
    ['my-platform.example', 'my-platform.example'],
  ])('normalizes %s to %s', (given, kept) => {
    expect(check(given)).toBe(kept)
  })

  it.each([
    'localhost',
    'shop.localhost',
    'printer.local',
    'db.internal',
    '127.0.0.1',
    '2130706433',
    '127.1',
    'münchen.example',
    '[::1]',
    'example',
    '-a.example.com',
    'a..example.com',
    'a_b.example.com',
    'shop.example.com/path',
    'shop.example.com:80',
    'platform.example',
    'shop.platform.example',
    `${'a'.repeat(64)}.example.com`,
    '',
  ])('rejects "%s" with 422', (given) => {
    expect(() => check(given)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }))
  })
})

describe('verificationName', () => {
  it('returns the name of the TXT record that must contain the token', () => {
    expect(verificationName('shop.example.com')).toBe('_wp-verify.shop.example.com')
  })
})
