import { describe, expect, it } from 'vitest'
import { dialTargets, toDnsName } from './addresses.ts'

describe('dialTargets', () => {
  it.each([
    ['127.0.0.1:7001', ['ipv4:127.0.0.1:7001']],
    ['127.0.0.1:7001, 127.0.0.1:7002', ['ipv4:127.0.0.1:7001', 'ipv4:127.0.0.1:7002']],
    ['[::1]:7001', ['ipv6:[::1]:7001']],
    ['identity:7001', ['dns:///identity:7001']],
    ['identity-a:1,identity-b:1', ['dns:///identity-a:1', 'dns:///identity-b:1']],
    ['dns:///identity-rpc:7001', ['dns:///identity-rpc:7001']],
  ])('parses %s as %j', (written, targets) => {
    expect(dialTargets(written)).toEqual(targets)
  })

  it.each(['', 'identity', 'a:1,b'])('throws for "%s"', (written) => {
    expect(() => dialTargets(written)).toThrow('host:port')
  })
})

describe('toDnsName', () => {
  it('returns the host and port of a DNS target, and null for an IP address', () => {
    expect(toDnsName('dns:///identity:7001')).toEqual({ host: 'identity', port: '7001' })
    expect(toDnsName('dns:///10.0.0.1:7001')).toBeNull()
    expect(toDnsName('ipv4:10.0.0.1:7001')).toBeNull()
  })
})
