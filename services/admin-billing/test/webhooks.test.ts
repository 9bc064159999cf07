import type { RequestQuery } from '@wp/http'
import { fixedClock, newId, systemClock } from '@wp/kernel'
import { adminApi, platform, uniqueName, visitorApi } from '@wp/testing'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { gzipSync } from 'node:zlib'
import * as contract from '../src/contract.ts'
import {
  webhookBodyCollection,
  webhookCollection,
  webhookVolumeCollection,
} from '../src/webhooks/webhook.store.ts'
import { openBilling, ownBilling } from './billing-database.ts'

const admin = () => adminApi(contract)

const post = async (
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
  prefix = '/v1',
) => {
  const reply = await fetch(`${platform().gatewayUrl}${prefix}/webhooks`, { method: 'POST', body, headers })
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> }
}

/** Returns the only recorded webhook that contains this word. */
const recorded = async (word: string) => {
  const api = await admin()
  const { webhooks } = (await api.listWebhooks({ query: { search: word } })).body
  expect(webhooks).toHaveLength(1)
  return (await api.getWebhook({ params: { id: webhooks[0]!.id } })).body.webhook
}

describe('POST /webhooks', () => {
  it('records a JSON body unchanged', async () => {
    const word = uniqueName('word')
    const value = { [word]: [1, null, true, { $gt: '', 'a.b': 'x', __proto__x: 1 }] }
    const text = JSON.stringify(value, null, 2)
    const reply = await post(text, { 'content-type': 'application/json' }, '/api/v1')
    expect(reply).toEqual({ status: 200, body: { success: true, message: 'Recorded' } })
    const webhook = await recorded(word)
    expect(webhook).toMatchObject({
      method: 'POST',
      isJson: true,
      encoding: 'utf8',
      verification: 'unsigned',
      sizeBytes: text.length,
    })
    expect(webhook.body).toEqual(value)
    expect(webhook.rawBody).toBe(text)
  })

  it('records the host that the sender called, not the address of the service', async () => {
    const mark = uniqueName('host')
    await post('{}', { 'content-type': 'application/json', 'x-mark': mark })
    const { host } = new URL(platform().gatewayUrl)
    expect((await recorded(mark)).headers).toMatchObject({ host, 'x-mark': mark })
  })

  it('returns 200 for a body sent with the typed client', async () => {
    expect((await visitorApi(contract).receiveWebhook({ body: '{"a":1}' })).status).toBe(200)
  })

  it('accepts a number, null and a string as JSON', async () => {
    for (const text of ['42', 'null', JSON.stringify(uniqueName('quoted'))])
      expect((await post(text, { 'content-type': 'application/json' })).status).toBe(200)
  })

  it('accepts an empty body, and records a body that is not JSON as text or base64', async () => {
    const word = uniqueName('plain')
    expect((await post(`{ "${word}": `, { 'content-type': 'application/json' })).status).toBe(200)
    const broken = await recorded(word)
    expect(broken).toMatchObject({ isJson: false, body: `{ "${word}": `, rawBody: `{ "${word}": ` })
    const mark = uniqueName('mark')
    const bytes = new Uint8Array([0xff, 0xfe, 0x00])
    expect((await post(bytes, { 'content-type': 'application/octet-stream', 'x-mark': mark })).status).toBe(
      200,
    )
    expect(await recorded(mark)).toMatchObject({ encoding: 'base64', rawBody: '//4A', isJson: false })
    expect((await post('', {})).status).toBe(200)
  })

  it('records a body nested 40,000 levels deep as text', async () => {
    const mark = uniqueName('deep')
    const text = `${'['.repeat(40_000)}${']'.repeat(40_000)}`
    expect((await post(text, { 'content-type': 'application/json', 'x-mark': mark })).status).toBe(200)
    const webhook = await recorded(mark)
    expect(webhook.body).toBe(text)
  })

  it('records a compressed body without decompressing it', async () => {
    const mark = uniqueName('gzip')
    const bytes = gzipSync('{"a":1}')
    const reply = await post(new Uint8Array(bytes), { 'content-encoding': 'gzip', 'x-mark': mark })
    expect(reply.status).toBe(200)
    expect(await recorded(mark)).toMatchObject({ encoding: 'base64', rawBody: bytes.toString('base64') })
  })

  it('rejects a body larger than 1 MiB', async () => {
    expect((await post('x'.repeat(1024 * 1024), { 'content-type': 'text/plain' })).status).toBe(200)
    const reply = await post('x'.repeat(1024 * 1024 + 1), { 'content-type': 'text/plain' })
    expect(reply).toFailWith(413, 'PAYLOAD_TOO_LARGE')
  })

  it('masks secrets in headers before storing them', async () => {
    const mark = uniqueName('mask')
    const secret = uniqueName('hunter')
    const headers = {
      'x-mark': mark,
      authorization: `Bearer ${secret}`,
      cookie: `session=${secret}`,
      'x-api-key': secret,
      'x-hub-signature-256': secret,
      'x-gitlab-token': secret,
      'webhook-id': 'msg_1',
    }
    await post('{}', headers)
    const webhook = await recorded(mark)
    expect(webhook.headers).toMatchObject({
      'x-mark': mark,
      authorization: '***',
      cookie: '***',
      'x-api-key': '***',
      'webhook-id': 'msg_1',
    })
    const billing = await openBilling()
    const stored = await billing.db.global(webhookCollection)().get({ id: webhook.id })
    await billing.close()
    expect(JSON.stringify(stored)).not.toContain(secret)
    expect(stored).not.toHaveProperty('rawBody')
    expect((await (await admin()).listWebhooks({ query: { search: secret } })).body.webhooks).toEqual([])
  })

  it('verifies a Standard Webhooks signature and records the result', async () => {
    const secret = `whsec_${Buffer.from('a secret of enough bytes').toString('base64')}`
    const old = `whsec_${Buffer.from('the previous secret of enough bytes').toString('base64')}`
    const own = await ownBilling(systemClock, { WEBHOOK_SECRETS: `${secret}, ${old}` })
    try {
      const send = async (payload: string, signedBy: string | null, signed = payload) => {
        const at = new Date()
        const headers =
          signedBy === null
            ? {}
            : {
                'webhook-id': 'msg_1',
                'webhook-timestamp': `${Math.floor(at.getTime() / 1000)}`,
                'webhook-signature': new Webhook(signedBy).sign('msg_1', at, signed),
              }
        const reply = await fetch(`${own.service.url}/webhooks`, {
          method: 'POST',
          body: payload,
          headers,
        })
        expect(reply.status).toBe(200)
        const { webhooks } = (await own.api.listWebhooks({ query: { limit: 1 } })).body
        return webhooks[0]!.verification
      }
      expect(await send('{"a":1}', secret)).toBe('verified')
      expect(await send('not JSON', old)).toBe('verified')
      expect(await send('{"a":2}', secret, '{"a":1}')).toBe('failed')
      expect(
        await send('{"a":1}', `whsec_${Buffer.from('the secret of another sender').toString('base64')}`),
      ).toBe('failed')
      expect(await send('{"a":1}', null)).toBe('unsigned')
      const failed = await own.api.listWebhooks({ query: { verification: 'failed' } })
      expect(failed.body.webhooks).toHaveLength(2)
    } finally {
      await own.stop()
    }
  })

  it('records a signed webhook as no-secret when no secret is configured', async () => {
    const mark = uniqueName('nosecret')
    await post('{}', {
      'x-mark': mark,
      'webhook-id': 'a',
      'webhook-timestamp': '1',
      'webhook-signature': 'v1,x',
    })
    expect((await recorded(mark)).verification).toBe('no-secret')
  })

  it('returns 429 to an IPv6 /64 network over its hourly limit and accepts others', async () => {
    const own = await ownBilling(fixedClock('2027-03-10T09:59:30Z'), { WEBHOOK_BYTES_PER_ADDRESS: '5000' })
    const send = (from: string, size: number) =>
      fetch(`${own.service.url}/webhooks`, {
        method: 'POST',
        body: 'x'.repeat(size),
        headers: { 'x-forwarded-for': from },
      })
    try {
      expect((await send('2001:db8::1', 3000)).status).toBe(200)
      const refused = await send('2001:db8::2', 3000)
      expect(refused.status).toBe(429)
      expect(refused.headers.get('retry-after')).toBe('30')
      expect((await send('2001:db8:0:1::1', 3000)).status).toBe(200)
      expect((await own.api.listWebhooks()).body.pagination).toMatchObject({ total: 2 })
      const metrics = await (await fetch(new URL('/metrics', own.service.opsUrl))).text()
      expect(metrics).toMatch(/webhook_refused_total\{[^}]*\} 1/)
    } finally {
      await own.stop()
    }
  })
})

