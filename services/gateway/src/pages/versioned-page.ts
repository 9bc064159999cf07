import { createHash } from 'node:crypto'
import { compress, type GatewayPage } from '../replies/gateway-page.ts'
import type { RouteSource } from '../routing/route-source.ts'

/** Returns a page that is written and compressed again only when the routes or documents of a service change. */
export const versionedPage = (
  routes: Pick<RouteSource, 'version'>,
  write: () => ReturnType<GatewayPage>,
): GatewayPage => {
  let latest: { version: number; page: GatewayPage } | null = null
  return (headers) => {
    const version = routes.version()
    if (latest?.version !== version) {
      const page = write()
      const etag = `"${createHash('sha1').update(page.body).digest('base64url')}"`
      latest = { version, page: compress({ ...page, etag }) }
    }
    return latest.page(headers)
  }
}
