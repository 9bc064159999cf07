import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { endWithReply, instanceHeader } from '@wp/http'
import type { createApp } from '@wp/http'

type App = ReturnType<typeof createApp>
type OnUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** More than the 16 KiB that the gateway accepts, because the gateway adds headers. */
const maxHeaderSize = 24 * 1024
/** Longer than any caller keeps an idle connection, so that the caller always closes it first. */
const keepAliveMs = 65_000
/**
 * The gateway limits the time that a body may take; this only ends requests from a gateway that disappeared.
 */
const requestTimeoutMs = 20 * 60_000
const closeIdleMs = 100

/**
 * `quietMs` is how long replies carry `Connection: close` before the server closes. After `capMs`, open connections
 * are destroyed.
 */
export type DrainTimes = { quietMs: number; capMs: number }

/** Load tests have shown that no request is lost with this time. */
export const drainQuietMs = 1000

/**
 * Returns an app's HTTP server. A request for another instance gets 421: its sender has an outdated manifest from a
 * process that used this address before.
 */
export const createAppServer = (
  { listener, classes }: App,
  onUpgrade: OnUpgrade | undefined,
  instance: string,
  connections: { limit: number; onRefused: () => void },
): Server => {
  const isForOtherInstance = ({ headers }: IncomingMessage): boolean =>
    headers[instanceHeader] !== undefined && headers[instanceHeader] !== instance
  const server = createServer(
    {
      ...classes,
      maxHeaderSize,
      keepAliveTimeout: keepAliveMs,
      headersTimeout: 10_000,
      requestTimeout: requestTimeoutMs,
    },
    (request, response) => {
      if (isForOtherInstance(request)) response.writeHead(421, { connection: 'close' }).end()
      else listener(request, response)
    },
  )
  if (onUpgrade)
    server.on('upgrade', (request, socket, head) => {
      if (isForOtherInstance(request))
        socket.end('HTTP/1.1 421 Misdirected Request\r\nConnection: close\r\n\r\n', () => socket.destroy())
      else onUpgrade(request, socket, head)
    })
  if (Number.isFinite(connections.limit)) server.maxConnections = connections.limit
  server.on('drop', connections.onRefused)
  server.on('clientError', replyToClientError)
  return server
}

/** Starts listening and returns the port and `drain`, which lets requests finish. Throws when the port is in use. */
export const openHttpServer = async (server: Server, host: string, port: number) => {
  const replies = new Set<ServerResponse>()
  const upgraded = new Set<Duplex>()
  let isDraining = false

  server.prependListener('request', (_request, response) => {
    replies.add(response)
    response.once('close', () => replies.delete(response))
    if (isDraining) response.setHeader('connection', 'close')
  })
  if (server.listenerCount('upgrade') > 0) {
    server.prependListener('upgrade', (_request: IncomingMessage, socket: Duplex) => {
      upgraded.add(socket)
      socket.once('close', () => upgraded.delete(socket))
    })
  }
  await listen(server, host, port)

  return {
    port: (server.address() as AddressInfo).port,
    /** Resolves when the last connection is closed, or after `capMs` at the latest. */
    drain: async ({ quietMs, capMs }: DrainTimes): Promise<void> => {
      isDraining = true
      for (const response of replies) if (!response.headersSent) response.setHeader('connection', 'close')
      await delay(quietMs)
      // Closing resets connections that have not been accepted yet, so this waits one turn of the event loop to
      // accept them all.
      await nextTurn()
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const idleTimer = setInterval(() => server.closeIdleConnections(), closeIdleMs)
      const capTimer = setTimeout(() => {
        server.closeAllConnections()
        for (const socket of upgraded) socket.destroy()
      }, capMs - quietMs)
      await closed
      clearInterval(idleTimer)
      clearTimeout(capTimer)
    },
  }
}

/**
 * Starts listening. Throws when the port is in use. Without a host, Node listens on all IPv4 and IPv6
 * addresses, including on a machine without IPv6, where `::` would fail.
 */
export const listen = (server: Server, host: string, port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host === '::' ? undefined : host, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Answers invalid HTTP with the platform's error envelope. */
export const replyToClientError = (error: NodeJS.ErrnoException, socket: Duplex): void => {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  const [status, code, message] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'HEADERS_TOO_LARGE', 'The request headers are too large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'REQUEST_TIMEOUT', 'The request did not arrive in time']
        : [400, 'INVALID_REQUEST', 'The request is not valid HTTP']
  endWithReply(socket, status, {}, { error: { code, message } })
}
