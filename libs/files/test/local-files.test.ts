import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import { localFiles } from '../src/local-files.ts'
import { contentOf } from './content.ts'

const openStore = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wp-files-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return { folder, files: localFiles(join(folder, 'files')) }
}

describe('localFiles', () => {
  it('returns the bytes, size and content type that were stored', async () => {
    const { files } = await openStore()
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))
    await files.put('w1/receipts/r1', contentOf(bytes), 'image/png')
    const found = await files.get('w1/receipts/r1')
    expect([found.sizeBytes, found.contentType]).toEqual([100_000, 'image/png'])
    expect(bytes.equals(await buffer(found.stream))).toBe(true)
  })

  it('returns part of a file together with the size of the whole file', async () => {
    const { files } = await openStore()
    await files.put('a', contentOf(Buffer.from('0123456789')), 'image/png')
    const part = await files.get('a', { start: 2, end: 5 })
    expect([part.sizeBytes, String(await buffer(part.stream))]).toEqual([10, '2345'])
  })

  it('does not store incomplete content', async () => {
    const { files } = await openStore()
    const half = { ...contentOf(Buffer.from('half')), sizeBytes: 8 }
    await expect(files.put('a', half, 'image/png')).rejects.toThrow('4 bytes instead of 8')
    await expect(files.get('a')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('rejects a file that the disk has no space for, and leaves nothing behind', async () => {
    const { folder } = await openStore()
    // A file size limit makes the kernel write part of a chunk, like a full disk.
    const limited = `trap '' XFSZ; ulimit -f 64; exec "$0" "$@"`
    const child = join(import.meta.dirname, 'put.child.ts')
    const run = spawnSync('bash', ['-c', limited, process.execPath, child, folder], { encoding: 'utf8' })
    expect(run.stdout).toBe('EFBIG\n')
    expect(await readdir(folder, { recursive: true })).toEqual(['.unfinished'])
  })

  it('stores content that looks like a file header unchanged', async () => {
    const { files } = await openStore()
    await files.put('tricky', contentOf(Buffer.from('\n\nimage/jpeg\n')), 'application/pdf')
    const found = await files.get('tricky')
    expect(found.contentType).toBe('application/pdf')
    expect(String(await buffer(found.stream))).toBe('\n\nimage/jpeg\n')
  })

  it('replaces content and type together, leaving no temporary files', async () => {
    const { folder, files } = await openStore()
    await files.put('a', contentOf(Buffer.from('one')), 'image/png')
    await files.put('a', contentOf(Buffer.from('second')), 'application/pdf')
    const found = await files.get('a')
    expect([found.sizeBytes, found.contentType, String(await buffer(found.stream))]).toEqual([
      6,
      'application/pdf',
      'second',
    ])
    expect(await readdir(join(folder, 'files'), { recursive: true })).toEqual(['.unfinished', 'a'])
  })

  it("removes the unfinished file left by a killed process, but not another key's file", async () => {
    const { folder } = await openStore()
    const child = spawn(process.execPath, [join(import.meta.dirname, 'put.child.ts'), folder, 'hang'])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const left = () => readdir(join(folder, '.unfinished'))
    expect(await left()).toHaveLength(1)
    await localFiles(folder).remove('b')
    expect(await left()).toHaveLength(1)
    await localFiles(folder).remove('a')
    expect(await left()).toEqual([])
  })

  it('throws NOT_FOUND for unknown and removed files, and ignores repeated removals', async () => {
    const { files } = await openStore()
    await files.put('folder/a', contentOf(Buffer.from('x')), 'image/png')
    await files.remove('folder/a')
    await files.remove('folder/a')
    await expect(files.get('folder/a')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(files.get('folder')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(files.get('never')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it.each(['../escape', 'a/../../b', '/etc/passwd', 'a//b', '.hidden', 'a/.', '', 'a\0b', 'a\\b'])(
    'rejects the key %j in every operation',
    async (key) => {
      const { files } = await openStore()
      await expect(files.put(key, contentOf(Buffer.from('x')), 'image/png')).rejects.toThrow(
        'is not a valid file key',
      )
      await expect(files.get(key)).rejects.toThrow('is not a valid file key')
      await expect(files.remove(key)).rejects.toThrow('is not a valid file key')
    },
  )

  it('rejects a content type with a line break', async () => {
    const { files } = await openStore()
    await expect(files.put('a', contentOf(Buffer.from('x')), 'image/png\nx-evil: 1')).rejects.toThrow(
      'is not a valid content type',
    )
  })
})
