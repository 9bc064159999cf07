import { expect, test } from 'vitest'
import { dialTargets, nameOf } from './addresses.ts'

test.each([
  ['127.0.0.1:7001', ['ipv4:127.0.0.1:7001']],
  ['127.0.0.1:7001, 127.0.0.1:7002', ['ipv4:127.0.0.1:7001', 'ipv4:127.0.0.1:7002']],
  ['[::1]:7001', ['ipv6:[::1]:7001']],
  ['identity:7001', ['dns:///identity:7001']],
  ['identity-a:1,identity-b:1', ['dns:///identity-a:1', 'dns:///identity-b:1']],
  ['dns:///identity-rpc:7001', ['dns:///identity-rpc:7001']],
])('dials %s as %j', (written, targets) => {
  expect(dialTargets(written)).toEqual(targets)
})

test.each(['', 'identity', 'a:1,b'])('refuses "%s" and says what would be right', (written) => {
  expect(() => dialTargets(written)).toThrow('host:port')
})

test('only a DNS name may stand for several addresses', () => {
  expect(nameOf('dns:///identity:7001')).toEqual({ host: 'identity', port: '7001' })
  expect(nameOf('dns:///10.0.0.1:7001')).toBeNull()
  expect(nameOf('ipv4:10.0.0.1:7001')).toBeNull()
})
