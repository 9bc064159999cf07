import type { IncomingHttpHeaders } from 'node:http'
import { gzipSync } from 'node:zlib'

type PageReply = {
  contentType: string
  body: string | Buffer
  etag?: string
  headers?: string[]
}

/** A page that the gateway serves itself; `headers` is a flat list. */
export type GatewayPage = (headers: IncomingHttpHeaders) => PageReply

/** Compresses a page once, for all callers that accept gzip. */
export const compress = (page: PageReply): GatewayPage => {
  const vary = [...(page.headers ?? []), 'vary', 'accept-encoding']
  const plain = { ...page, headers: vary }
  const compressed = { ...page, body: gzipSync(page.body), headers: [...vary, 'content-encoding', 'gzip'] }
  return (headers) => (headers['accept-encoding']?.includes('gzip') ? compressed : plain)
}
