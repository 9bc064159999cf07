import { AppError } from '@wp/kernel'
import type { IncomingMessage } from 'node:http'
import { parseJson } from './json.ts'

/** What a refused body may still send before the connection is cut, so that the sender can read why. */
const maxDrainBytes = 16 * 1024 * 1024

const utf8 = new TextDecoder('utf-8', { fatal: true })

export const hasBody = (request: IncomingMessage): boolean => {
  const length = request.headers['content-length']
  return length === undefined ? request.headers['transfer-encoding'] !== undefined : length !== '0'
}

/** The whole body, at most `limit` bytes: 413 beyond, as soon as that is known. 415 for a compressed one. */
export const readBytes = (request: IncomingMessage, limit: number): Promise<Buffer> => {
  refuseEncoded(request)
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(request, limit))
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] | null = null
    let first: Buffer | null = null
    let size = 0
    const stop = (error: Error): void => {
      request.off('data', take)
      request.off('end', done)
      request.off('error', stop)
      request.off('close', gone)
      reject(error)
    }
    const take = (chunk: Buffer): void => {
      size += chunk.length
      if (size > limit) return stop(tooLarge(request, limit))
      if (first === null) first = chunk
      else (chunks ??= [first]).push(chunk)
    }
    const done = (): void => {
      request.off('close', gone)
      resolve(chunks ? Buffer.concat(chunks, size) : (first ?? Buffer.alloc(0)))
    }
    const gone = (): void => stop(new AppError('INVALID_REQUEST', 'The body ended too early'))
    request.on('data', take)
    request.on('end', done)
    request.on('error', stop)
    request.on('close', gone)
  })
}

/** The JSON body and its bytes; 415 for another content type, 400 INVALID_JSON for what is no JSON. */
export const readJson = async (
  request: IncomingMessage,
  limit: number,
): Promise<{ bytes: Buffer; value: unknown }> => {
  requireJson(request.headers['content-type'])
  const bytes = await readBytes(request, limit)
  if (bytes.length === 0) return { bytes, value: undefined }
  return { bytes, value: parseJson(decode(bytes)) }
}

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i
const otherCharset = /;\s*charset\s*=\s*"?(?!utf-?8"?\s*(?:;|$))/i

const requireJson = (contentType: string | undefined): void => {
  if (contentType === 'application/json') return
  if (contentType !== undefined && jsonType.test(contentType) && !otherCharset.test(contentType)) return
  throw new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must be JSON in UTF-8, sent as Content-Type: application/json',
  )
}

export const refuseEncoded = (request: IncomingMessage): void => {
  const encoding = request.headers['content-encoding']
  if (encoding === undefined || encoding === 'identity') return
  throw new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    'The body must not be compressed: send it without Content-Encoding',
  )
}

const decode = (bytes: Buffer): string => {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    throw new AppError('INVALID_JSON', 'The body is not valid UTF-8', { cause: error })
  }
}

/** The 413; what still comes is thrown away up to a limit, then the connection is cut. */
export const tooLarge = (request: IncomingMessage, limit: number): AppError => {
  let drained = 0
  request.on('data', (chunk: Buffer) => {
    drained += chunk.length
    if (drained > maxDrainBytes) request.destroy()
  })
  return new AppError(
    'PAYLOAD_TOO_LARGE',
    `The body is larger than ${limit} bytes, the most that is accepted here`,
  )
}
