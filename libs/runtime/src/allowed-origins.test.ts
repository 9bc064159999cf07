import { readConfig } from '@wp/config'
import { describe, expect, it } from 'vitest'
import { openOrigins, originRefusal, originSettings } from './allowed-origins.ts'

const publicUrl = 'https://platform.example'
const open = (list: string, nodeEnv = 'production') =>
  openOrigins({ ...readConfig(originSettings, { ALLOWED_ORIGINS: list }), publicUrl, nodeEnv })

describe('originSettings', () => {
  it.each(['nonsense', 'https://', 'https://a.example/path', 'https://a.example?x=1', 'https://u@a.example'])(
    'rejects %s',
    (list) => {
      expect(() => open(list)).toThrow('must be a list of origins')
    },
  )
})

describe('openOrigins', () => {
  it('allows listed origins, the public URL and requests without an origin, and no others', () => {
    const { isTrusted, isAllowed, allowsAll } = open('https://app.example, https://B.example:443/')
    for (const origin of ['https://app.example', 'https://b.example', publicUrl, undefined])
      expect([origin, isTrusted({ origin }), isAllowed({ origin })]).toEqual([origin, true, true])
    for (const origin of [
      'https://app.example:444',
      'http://app.example',
      'https://app.example.evil.test',
      'http://localhost:5173',
      'null',
      '',
      '*',
    ])
      expect([origin, isTrusted({ origin }), isAllowed({ origin })]).toEqual([origin, false, false])
    expect(allowsAll).toBe(false)
  })

  it('allows pages of the host that they call, such as the custom domain of a shop', () => {
    const { isTrusted } = open('')
    expect(isTrusted({ origin: 'https://shop.example', host: 'Shop.example' })).toBe(true)
    expect(isTrusted({ origin: 'https://shop.example:8443', host: 'shop.example:8443' })).toBe(true)
    expect(isTrusted({ origin: 'https://shop.example', host: 'other.example' })).toBe(false)
    expect(isTrusted({ origin: 'null', host: 'null' })).toBe(false)
  })

  it('allows pages on localhost in development only', () => {
    const pages = [
      'http://localhost:5173',
      'https://app.localhost',
      'http://127.0.0.1:3000',
      'http://127.1.2.3',
      'http://[::1]:3000',
    ]
    for (const origin of pages) {
      expect([origin, open('', 'development').isTrusted({ origin })]).toEqual([origin, true])
      expect([origin, open('').isTrusted({ origin })]).toEqual([origin, false])
    }
    for (const origin of ['https://localhost.evil.test', 'http://127.0.0.1.evil.test', 'http://10.0.0.1'])
      expect([origin, open('', 'development').isTrusted({ origin })]).toEqual([origin, false])
  })

  it('allows all pages with *, but trusts only listed ones', () => {
    const { isTrusted, isAllowed, allowsAll } = open('*,https://app.example')
    expect([allowsAll, isAllowed({ origin: 'https://any.example' }), isAllowed({ origin: 'null' })]).toEqual([
      true,
      true,
      true,
    ])
    expect(isTrusted({ origin: 'https://any.example' })).toBe(false)
    expect(isTrusted({ origin: 'https://app.example' })).toBe(true)
  })

  it('accepts origins of apps with a custom scheme', () => {
    expect(open('capacitor://localhost').isTrusted({ origin: 'capacitor://localhost' })).toBe(true)
  })
})

describe('originRefusal', () => {
  it('fits into a close frame', () => {
    expect(Buffer.byteLength(originRefusal)).toBeLessThanOrEqual(123)
  })
})
