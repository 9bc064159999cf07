import { createHash } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { newSecret } from '@wp/kernel'
import type { UploadedFile } from './handle.ts'
import type { UploadAllowance } from './upload-budget.ts'

const headBytes = 4096

/** An uploaded file on disk; `close` frees the disk space. */
export type SpooledContent = Pick<UploadedFile, 'sizeBytes' | 'sha256' | 'head' | 'open'> & {
  close(): Promise<void>
}

/**
 * Writes a stream to disk with backpressure; only the current chunk is held in memory. The file is unlinked right
 * after it is opened, so that a crashed process leaves nothing behind. Throws errors from the source and from
 * `allowance`.
 */
export const spool = async (source: Readable, allowance: UploadAllowance): Promise<SpooledContent> => {
  const file = await openUnnamed()
  try {
    const hash = createHash('sha256')
    let head = Buffer.alloc(0)
    let sizeBytes = 0
    for await (const chunk of source as AsyncIterable<Buffer>) {
      allowance.take(chunk.length)
      hash.update(chunk)
      if (head.length < headBytes) head = Buffer.concat([head, chunk.subarray(0, headBytes - head.length)])
      await file.appendFile(chunk) // repeats a short write, which a nearly full disk causes
      sizeBytes += chunk.length
    }
    return {
      sizeBytes,
      sha256: hash.digest('hex'),
      head,
      open: () => file.createReadStream({ start: 0, autoClose: false }),
      close: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw error
  }
}

const openUnnamed = async (): Promise<FileHandle> => {
  const path = join(tmpdir(), `wp-upload-${newSecret()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
