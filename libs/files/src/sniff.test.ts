import { describe, expect, it } from 'vitest'
import { requireSize, sniff } from './index.ts'

const allowed = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf']

/** A PNG image with one gray pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)
const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'), Buffer.alloc(64)])
const webp = Buffer.concat([Buffer.from('RIFF\x40\x00\x00\x00WEBPVP8 ', 'latin1'), Buffer.alloc(64)])
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
)

describe('sniff', () => {
  it.each([
    ['image/png', png],
    ['image/jpeg', jpeg],
    ['image/webp', webp],
    ['application/pdf', pdf],
  ])('detects %s from the content', async (type, bytes) => {
    expect(await sniff(bytes, allowed)).toBe(type)
  })

  it.each([
    ['an SVG with a script', Buffer.from('<svg onload="alert(1)"></svg>')],
    ['a web page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a program', Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(64)])],
    ['an empty file', Buffer.alloc(0)],
    ['an incomplete header', png.subarray(0, 4)],
  ])('throws VALIDATION_FAILED for %s', async (_what, bytes) => {
    await expect(sniff(bytes, allowed)).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'file' }],
    })
  })

  it('rejects a known type that is not allowed', async () => {
    await expect(sniff(pdf, ['image/png'])).rejects.toThrow(
      'file must be one of image/png, not application/pdf',
    )
  })
})

describe('requireSize', () => {
  it('accepts a file at the size limit, and rejects a larger file with 413 and an empty file with 422', () => {
    expect(() => requireSize(10, 10)).not.toThrow()
    expect(() => requireSize(11, 10)).toThrow(expect.objectContaining({ status: 413 }))
    expect(() => requireSize(0, 10)).toThrow(expect.objectContaining({ status: 422 }))
  })
})
