import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { addressReader } from './client-address.ts'

const request = (remoteAddress: string, headers: Record<string, string> = {}): IncomingMessage =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

describe('addressReader', () => {
  it('ignores forwarded addresses when no trusted proxies are configured', () => {
    const read = addressReader([])
    expect(read(request('203.0.113.9', { 'x-forwarded-for': '10.0.0.1' })).address).toBe('203.0.113.9')
  })

  it('skips trusted proxies and returns the first untrusted address', () => {
    const read = addressReader(['10.0.0.0/8'])
    const forwarded = { 'x-forwarded-for': '1.1.1.1, 198.51.100.7, 10.2.2.2', 'x-forwarded-proto': 'https' }
    expect(read(request('10.0.0.5', forwarded))).toMatchObject({ address: '198.51.100.7', isSecure: true })
    expect(read(request('203.0.113.9', forwarded))).toMatchObject({ address: '203.0.113.9', isSecure: false })
  })

  it.each([
    ['198.51.100.7:4711', '198.51.100.7'],
    ['[2001:db8::7]:4711', '2001:db8::7'],
    ['[2001:db8::7]', '2001:db8::7'],
    ['2001:db8::7', '2001:db8::7'],
    ['[::ffff:198.51.100.7]:80', '198.51.100.7'],
  ])('parses the forwarded entry %s as %s', (entry, address) => {
    const read = addressReader(['10.0.0.0/8'])
    const forwarded = { 'x-forwarded-for': `1.1.1.1, ${entry}, 10.2.2.2:80` }
    expect(read(request('10.0.0.5', forwarded)).address).toBe(address)
  })

  it('converts an IPv4-mapped IPv6 address to IPv4', () => {
    expect(addressReader([])(request('::ffff:192.0.2.1')).address).toBe('192.0.2.1')
  })

  it.each(['ten/8', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/ 8', '10.0.0.0/8/8', '10.0.0.0/-1', '::1/129'])(
    'throws for the invalid network %s',
    (network) => {
      expect(() => addressReader([network])).toThrow('must be an address or a network such as 10.0.0.0/8')
    },
  )

  it('accepts IPv4 networks, IPv6 networks and single addresses as trusted proxies', () => {
    const read = addressReader(['10.0.0.0/8', '2001:db8::/32', '192.0.2.1'])
    for (const proxy of ['10.1.2.3', '2001:db8::5', '192.0.2.1'])
      expect(read(request(proxy, { 'x-forwarded-for': '198.51.100.7' })).address).toBe('198.51.100.7')
    expect(read(request('192.0.2.2', { 'x-forwarded-for': '198.51.100.7' })).address).toBe('192.0.2.2')
  })
})
