import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { dirname, join } from 'node:path'
import { AppError, newId, notFound } from '@wp/kernel'
import { requireContentType, requireKey } from './file-store.ts'
import type { FileHandle } from 'node:fs/promises'
import type { FileContent, FileStore } from './file-store.ts'

const maxHeaderBytes = 256
/** Not a valid key. Contains only files that are being written, so `remove` can list it. */
const unfinishedFolder = '.unfinished'

/**
 * Returns a FileStore that uses a local folder. The first line of each file is its content type, so that a single
 * rename replaces content and type together once the bytes are on disk.
 */
export const localFiles = (folder: string): FileStore => ({
  async put(key, content, contentType) {
    requireKey(key)
    requireContentType(contentType)
    const path = join(folder, key)
    const unfinished = join(folder, unfinishedFolder, `${hashOf(key)}.${newId()}`)
    await mkdir(dirname(unfinished), { recursive: true })
    await mkdir(dirname(path), { recursive: true })
    try {
      await writeDurably(unfinished, `${contentType}\n`, content)
      await rename(unfinished, path)
      await syncFolder(dirname(path))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  },

  async get(key, range) {
    requireKey(key)
    const file = await openExisting(join(folder, key))
    try {
      const contentType = await readHeader(file)
      const { size } = await file.stat()
      const start = contentType.length + 1
      const part = range ? { start: start + range.start, end: start + range.end } : { start }
      return { stream: file.createReadStream(part), sizeBytes: size - start, contentType }
    } catch (error) {
      await file.close()
      throw error
    }
  },

  async remove(key) {
    requireKey(key)
    await rm(join(folder, key), { force: true })
    // A process that was killed during an upload leaves an unfinished file.
    const hash = hashOf(key)
    for (const name of await listFolder(join(folder, unfinishedFolder)))
      if (name.startsWith(hash)) await rm(join(folder, unfinishedFolder, name), { force: true })
  },
})

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Returns an empty list when the folder does not exist. */
const listFolder = (path: string): Promise<string[]> =>
  readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

const writeDurably = async (path: string, header: string, content: FileContent): Promise<void> => {
  const file = await open(path, 'wx')
  try {
    // appendFile continues after a short write, as on a full disk; write and writev only return the number of bytes
    // written.
    await file.appendFile(header)
    for await (const chunk of content.open() as AsyncIterable<Buffer>) await file.appendFile(chunk)
    const sizeBytes = (await file.stat()).size - Buffer.byteLength(header)
    if (sizeBytes !== content.sizeBytes)
      throw new Error(`The content has ${sizeBytes} bytes instead of ${content.sizeBytes}`)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes a rename survive a power failure. */
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
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
