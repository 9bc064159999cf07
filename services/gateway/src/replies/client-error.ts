import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { endWithReply } from '@wp/http'
import { newId } from '@wp/kernel'
import type { AddressReader } from '../limits/client-address.ts'
import type { RateLimits } from '../limits/rate-limits.ts'

type ClientErrorReply = [status: number, code: string, message: string]

const replyByCode: Record<string, ClientErrorReply> = {
  HPE_HEADER_OVERFLOW: [431, 'HEADERS_TOO_LARGE', 'The headers are larger than 16 KiB'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'REQUEST_TIMEOUT', 'The request did not arrive in time'],
}
const unreadable: ClientErrorReply = [400, 'INVALID_REQUEST', 'The request is not valid HTTP']

/**
 * Sends the usual error envelope when the HTTP parser rejects a request, and closes the connection. The request
 * counts toward the connection's address, because its headers cannot be read.
 */
export const clientErrorReplies =
  (limits: RateLimits, readAddress: AddressReader) =>
  (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === 'ECONNRESET') return void socket.destroy()
    const [status, code, message] = replyByCode[error.code ?? ''] ?? unreadable
    const { limitKey } = readAddress({ socket: socket as Socket, headers: {} })
    const rate = limits.consume(limitKey, 'default')
    const headers = { 'x-request-id': newId(), ratelimit: rate.state, 'ratelimit-policy': rate.policy }
    endWithReply(socket, status, headers, { error: { code, message } })
  }
