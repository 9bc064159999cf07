import { describe, expect, it } from 'vitest'
import { isNetwork, limitKey, networkMatcher } from './index.ts'

describe('limitKey', () => {
  it('returns the /64 network for an IPv6 address in any notation, and an IPv4 address unchanged', () => {
    expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe(limitKey('2001:db8:1:2::9'))
    expect(limitKey('2001:db8:1:2::9')).not.toBe(limitKey('2001:db8:1:3::9'))
    expect(limitKey('::1')).toBe('0:0:0:0')
    expect(limitKey('192.0.2.1')).toBe('192.0.2.1')
  })
})

describe('isNetwork', () => {
  it.each(['203.0.113.7', '203.0.113.0/24', '0.0.0.0/0', '2001:db8::/32', '::1', '::/0', '2001:db8::1/128'])(
    'accepts %s',
    (text) => {
      expect(isNetwork(text)).toBe(true)
    },
  )

  it.each([
    '',
    'localhost',
    '203.0.113',
    '203.0.113.0/33',
    '203.0.113.0/-1',
    '203.0.113.0/',
    '203.0.113.0/08',
    '203.0.113.0/1e1',
    '203.0.113.0/24/24',
    '2001:db8::/129',
    'fe80::1%eth0',
    ' 203.0.113.0/24',
  ])('rejects "%s"', (text) => {
    expect(isNetwork(text)).toBe(false)
  })
})

describe('networkMatcher', () => {
  it('matches IPv4 and IPv6 addresses by their network', () => {
    const matches = networkMatcher(['203.0.113.0/24', '198.51.100.7', '2001:db8:1::/48'])
    expect(['203.0.113.0', '203.0.113.255', '198.51.100.7', '2001:db8:1:ffff::1'].map(matches)).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['203.0.114.0', '198.51.100.8', '2001:db8:2::1', '::1', '', 'nonsense'].map(matches)).toEqual([
      false,
      false,
      false,
      false,
      false,
      false,
    ])
  })

  it('ignores the zone of an address', () => {
    expect(networkMatcher(['fe80::/10'])('fe80::1%eth0')).toBe(true)
  })

  it('matches nothing without networks, and throws for an invalid one', () => {
    expect(networkMatcher([])('203.0.113.1')).toBe(false)
    expect(() => networkMatcher(['203.0.113.0/99'])).toThrow('203.0.113.0/99')
  })
})
