import { AppError } from '@wp/kernel'
import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { parseJson } from './json.ts'

/**
 * How many bytes of a rejected body are still read before the connection is closed, so that the sender receives the
 * reply.
 */
const maxDrainBytes = 32 * 1024 * 1024

/** Returns whether the request headers indicate a body. */
export const hasBody = (request: IncomingMessage): boolean => {
  const length = request.headers['content-length']
  return length === undefined ? request.headers['transfer-encoding'] !== undefined : length !== '0'
}

/** Returns the body as bytes. Throws PAYLOAD_TOO_LARGE as soon as the body exceeds `limit`. */
export const readBytes = (request: IncomingMessage, limit: number): Promise<Buffer> => {
  if (isDeclaredLarger(request, limit)) return Promise.reject(tooLarge(limit))
  return new Promise((resolve, reject) => {
    let first: Buffer | null = null
    let chunks: Buffer[] | null = null
    let size = 0
    let isTooLarge = false
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (isTooLarge) return drain(request, size)
      if (size > limit) {
        isTooLarge = true
        reject(tooLarge(limit))
      } else if (first === null) first = chunk
      else (chunks ??= [first]).push(chunk)
    })
    request.on('end', () => resolve(chunks ? Buffer.concat(chunks, size) : (first ?? Buffer.alloc(0))))
    request.on('close', () => {
      if (!request.complete) reject(new AppError('INVALID_REQUEST', 'The body is incomplete'))
    })
  })
}

/**
 * Returns the value of a JSON body; see `parseJson` for `exactFields`. Throws 415 for other content types and
 * compressed bodies, and INVALID_JSON for invalid JSON.
 */
export const readJson = (
  request: IncomingMessage,
  limit: number,
  exactFields: readonly string[],
): Promise<unknown> => {
  checkBodyType(request, 'json')
  return readBytes(request, limit).then((bytes) =>
    bytes.length === 0 ? undefined : parseJson(decode(bytes), exactFields),
  )
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
const otherCharset = /;\s*charset\s*=\s*"?(?!utf-?8"?\s*(?:;|$))/i
const formType = /^multipart\/form-data\s*;/i

/** Throws 415 for a content type that the route does not accept and, unless the body is raw, for compression. */
export const checkBodyType = ({ headers }: IncomingMessage, body: 'json' | 'upload' | 'raw'): void => {
  if (body === 'raw') return
  const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = headers
  if (encoding !== 'identity') throw unsupported('Send the body without compression (no Content-Encoding)')
  if (body === 'upload') {
    if (!formType.test(type)) throw unsupported('Send the file as multipart/form-data')
    return
  }
  if (type === 'application/json') return
  if (!jsonType.test(type)) throw unsupported('Send the body as JSON, with Content-Type: application/json')
  if (otherCharset.test(type))
    throw unsupported('The body must be JSON in UTF-8 with Content-Type: application/json')
}

const unsupported = (message: string): AppError => new AppError('UNSUPPORTED_MEDIA_TYPE', message)

const decode = (bytes: Buffer): string => {
  if (!isUtf8(bytes)) throw new AppError('INVALID_JSON', 'The body is not valid UTF-8')
  return bytes.toString('utf8')
}

/** Returns whether Content-Length exceeds `limit`. If so, discards the body, up to `maxDrainBytes`. */
export const isDeclaredLarger = (request: IncomingMessage, limit: number): boolean => {
  if (Number(request.headers['content-length'] ?? 0) <= limit) return false
  let size = 0
  request.on('data', (chunk: Buffer) => {
    size += chunk.length
    drain(request, size)
  })
  return true
}

const drain = (request: IncomingMessage, size: number): void => {
  if (size > maxDrainBytes) request.destroy()
}

export const tooLarge = (limit: number): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', `The body must be at most ${limit} bytes`)
