import { expect, test } from 'vitest'
import { isSigned, maskSecrets, toWords } from './webhook.rules.ts'

test('headers that may carry secrets are maskSecrets, the others kept', () => {
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
  const kept = maskSecrets(headers)
  for (const name of secrets) expect(kept[name]).toBe('***')
  for (const name of shown) expect(kept[name]).toBe('value')
})

test('words are letters and digits of any script, each once, at most 300 of at most 60 characters', () => {
  expect(toWords('{"Name":"Ann Ann", "city": "القاهرة-2"}')).toEqual(['name', 'ann', 'city', 'القاهرة', '2'])
  expect(toWords(Array.from({ length: 1000 }, (_, index) => `w${index}`).join(' '))).toHaveLength(300)
  expect(toWords('x'.repeat(500))[0]).toHaveLength(60)
})

test('any header of Standard Webhooks means that the sender claims to have signed', () => {
  expect(isSigned({})).toBe(false)
  expect(isSigned({ 'webhook-signature': 'v1,x' })).toBe(true)
})
