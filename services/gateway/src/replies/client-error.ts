import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { newId } from '@wp/kernel'
import type { AddressReader } from '../limits/client-address.ts'
import type { RateLimits } from '../limits/rate-limits.ts'

type ClientErrorReply = [status: string, code: string, message: string]

const replyByCode: Record<string, ClientErrorReply> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'HEADERS_TOO_LARGE',
    'The headers are larger than 16 KiB',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'TIMEOUT', 'The request did not arrive in time'],
}
const unreadable: ClientErrorReply = ['400 Bad Request', 'INVALID_REQUEST', 'The request is not valid HTTP']

/**
 * Answers requests that the HTTP parser rejects with the usual error envelope and closes the connection. They count
 * toward the connection's address, because forwarded addresses cannot be read.
 */
export const clientErrorReplies =
  (limits: RateLimits, readAddress: AddressReader) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const [status, code, message] = replyByCode[error.code ?? ''] ?? unreadable
    const { limitKey } = readAddress({ socket: socket as Socket, headers: {} })
    const rate = limits.consume(limitKey, 'default')
    const body = JSON.stringify({ error: { code, message } })
    const lines = [
      `HTTP/1.1 ${status}`,
      `x-request-id: ${newId()}`,
      `ratelimit: ${rate.state}`,
      `ratelimit-policy: ${rate.policy}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  }
