import type { IncomingHttpHeaders } from 'node:http'

/** A page that the gateway answers itself; `headers` as a flat list. */
export type GatewayPage = (headers: IncomingHttpHeaders) => {
  contentType: string
  body: string | Buffer
  etag?: string
  headers?: string[]
}
