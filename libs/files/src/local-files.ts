import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError, newId, notFound } from '@wp/kernel'
import { requireKey } from './file-store.ts'
import type { FileHandle } from 'node:fs/promises'
import type { FileStore } from './file-store.ts'

const maxHeaderBytes = 256
const contentTypePattern = /^[\w.+-]+\/[\w.+-]+(; *[\w-]+=[\w.-]+)*$/

/**
 * A FileStore in a folder of this machine. Each file begins with one line that holds its content type, so that content
 * and type change together, by one rename, after the bytes have reached the disk.
 */
export const localFiles = (folder: string): FileStore => ({
  async put(key, bytes, contentType) {
    requireKey(key)
    if (!contentTypePattern.test(contentType) || contentType.length >= maxHeaderBytes)
      throw new AppError('INTERNAL', `"${contentType}" is no content type`)
    const path = join(folder, key)
    const unfinished = `${path}.${newId()}.part`
    await mkdir(dirname(path), { recursive: true })
    try {
      await writeDurably(unfinished, [Buffer.from(`${contentType}\n`), bytes])
      await rename(unfinished, path)
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  },

  async get(key) {
    requireKey(key)
    const file = await openExisting(join(folder, key))
    try {
      const header = await readHeader(file)
      const { size } = await file.stat()
      const start = header.length + 1
      return { stream: file.createReadStream({ start }), sizeBytes: size - start, contentType: header }
    } catch (error) {
      await file.close()
      throw error
    }
  },

  async remove(key) {
    requireKey(key)
    await rm(join(folder, key), { force: true })
  },
})

const writeDurably = async (path: string, parts: Uint8Array[]): Promise<void> => {
  const file = await open(path, 'wx')
  try {
    for (const part of parts) await file.appendFile(part)
    await file.sync()
  } finally {
    await file.close()
  }
}

const openExisting = async (path: string): Promise<FileHandle> => {
  try {
    const file = await open(path, 'r')
    if ((await file.stat()).isFile()) return file
    await file.close()
    throw notFound('File')
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? notFound('File') : error
  }
}

const readHeader = async (file: FileHandle): Promise<string> => {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(maxHeaderBytes), 0, maxHeaderBytes, 0)
  const end = buffer.subarray(0, bytesRead).indexOf('\n')
  if (end < 0) throw new AppError('INTERNAL', 'A stored file has no header')
  return buffer.toString('latin1', 0, end)
}
