import type { IncomingMessage } from 'node:http'
import { checkBodyType, tooLarge } from '@wp/http'
import { AppError } from '@wp/kernel'
import type { RouteTarget } from '../routing/route-table.ts'

/**
 * Rejects a request before reading its body: 400 for its transfer encoding, 413 for its declared size, 415 for its
 * type or its compression.
 */
export const checkBody = (request: IncomingMessage, { body, bodyLimit }: RouteTarget): void => {
  const coding = request.headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    throw new AppError('INVALID_REQUEST', 'Transfer-Encoding must be chunked')
  if (Number(request.headers['content-length'] ?? 0) > bodyLimit) throw tooLarge(bodyLimit)
  checkBodyType(request, body)
}
