import { describe, expect, it } from 'vitest'
import { limitKey } from './index.ts'

describe('limitKey', () => {
  it('returns the /64 network for an IPv6 address in any notation, and an IPv4 address unchanged', () => {
    expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe(limitKey('2001:db8:1:2::9'))
    expect(limitKey('2001:db8:1:2::9')).not.toBe(limitKey('2001:db8:1:3::9'))
    expect(limitKey('::1')).toBe('0:0:0:0')
    expect(limitKey('192.0.2.1')).toBe('192.0.2.1')
  })
})
