import { hash } from 'node:crypto'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { defineRoute, handle, open, reply, workspace } from '../src/index.ts'
import { ids, outcome, scratchService } from './scratch-service.ts'
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
    handle(receipt, async ({ body: { file, note } }) => {
      const content = await buffer(file.open())
      if (hash('sha256', content) !== file.sha256 || !content.subarray(0, 4096).equals(file.head))
        throw new Error('The file differs from the upload')
      return reply(201, { name: file.name, contentType: file.contentType, sizeBytes: content.length, note })
    }),
    handle(webhook, ({ body }) => reply(200, { text: Buffer.from(body).toString('latin1') })),
  ])
})
afterAll(() => service.stop())

describe('an upload', () => {
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

  it('is passed to the handler with its base name and the other form fields', async () => {
    const answer = await upload(form(['note', 'lunch'], ['file', png(1000), '../../etc/a.png']))
    expect(answer.json).toEqual({ name: 'a.png', contentType: 'image/png', sizeBytes: 1000, note: 'lunch' })
  })

  it('is rejected while unfinished uploads use up a limit: with 429 for the workspace limit, with 503 for the process limit', async () => {
    const paid = defineRoute({
      ...receipt,
      id: 'paid',
      path: '/workspace/:workspaceId/receipts',
      access: workspace('owner'),
      fails: [400, 401, 403, 404, 422],
    })
    const limits = { perWorkspace: 2_500_000, perProcess: 3_500_000 }
    const own = await scratchService(
      [handle(paid, ({ body }) => reply(201, { name: '', contentType: '', sizeBytes: body.file.sizeBytes }))],
      { uploadLimits: limits },
    )
    onTestFinished(() => own.stop())
    const send = async (workspaceId: string) =>
      outcome(
        await own.call('POST', `/workspace/${workspaceId}/receipts`, {
          raw: form(['file', png(1_000_000), 'a.png']),
          token: await own.tokens.owner(workspaceId),
        }),
      )
    const held = async () =>
      Number(/http_upload_bytes_in_flight\{.*\} (\d+)/.exec(await own.metrics.registry.metrics())![1])
    const begin = async (workspaceId: string, bytes: number) => {
      const socket = connect(own.port, '127.0.0.1').on('error', () => undefined)
      const token = await own.tokens.owner(workspaceId)
      const before = await held()
      socket.write(
        `POST /workspace/${workspaceId}/receipts HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n` +
          `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 2000000\r\n\r\n` +
          `--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n${'x'.repeat(bytes)}`,
      )
      await expect.poll(held).toBeGreaterThan(before + bytes - 1000)
      return socket
    }
    const unfinished = [await begin(ids.workspace, 900_000), await begin(ids.workspace, 900_000)]
    expect(await send(ids.workspace)).toBe('429 RATE_LIMITED')
    expect(await send(ids.other)).toBe('201')
    unfinished.push(await begin(ids.other, 900_000))
    expect(await send(ids.other)).toBe('503 UNAVAILABLE')
    for (const socket of unfinished) socket.destroy()
    await expect.poll(held).toBe(0)
    expect(await send(ids.workspace)).toBe('201')
  })

  it('is accepted at the maximum size and rejected with 413 when one byte larger', async () => {
    expect((await upload(form(['file', png(maxBytes), 'a.png']))).json).toMatchObject({ sizeBytes: maxBytes })
    expect(outcome(await upload(form(['file', png(maxBytes + 1), 'a.png'])))).toBe('413 PAYLOAD_TOO_LARGE')
    expect(outcome(await upload(form(['file', png(maxBytes * 3), 'a.png'])))).toBe('413 PAYLOAD_TOO_LARGE')
  })

  it('is rejected when the file is missing, sent twice or in another field, or when its name or another field is invalid', async () => {
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

  it('is rejected with 415 when sent as JSON, and with 400 when the form is cut off or has no boundary', async () => {
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

describe('a raw body', () => {
  const post = (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
    service.call('POST', '/webhooks', { raw, headers })

  it('is passed as bytes, regardless of its content type and nesting depth', async () => {
    expect((await post('{not json', { 'content-type': 'text/xml' })).json).toEqual({ text: '{not json' })
    expect((await post('['.repeat(40_000))).json.text).toHaveLength(40_000)
    expect((await post(Uint8Array.from([0, 255]))).json).toEqual({ text: '\u0000ÿ' })
    expect((await service.call('POST', '/webhooks')).json).toEqual({ text: '' })
  })

  it('is rejected with 413 above 1 MiB', async () => {
    expect((await post('a'.repeat(1024 * 1024))).status).toBe(200)
    expect(outcome(await post('a'.repeat(1024 * 1024 + 1)))).toBe('413 PAYLOAD_TOO_LARGE')
  })
})
