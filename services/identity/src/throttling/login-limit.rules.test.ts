import { describe, expect, it } from 'vitest'
import { toAddressGroup } from './login-limit.rules.ts'

describe('toAddressGroup', () => {
  it('groups IPv6 addresses by their /64 network, regardless of notation', () => {
    const same = [
      '2001:db8:0:1::1',
      '2001:db8:0:1:ffff::2',
      '2001:0db8:0000:0001:1:2:3:4',
      '2001:db8:0:1::1%eth0',
    ]
    expect(new Set(same.map(toAddressGroup))).toEqual(new Set(['2001:db8:0:1']))
    expect(toAddressGroup('2001:db8:0:2::1')).toBe('2001:db8:0:2')
    expect(toAddressGroup('::1')).toBe('0:0:0:0')
  })

  it('returns an IPv4 address unchanged and unwraps one mapped to IPv6', () => {
    expect(toAddressGroup('192.0.2.7')).toBe('192.0.2.7')
    expect(toAddressGroup('::ffff:192.0.2.7')).toBe('192.0.2.7')
  })
})
