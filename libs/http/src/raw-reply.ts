import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Answers with JSON on a socket that has no HTTP response, and closes it. `end` alone would leave the socket
 * open while the client keeps its side open.
 */
export const endWithReply = (
  socket: Duplex,
  status: number,
  headers: Record<string, string>,
  content: unknown,
): void => {
  if (!socket.writable) return void socket.destroy()
  const body = JSON.stringify(content)
  const all = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Error'}`, ...lines].join('\r\n')
  socket.end(`${head}\r\n\r\n${body}`, () => socket.destroy())
}
