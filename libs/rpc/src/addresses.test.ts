import { expect, test } from 'vitest'
import { dialTarget } from './addresses.ts'

test.each([
  ['127.0.0.1:7001', 'ipv4:127.0.0.1:7001'],
  ['127.0.0.1:7001, 127.0.0.1:7002', 'ipv4:127.0.0.1:7001,127.0.0.1:7002'],
  ['identity:7001', 'dns:///identity:7001'],
  ['dns:///identity-rpc:7001', 'dns:///identity-rpc:7001'],
])('dials %s as %s', (written, target) => {
  expect(dialTarget(written)).toBe(target)
})

test.each(['', 'identity', 'a:1,b'])('refuses "%s" and says what would be right', (written) => {
  expect(() => dialTarget(written)).toThrow('host:port')
})

test('refuses several host names, of which only one DNS name can list all replicas', () => {
  expect(() => dialTarget('identity-a:1,identity-b:1')).toThrow('dns:///')
})
