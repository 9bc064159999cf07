import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { localFiles } from '../src/local-files.ts'
import { contentOf } from './content.ts'

const openStore = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wp-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { folder, files: localFiles(join(folder, 'kept')) }
}

test('gives back the bytes, the size and the type that were put', async () => {
  const { files } = await openStore()
  const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))
  await files.put('w1/receipts/r1', contentOf(bytes), 'image/png')
  const found = await files.get('w1/receipts/r1')
  expect([found.sizeBytes, found.contentType]).toEqual([100_000, 'image/png'])
  expect(bytes.equals(await buffer(found.stream))).toBe(true)
})

test('gives a part of a file, with the size of the whole', async () => {
  const { files } = await openStore()
  await files.put('a', contentOf(Buffer.from('0123456789')), 'image/png')
  const part = await files.get('a', { start: 2, end: 5 })
  expect([part.sizeBytes, String(await buffer(part.stream))]).toEqual([10, '2345'])
})

test('content that breaks off is not stored', async () => {
  const { files } = await openStore()
  const half = { ...contentOf(Buffer.from('half')), sizeBytes: 8 }
  await expect(files.put('a', half, 'image/png')).rejects.toThrow('4 bytes instead of 8')
  await expect(files.get('a')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('keeps bytes that look like its own header', async () => {
  const { files } = await openStore()
  await files.put('tricky', contentOf(Buffer.from('\n\nimage/jpeg\n')), 'application/pdf')
  const found = await files.get('tricky')
  expect(found.contentType).toBe('application/pdf')
  expect(String(await buffer(found.stream))).toBe('\n\nimage/jpeg\n')
})

test('putting again replaces content and type together, and leaves nothing half-written behind', async () => {
  const { folder, files } = await openStore()
  await files.put('a', contentOf(Buffer.from('one')), 'image/png')
  await files.put('a', contentOf(Buffer.from('second')), 'application/pdf')
  const found = await files.get('a')
  expect([found.sizeBytes, found.contentType, String(await buffer(found.stream))]).toEqual([
    6,
    'application/pdf',
    'second',
  ])
  expect(await readdir(join(folder, 'kept'))).toEqual(['a'])
})

test('an unknown file is NOT_FOUND, and so is a removed one; removing it again does nothing', async () => {
  const { files } = await openStore()
  await files.put('folder/a', contentOf(Buffer.from('x')), 'image/png')
  await files.remove('folder/a')
  await files.remove('folder/a')
  await expect(files.get('folder/a')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(files.get('folder')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(files.get('never')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test.each(['../escape', 'a/../../b', '/etc/passwd', 'a//b', '.hidden', 'a/.', '', 'a\0b', 'a\\b'])(
  'the key %j is refused by every operation',
  async (key) => {
    const { files } = await openStore()
    await expect(files.put(key, contentOf(Buffer.from('x')), 'image/png')).rejects.toThrow('is no key')
    await expect(files.get(key)).rejects.toThrow('is no key')
    await expect(files.remove(key)).rejects.toThrow('is no key')
  },
)

test('refuses a content type that would break out of its line', async () => {
  const { files } = await openStore()
  await expect(files.put('a', contentOf(Buffer.from('x')), 'image/png\nx-evil: 1')).rejects.toThrow(
    'is no content type',
  )
})
