import { AppError } from './errors.ts'

/** Returns an opaque, URL-safe cursor that contains the sort keys of the last record (JSON values). */
export const encodeCursor = (parts: unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/**
 * Returns the parts of a cursor. Throws INVALID_REQUEST for text that is not a cursor; callers must still check the
 * types of the parts.
 */
export const decodeCursor = (text: string): unknown[] => {
  const parts = parse(text)
  if (!Array.isArray(parts))
    throw new AppError('INVALID_REQUEST', 'after must be the nextCursor of the previous page', {
      details: [{ path: 'after', message: 'must be the nextCursor of the previous page' }],
    })
  return parts
}

const parse = (text: string): unknown => {
  if (!/^[A-Za-z0-9_-]+$/.test(text)) return null
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
  } catch {
    return null
  }
}
