import type { IncomingHttpHeaders } from 'node:http'

/** A page that the gateway serves itself; `headers` is a flat list. */
export type GatewayPage = (headers: IncomingHttpHeaders) => {
  contentType: string
  body: string | Buffer
  etag?: string
  headers?: string[]
}
