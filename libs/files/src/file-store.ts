import { AppError } from '@wp/kernel'
import type { Readable } from 'node:stream'

/** What is to be stored: `open` gives it from the beginning, as often as it is asked for. */
export type FileContent = { readonly sizeBytes: number; readonly sha256: string; open(): Readable }

/** The first and the last byte that are wanted, counted from 0. */
export type ByteRange = { readonly start: number; readonly end: number }

/** `sizeBytes` is that of the whole file, also when only a part of it is read. */
export type StoredFile = { stream: Readable; sizeBytes: number; contentType: string }

/**
 * Where files are kept. A key is a relative path of plain names (`workspaceId/receipts/id`). `put` replaces as a whole or
 * not at all; `get` of an unknown key throws NOT_FOUND; `remove` of an unknown key does nothing.
 */
export type FileStore = {
  put(key: string, content: FileContent, contentType: string): Promise<void>
  get(key: string, range?: ByteRange): Promise<StoredFile>
  remove(key: string): Promise<void>
}

const keyPattern = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}(\/[A-Za-z0-9][A-Za-z0-9_.-]{0,127}){0,7}$/

/** Throws unless the key is made of plain names: nothing that could climb out of the store. */
export const requireKey = (key: string): void => {
  if (!keyPattern.test(key))
    throw new AppError(
      'INTERNAL',
      `"${key}" is no key of a stored file: use up to 8 plain names with / between them`,
    )
}

const contentTypePattern = /^[\w.+-]+\/[\w.+-]+(; *[\w-]+=[\w.-]+)*$/

export const requireContentType = (contentType: string): void => {
  if (!contentTypePattern.test(contentType) || contentType.length > 200)
    throw new AppError('INTERNAL', `"${contentType}" is no content type`)
}
