import { describe, expect, it } from 'vitest'
import { isSigned, maskSecrets, toSearchWords } from './webhook.rules.ts'

describe('maskSecrets', () => {
  it('masks headers that may contain secrets and keeps the others', () => {
    const secrets = [
      'authorization',
      'proxy-authorization',
      'cookie',
      'x-api-key',
      'x-auth-token',
      'stripe-signature',
      'webhook-signature',
      'x-client-secret',
    ]
    const shown = ['content-type', 'user-agent', 'webhook-id', 'webhook-timestamp', 'x-request-id']
    const headers = Object.fromEntries([...secrets, ...shown].map((name) => [name, 'value']))
    const masked = maskSecrets(headers)
    for (const name of secrets) expect(masked[name]).toBe('***')
    for (const name of shown) expect(masked[name]).toBe('value')
  })
})

describe('toSearchWords', () => {
  it('returns at most 300 distinct words in any script, each of at most 60 characters', () => {
    expect(toSearchWords('{"Name":"Ann Ann", "city": "القاهرة-2"}')).toEqual([
      'name',
      'ann',
      'city',
      'القاهره',
      '2',
    ])
    expect(toSearchWords(Array.from({ length: 1000 }, (_, index) => `w${index}`).join(' '))).toHaveLength(300)
    expect(toSearchWords('x'.repeat(500))[0]).toHaveLength(60)
  })
})

describe('isSigned', () => {
  it('recognizes a Standard Webhooks signature header', () => {
    expect(isSigned({})).toBe(false)
    expect(isSigned({ 'webhook-signature': 'v1,x' })).toBe(true)
  })
})
