import { AppError } from './errors.ts'

/** An opaque, URL-safe cursor that holds the sort keys of the last record seen (JSON values). */
export const encodeCursor = (parts: unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

/** The parts of a cursor. Throws INVALID_REQUEST for anything `encodeCursor` did not make; callers still check the types of the parts. */
export const decodeCursor = (text: string): unknown[] => {
  const parts = parse(text)
  if (!Array.isArray(parts))
    throw new AppError('INVALID_REQUEST', 'after: is no cursor; use the nextCursor of the page before', {
      details: [{ path: 'after', message: 'is no cursor; use the nextCursor of the page before' }],
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
