import type { OpenApiInfo } from '@wp/http'
import type { GatewayPage } from '../replies/gateway-page.ts'
import { referencePages } from '../reference/reference-pages.ts'
import type { RouteSource } from '../routing/route-source.ts'

type Deps = { routes: RouteSource; document: GatewayPage; errors: GatewayPage; info: OpenApiInfo }

const json = 'application/json; charset=utf-8'

/** Returns the gateway's pages by path: `/`, `/health`, `/openapi.json` and the reference under `/docs`. */
export const gatewayPages = ({ routes, document, errors, info }: Deps): ReadonlyMap<string, GatewayPage> => {
  const health: GatewayPage = () => {
    const services = Object.fromEntries(routes.table().services)
    const counts = Object.values(services)
    const status = counts.length > 0 && counts.every((replicas) => replicas > 0) ? 'ok' : 'degraded'
    return { contentType: json, body: JSON.stringify({ status, services }) }
  }
  const { title, version } = info
  const index: GatewayPage = ({ accept }) =>
    accept?.includes('text/html')
      ? { contentType: 'text/html; charset=utf-8', body: indexPage(info) }
      : {
          contentType: json,
          body: JSON.stringify({
            name: title,
            version,
            docs: '/docs',
            openapi: '/openapi.json',
            health: '/health',
          }),
        }
  return new Map<string, GatewayPage>([
    ['/', index],
    ['/health', health],
    ['/openapi.json', document],
    ['/docs/errors', errors],
    ...referencePages(),
  ])
}

const indexPage = ({ title, version }: OpenApiInfo): string => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>${title}</title></head>
  <body>
    <h1>${title}</h1>
    <p>Version ${version}. The API is served under <code>/v1</code>.</p>
    <ul>
      <li><a href="/console">/console</a>: log in to your workspace, or sign up</li>
      <li><a href="/docs">/docs</a>: the API, with examples, to try</li>
      <li><a href="/docs/events">/docs/events</a>: what services publish</li>
      <li><a href="/docs/errors">/docs/errors</a>: every error code, and what to do</li>
      <li><a href="/openapi.json">/openapi.json</a>: every operation</li>
      <li><a href="/health">/health</a>: what is up</li>
    </ul>
  </body>
</html>
`
