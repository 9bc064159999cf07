import { AppError } from '@wp/kernel'
import type { Readable } from 'node:stream'

/** The content to store. `open` returns a new stream and can be called several times. */
export type FileContent = { readonly sizeBytes: number; readonly sha256: string; open(): Readable }

/** Offsets of the first and last requested byte, counted from 0. */
export type ByteRange = { readonly start: number; readonly end: number }

/** `sizeBytes` is the size of the whole file, even if only a part is read. */
export type StoredFile = { stream: Readable; sizeBytes: number; contentType: string }

/**
 * Stores files. A key is a relative path of plain names (`workspaceId/receipts/id`). `put` replaces a file atomically;
 * `get` throws NOT_FOUND for an unknown key; `remove` ignores unknown keys.
 */
export type FileStore = {
  put(key: string, content: FileContent, contentType: string): Promise<void>
  get(key: string, range?: ByteRange): Promise<StoredFile>
  remove(key: string): Promise<void>
}

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}(\/[A-Za-z0-9][A-Za-z0-9_.-]{0,127}){0,7}$/

/** Throws unless the key consists of plain names, so that it cannot point outside the store. */
export const requireKey = (key: string): void => {
  if (!keyPattern.test(key))
    throw new AppError('INTERNAL', `"${key}" is not a valid file key: use up to 8 plain names separated by /`)
}

const contentTypePattern = /^[\w.+-]+\/[\w.+-]+(; *[\w-]+=[\w.-]+)*$/

export const requireContentType = (contentType: string): void => {
  if (!contentTypePattern.test(contentType) || contentType.length > 200)
    throw new AppError('INTERNAL', `"${contentType}" is not a valid content type`)
}
