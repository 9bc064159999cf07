import type { IncomingMessage } from 'node:http'
import { AppError } from '@wp/kernel'
import type { RouteTarget } from '../routing/route-table.ts'

const json = /^application\/(?:json|[a-z0-9.+-]+\+json)\s*(?:;|$)/i
const multipart = /^multipart\/form-data\s*;/i

/**
 * Rejects a request before reading its body: 400 for its transfer encoding, 413 for its declared size, 415 for its
 * type or its compression.
 */
export const checkBody = (request: IncomingMessage, target: RouteTarget): void => {
  const coding = request.headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    throw new AppError('INVALID_REQUEST', 'Transfer-Encoding must be chunked')
  }
  const declared = Number(request.headers['content-length'] ?? 0)
  if (declared > target.bodyLimit) throw tooLarge(target.bodyLimit)
  const type = request.headers['content-type'] ?? ''
  if (target.body === 'raw') return
  if (
    request.headers['content-encoding'] !== undefined &&
    request.headers['content-encoding'] !== 'identity'
  ) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body without compression (no Content-Encoding)')
  }
  if (target.body === 'upload' && !multipart.test(type)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the file as multipart/form-data')
  }
  if (target.body === 'json' && !json.test(type)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as JSON, with Content-Type: application/json')
  }
}

export const tooLarge = (limit: number): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', `The body must be at most ${limit} bytes`)