describe('GET /webhooks', () => {
  it('records the headers of a GET request', async () => {
    const mark = uniqueName('get')
    const reply = await visitorApi(contract).testWebhook({ headers: { 'x-mark': mark } })
    expect(reply.body).toEqual({ success: true, message: 'Recorded' })
    expect(await recorded(mark)).toMatchObject({ method: 'GET', rawBody: '', isJson: false })
  })
})

describe('GET /admin/webhooks', () => {
  it('finds webhooks with a word starting with each search term, and filters by method and time', async () => {
    const [first, second] = [uniqueName('alpha'), uniqueName('beta')]
    await post(JSON.stringify({ name: `${first} ${second}` }))
    await post(JSON.stringify({ name: first }))
    const api = await admin()
    const count = async (query: RequestQuery<typeof contract.listWebhooks>) =>
      (await api.listWebhooks({ query })).body.webhooks.length
    expect(await count({ search: first })).toBe(2)
    expect(await count({ search: first.slice(0, 12) })).toBe(2)
    expect(await count({ search: `${second} ${first}` })).toBe(1)
    expect(await count({ search: first, method: 'GET' })).toBe(0)
    expect(await count({ search: first, to: '2020-01-01' })).toBe(0)
  })

  it('rejects a reversed date range and an unsupported method', async () => {
    const api = await admin()
    expect(await api.listWebhooks({ query: { from: '2026-01-02', to: '2026-01-01' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await api.listWebhooks.raw({ query: { method: 'PUT' } })).toFailWith(400, 'INVALID_REQUEST')
  })
})

describe('GET /admin/webhooks/:id', () => {
  it('returns 404 for an unknown id and 400 for a malformed one', async () => {
    const api = await admin()
    expect(await api.getWebhook({ params: { id: newId() } })).toFailWith(404, 'NOT_FOUND')
    expect(await api.getWebhook({ params: { id: 'nonsense' } })).toFailWith(400, 'INVALID_ID')
  })
})

describe('trim-webhooks job', () => {
  it('removes the oldest webhooks when their total size is too large, and keeps accepting new ones', async () => {
    const clock = fixedClock('2027-03-10T09:00:00Z')
    const own = await ownBilling(clock, { WEBHOOK_BYTES_IN_ALL: '6000' })
    const send = async (word: string) => {
      const body = `${word} ${'x'.repeat(3000)}`
      const reply = await fetch(`${own.service.url}/webhooks`, { method: 'POST', body })
      expect(reply.status).toBe(200)
    }
    const listed = async () => (await own.api.listWebhooks()).body.webhooks.length
    try {
      await send('first')
      clock.advance(300_000)
      await send('second')
      await send('third')
      await own.service.runJob('trim-webhooks')
      expect(await listed()).toBe(2)
      expect((await own.api.listWebhooks({ query: { search: 'first' } })).body.webhooks).toEqual([])
      expect(await own.billing.db.global(webhookBodyCollection)().count()).toBe(2)
      await send('fourth')
      await own.service.runJob('trim-webhooks')
      expect(await listed()).toBe(3) // the current five minutes are kept
      const metrics = await (await fetch(new URL('/metrics', own.service.opsUrl))).text()
      expect(metrics).toMatch(/webhook_trimmed_total\{[^}]*\} 1/)
      expect(metrics).toMatch(/webhook_stored_bytes\{[^}]*\} 1\d{4}/)
    } finally {
      await own.stop()
    }
  })
})

describe('webhook_stored_bytes', () => {
  it('counts a binary body as base64 and includes the search words', async () => {
    const own = await ownBilling(fixedClock('2027-03-10T09:00:00Z'))
    const storedBy = async (body: Uint8Array) => {
      const before = await stored()
      expect((await fetch(`${own.service.url}/webhooks`, { method: 'POST', body })).status).toBe(200)
      return (await stored()) - before
    }
    const stored = async () => {
      await own.service.runJob('trim-webhooks')
      const metrics = await (await fetch(new URL('/metrics', own.service.opsUrl))).text()
      return Number(/webhook_stored_bytes\{[^}]*\} (\d+)/.exec(metrics)?.[1] ?? 0)
    }
    try {
      const [text, binary] = [Buffer.alloc(30_000, 'x'), Buffer.alloc(30_000, 0xff)]
      const [small, large] = [await storedBy(text), await storedBy(binary)]
      expect(large - small).toBeGreaterThan(9000)
      const words = Array.from({ length: 250 }, (_, at) => `${'w'.repeat(50)}${at}`).join(' ')
      expect(await storedBy(Buffer.from(words))).toBeGreaterThan(1.9 * words.length)
    } finally {
      await own.stop()
    }
  })
})

describe('each webhook collection', () => {
  it('has a TTL index that removes records after 30 days', () => {
    for (const { indexes } of [webhookCollection, webhookBodyCollection, webhookVolumeCollection])
      expect(indexes).toContainEqual({ keys: { createdAt: 1 }, ttlSeconds: 30 * 24 * 3600 })
  })
})
