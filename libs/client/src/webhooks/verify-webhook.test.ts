import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { verifyWebhook, WebhookError } from './verify-webhook.ts'
import type { WebhookEvent } from './verify-webhook.ts'

const key = Buffer.alloc(32, 7)
const secret = `whsec_${key.toString('base64')}`
const otherSecret = `whsec_${Buffer.alloc(24, 9).toString('base64')}`
const seconds = 1_800_000_000
const now = () => seconds * 1000
const body = JSON.stringify({ id: 'e1', type: 'client.created', data: { client: { id: 'c1', name: 'Zoë' } } })

/** Signs according to the Standard Webhooks rules, independently of the client. */
const sign = (text: string, { id = 'e1', at = seconds, by = key } = {}): string =>
  `v1,${createHmac('sha256', by).update(`${id}.${at}.${text}`).digest('base64')}`

const headersOf = (signature: string, at: number | string = seconds) => ({
  'webhook-id': 'e1',
  'webhook-timestamp': `${at}`,
  'webhook-signature': signature,
})

describe('verifyWebhook', () => {
  it('returns the event of a signed request, from text or bytes, with any kind of headers', async () => {
    const headers = headersOf(sign(body))
    const event = await verifyWebhook(body, headers, secret, { now })
    expect(event).toEqual(JSON.parse(body))
    const nameOf = (each: WebhookEvent) =>
      each.type === 'client.created' && !each.data.isTruncated ? each.data.client.name : null
    expect(nameOf(event)).toBe('Zoë')
    expect(await verifyWebhook(Buffer.from(body), new Headers(headers), secret, { now })).toEqual(event)
    const repeated = { ...headers, 'webhook-signature': [headers['webhook-signature']] }
    expect(await verifyWebhook(body, repeated, secret, { now })).toEqual(event)
  })

  it('accepts one valid signature among several, and one valid secret among several', async () => {
    const signatures = `v1a,xyz v1,not!base64 ${sign(body, { by: Buffer.alloc(24, 9) })} ${sign(body)}`
    for (const secrets of [secret, otherSecret, ['whsec_AAAA', secret]])
      await expect(verifyWebhook(body, headersOf(signatures), secrets, { now })).resolves.toBeTruthy()
  })

  it.each([
    ['a changed body', body.replace('Zoë', 'Zoe'), headersOf(sign(body))],
    ['another id', body, headersOf(sign(body, { id: 'e2' }))],
    ['another timestamp', body, headersOf(sign(body, { at: seconds - 1 }))],
    ['another secret', body, headersOf(sign(body, { by: Buffer.alloc(32, 8) }))],
    ['an unknown version', body, headersOf(sign(body).replace('v1,', 'v2,'))],
    ['an empty signature', body, headersOf('v1,')],
    ['a cut signature', body, headersOf(sign(body).slice(0, 20))],
    ['an old request', body, headersOf(sign(body, { at: seconds - 301 }), seconds - 301)],
    ['a request of the future', body, headersOf(sign(body, { at: seconds + 301 }), seconds + 301)],
    ['a timestamp that is not a number', body, headersOf(sign(body), 'now')],
    ['a missing header', body, { ...headersOf(sign(body)), 'webhook-id': undefined }],
    ['no headers', body, {}],
  ])('rejects %s', async (_, text, headers) => {
    await expect(verifyWebhook(text, headers, secret, { now })).rejects.toThrow(WebhookError)
  })

  it('accepts a request that is up to five minutes old, or less with a smaller tolerance', async () => {
    const at = seconds - 300
    const headers = headersOf(sign(body, { at }), at)
    await expect(verifyWebhook(body, headers, secret, { now })).resolves.toBeTruthy()
    const strict = { now, toleranceSeconds: 299 }
    await expect(verifyWebhook(body, headers, secret, strict)).rejects.toThrow('too old')
  })

  it('rejects a secret that is not base64', async () => {
    for (const wrong of ['', 'whsec_', 'whsec_***'])
      await expect(verifyWebhook(body, headersOf(sign(body)), wrong, { now })).rejects.toThrow(TypeError)
  })
})
