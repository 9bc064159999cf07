import { buffer } from 'node:stream/consumers'
import { s3Keys, startS3Server } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { s3Files } from '../src/s3-files.ts'
import { contentOf } from './content.ts'

let server: Awaited<ReturnType<typeof startS3Server>>
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.close())

const openStore = (options: object = {}) =>
  s3Files({ ...s3Keys, endpoint: server.endpoint, bucket: 'shop', prefix: 'finance/', ...options })

const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 251))

describe('s3Files', () => {
  it('stores, reads and removes files under the configured prefix', async () => {
    const files = openStore()
    await files.put('w1/r1', contentOf(bytes), 'image/png')
    expect(server.keys()).toEqual(['/shop/finance/w1/r1'])
    const whole = await files.get('w1/r1')
    expect([whole.sizeBytes, whole.contentType]).toEqual([bytes.length, 'image/png'])
    expect(bytes.equals(await buffer(whole.stream))).toBe(true)
    const part = await files.get('w1/r1', { start: 10, end: 19 })
    expect(part.sizeBytes).toBe(bytes.length)
    expect(bytes.subarray(10, 20).equals(await buffer(part.stream))).toBe(true)
    await files.remove('w1/r1')
    await files.remove('w1/r1')
    await expect(files.get('w1/r1')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('throws UNAVAILABLE when the secret is wrong, the storage fails or it is unreachable', async () => {
    const put = (files: ReturnType<typeof openStore>) => files.put('w1/r2', contentOf(bytes), 'image/png')
    const unavailable = { code: 'UNAVAILABLE' }
    await expect(put(openStore({ secretAccessKey: 'guessed' }))).rejects.toMatchObject(unavailable)
    await expect(put(openStore({ endpoint: 'http://127.0.0.1:1' }))).rejects.toMatchObject(unavailable)
    server.fail(true)
    await expect(put(openStore())).rejects.toMatchObject(unavailable)
    await expect(openStore().get('w1/r1')).rejects.toMatchObject(unavailable)
    await expect(openStore().remove('w1/r1')).rejects.toMatchObject(unavailable)
    server.fail(false)
    expect(server.keys()).toEqual([])
  })

  it('throws UNAVAILABLE when the storage sends the whole file instead of a part', async () => {
    const files = openStore()
    await files.put('w1/r3', contentOf(bytes), 'image/png')
    server.ignoreRanges(true)
    await expect(files.get('w1/r3', { start: 10, end: 19 })).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    server.ignoreRanges(false)
    await files.remove('w1/r3')
  })

  it('does not time out while a slow reader pauses', async () => {
    const large = Buffer.alloc(24 * 1024 * 1024, 'x')
    await openStore().put('w1/large', contentOf(large), 'image/png')
    const { stream } = await openStore({ idleMs: 200 }).get('w1/large')
    const chunks: Buffer[] = []
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      if (chunks.length === 0) await new Promise((resolve) => setTimeout(resolve, 1000))
      chunks.push(chunk)
    }
    expect(Buffer.concat(chunks).length).toBe(large.length)
    await openStore().remove('w1/large')
  })

  it('rejects content that does not match its hash', async () => {
    const forged = { ...contentOf(bytes), sha256: 'a'.repeat(64) }
    await expect(openStore().put('w1/r3', forged, 'image/png')).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(server.keys()).toEqual([])
  })

  it('rejects invalid keys and content types', async () => {
    const files = openStore()
    await expect(files.put('../x', contentOf(bytes), 'image/png')).rejects.toThrow('is not a valid file key')
    await expect(files.put('x', contentOf(bytes), 'image/png\nx: 1')).rejects.toThrow(
      'is not a valid content type',
    )
  })
})
