import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Metrics } from '@wp/telemetry'
import { listen, replyToClientError } from './http-server.ts'
import type { Readiness } from './readiness.ts'

type OpsOptions = { host: string; port: number; service: string; metrics: Metrics; readiness: Readiness }

/**
 * Opens the operations port, which is available from startup until the process exits: `/live` (the process need
 * not be restarted), `/ready` (it can handle requests) and `/metrics` (Prometheus).
 */
export const openOpsServer = async ({ host, port, service, metrics, readiness }: OpsOptions) => {
  const respond = async (path: string, response: ServerResponse): Promise<void> => {
    if (path === '/live') {
      const live = readiness.isLive()
      return sendJson(response, live ? 200 : 503, { live, service })
    }
    if (path === '/ready') {
      const report = await readiness.report()
      return sendJson(response, report.ready ? 200 : 503, { service, ...report })
    }
    if (path === '/metrics') {
      const text = await metrics.registry.metrics()
      response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text)
      return
    }
    sendJson(response, 404, {
      error: { code: 'NOT_FOUND', message: 'No such route; use /live, /ready or /metrics' },
    })
  }
  // The timeouts and sizes are strict because untrusted clients may be able to reach this port.
  const server = createServer({ maxHeaderSize: 8 * 1024, headersTimeout: 10_000, requestTimeout: 10_000 })
  server.on('request', (request, response) => {
    const [path = '/'] = (request.url ?? '/').split('?', 1)
    respond(path, response).catch(() => response.destroy())
  })
  server.on('clientError', replyToClientError)
  await listen(server, host, port)
  return {
    port: (server.address() as AddressInfo).port,
    close: async (): Promise<void> => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const sendJson = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
  })
  response.end(JSON.stringify(body))
}
