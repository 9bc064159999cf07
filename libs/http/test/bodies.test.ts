import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineRoute, handle, open, reply } from '../src/index.ts'
import { outcome, scratchService } from './scratch-service.ts'
import type { Scratch } from './scratch-service.ts'

const maxBytes = 2 * 1024 * 1024
const receipt = defineRoute({
  id: 'receipt',
  method: 'POST',
  path: '/receipts',
  summary: 's',
  access: open(),
  idempotency: 'none',
  upload: { field: 'file', maxBytes, types: ['image/png'] },
  body: z.object({ note: z.string().max(5).optional() }),
  replies: {
    201: z.object({
      name: z.string(),
      contentType: z.string(),
      sizeBytes: z.int(),
      note: z.string().optional(),
    }),
  },
  fails: [400, 422],
})
const webhook = defineRoute({
  id: 'webhook',
  method: 'POST',
  path: '/webhooks',
  summary: 's',
  access: open(),
  rawBody: true,
  replies: { 200: z.object({ text: z.string() }) },
  fails: [],
})

let service: Scratch
beforeAll(async () => {
  service = await scratchService([
    handle(receipt, ({ body: { file, note } }) =>
      reply(201, { name: file.name, contentType: file.contentType, sizeBytes: file.bytes.length, note }),
    ),
    handle(webhook, ({ body }) => reply(200, { text: Buffer.from(body).toString('latin1') })),
  ])
})
afterAll(() => service.stop())

describe('uploads', () => {
  const form = (...parts: [string, string | Blob, string?][]) => {
    const data = new FormData()
    for (const [name, value, fileName] of parts) {
      if (typeof value === 'string') data.append(name, value)
      else data.append(name, value, fileName)
    }
    return data
  }
  const png = (size: number) => new Blob([new Uint8Array(size)], { type: 'image/png' })
  const upload = (data: FormData) => service.call('POST', '/receipts', { raw: data })

  test('a file arrives with its bytes, its own name without folders, and the form’s other fields', async () => {
    const answer = await upload(form(['note', 'lunch'], ['file', png(1000), '../../etc/a.png']))
    expect(answer.json).toEqual({ name: 'a.png', contentType: 'image/png', sizeBytes: 1000, note: 'lunch' })
  })

  test('exactly the largest size passes, one byte more is 413', async () => {
    expect((await upload(form(['file', png(maxBytes), 'a.png']))).json).toMatchObject({ sizeBytes: maxBytes })
    expect(outcome(await upload(form(['file', png(maxBytes + 1), 'a.png'])))).toBe('413 PAYLOAD_TOO_LARGE')
    expect(outcome(await upload(form(['file', png(maxBytes * 3), 'a.png'])))).toBe('413 PAYLOAD_TOO_LARGE')
  })

  test('no file, another field, two files and bad fields are refused', async () => {
    expect(outcome(await upload(form(['note', 'x'])))).toBe('400 INVALID_REQUEST')
    expect(outcome(await upload(form(['file', png(1), 'a\u0007.png'])))).toBe('400 INVALID_REQUEST')
    expect(outcome(await upload(form(['other', png(1), 'a.png'])))).toBe('400 INVALID_REQUEST')
    expect(outcome(await upload(form(['file', png(1), 'a.png'], ['file', png(1), 'b.png'])))).toBe(
      '400 INVALID_REQUEST',
    )
    expect(outcome(await upload(form(['note', 'too long'], ['file', png(1), 'a.png'])))).toBe(
      '422 VALIDATION_FAILED',
    )
    expect(outcome(await service.call('POST', '/receipts'))).toBe('400 INVALID_REQUEST')
  })

  test('JSON is 415, and a form that breaks off is 400', async () => {
    expect(outcome(await service.call('POST', '/receipts', { body: {} }))).toBe('415 UNSUPPORTED_MEDIA_TYPE')
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const cut = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc'
    expect(outcome(await service.call('POST', '/receipts', { raw: cut, headers }))).toBe(
      '400 INVALID_REQUEST',
    )
    expect(
      outcome(
        await service.call('POST', '/receipts', {
          raw: cut,
          headers: { 'content-type': 'multipart/form-data; a=b' },
        }),
      ),
    ).toBe('400 INVALID_REQUEST')
  })
})

describe('raw bodies', () => {
  const post = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
    service.call('POST', '/webhooks', { raw, headers })

  test('any content type, any depth, no JSON at all: the bytes arrive as they are', async () => {
    expect((await post('{not json', { 'content-type': 'text/xml' })).json).toEqual({ text: '{not json' })
    expect((await post('['.repeat(40_000))).json.text).toHaveLength(40_000)
    expect((await post(Uint8Array.from([0, 255]))).json).toEqual({ text: '\u0000ÿ' })
    expect((await service.call('POST', '/webhooks')).json).toEqual({ text: '' })
  })

  test('more than 1 MiB is 413', async () => {
    expect((await post('a'.repeat(1024 * 1024))).status).toBe(200)
    expect(outcome(await post('a'.repeat(1024 * 1024 + 1)))).toBe('413 PAYLOAD_TOO_LARGE')
  })
})
