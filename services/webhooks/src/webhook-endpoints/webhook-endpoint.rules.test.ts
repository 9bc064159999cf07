import { describe, expect, it } from 'vitest'
import {
  activeSecrets,
  checkEndpointCount,
  checkUrl,
  rotateSecrets,
  toWebhookSecret,
} from './webhook-endpoint.rules.ts'

const isPublicAddress = (address: string) => ['93.184.216.34', '2606:2800::1'].includes(address)
const production = { isDevelopment: false, allowedHosts: ['tool.internal:8080'], isPublicAddress }
const development = { ...production, isDevelopment: true }

describe('checkUrl', () => {
  it.each([
    'https://hooks.example/a?b=c',
    'https://hooks.example:8443/',
    'https://93.184.216.34/',
    'https://[2606:2800::1]/',
    'http://tool.internal:8080/',
  ])('accepts %s', (url) => {
    expect(() => checkUrl(url, production)).not.toThrow()
  })

  it.each([
    ['http://hooks.example/', 'must be an https URL'],
    ['https://127.0.0.1/', 'must have a public address'],
    ['https://10.1.2.3/', 'must have a public address'],
    ['https://[::1]/', 'must have a public address'],
    ['https://[::ffff:10.0.0.1]/', 'must have a public address'],
    ['https://2130706433/', 'must have a public address'],
    ['https://localhost/', 'must have a public address'],
    ['https://localhost./', 'must have a public address'],
    ['https://intranet/', 'must have a public address'],
    ['http://tool.internal:9090/', 'must be an https URL'],
    ['https://user:word@hooks.example/', 'cannot contain a user name or password'],
    ['https://hooks.example/#part', 'cannot contain a fragment'],
  ])('rejects %s', (url, message) => {
    expect(() => checkUrl(url, production)).toThrow(
      expect.objectContaining({ details: [{ path: 'url', message }] }),
    )
  })

  it('accepts http to this machine in development only', () => {
    expect(() => checkUrl('http://localhost:4000/', development)).not.toThrow()
    expect(() => checkUrl('http://localhost:4000/', production)).toThrow('must be an https URL')
    expect(() => checkUrl('http://10.1.2.3/', development)).toThrow('must be an https URL')
  })
})

describe('checkEndpointCount', () => {
  it('allows 20 endpoints', () => {
    expect(() => checkEndpointCount(19)).not.toThrow()
    expect(() => checkEndpointCount(20)).toThrow('at most 20')
  })
})

describe('rotateSecrets', () => {
  const now = new Date('2027-03-10T09:00:00Z')
  const first = [{ sealed: 'a', expiresAt: null }]

  it('keeps the previous secret for 24 hours', () => {
    const secrets = rotateSecrets(first, 'b', now)
    const at = (hours: number) =>
      activeSecrets(secrets, new Date(now.getTime() + hours * 3_600_000)).map(({ sealed }) => sealed)
    expect(at(23.9)).toEqual(['b', 'a'])
    expect(at(24)).toEqual(['b'])
  })

  it('never keeps more than two secrets', () => {
    const secrets = rotateSecrets(rotateSecrets(first, 'b', now), 'c', now)
    expect(secrets.map(({ sealed }) => sealed)).toEqual(['c', 'b'])
  })
})

describe('toWebhookSecret', () => {
  it('writes the bytes in base64 after whsec_', () => {
    expect(toWebhookSecret(Buffer.from([251, 255]).toString('base64url'))).toBe('whsec_+/8=')
  })
})
