import type { Duplex } from 'node:stream'
import { newId } from '@wp/kernel'

type ClientErrorReply = [status: string, code: string, message: string]

const replyByCode: Record<string, ClientErrorReply> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'HEADERS_TOO_LARGE',
    'The headers are larger than 16 KiB',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'TIMEOUT', 'The request did not arrive in time'],
}
const unreadable: ClientErrorReply = [
  '400 Bad Request',
  'INVALID_REQUEST',
  'This is no HTTP request that can be read',
]

/** Answers what the HTTP parser refuses (smuggling included) in the usual envelope, and closes the connection. */
export const answerClientError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, code, message] = replyByCode[error.code ?? ''] ?? unreadable
  const body = JSON.stringify({ error: { code, message } })
  socket.end(
    `HTTP/1.1 ${status}\r\nx-request-id: ${newId()}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}
