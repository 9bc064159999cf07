import { expect, test } from 'vitest'
import { addressGroup } from './login-limit.rules.ts'

test('addresses of one IPv6 /64 are one, however they are written', () => {
  const same = [
    '2001:db8:0:1::1',
    '2001:db8:0:1:ffff::2',
    '2001:0db8:0000:0001:1:2:3:4',
    '2001:db8:0:1::1%eth0',
  ]
  expect(new Set(same.map(addressGroup))).toEqual(new Set(['2001:db8:0:1']))
  expect(addressGroup('2001:db8:0:2::1')).toBe('2001:db8:0:2')
  expect(addressGroup('::1')).toBe('0:0:0:0')
})

test('an IPv4 address is itself, also when it is written inside IPv6', () => {
  expect(addressGroup('192.0.2.7')).toBe('192.0.2.7')
  expect(addressGroup('::ffff:192.0.2.7')).toBe('192.0.2.7')
})
