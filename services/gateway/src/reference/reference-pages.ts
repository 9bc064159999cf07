import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { html } from '@wp/http'
import { errorAdvice, type DeclaredError } from '@wp/kernel'
import { compress, type GatewayPage } from '../replies/gateway-page.ts'
import { documentPage, readingPage } from './reading-page.ts'

const assets = join(import.meta.dirname, '../../assets/reference')
/** The folder that `npm run build` writes to. */
const built = join(import.meta.dirname, '../../dist')

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}

/** Allows no other origins, no inline scripts and no inline styles. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

const htmlPage = (body: string): ReturnType<GatewayPage> => ({
  contentType: 'text/html; charset=utf-8',
  body,
  headers: ['content-security-policy', contentSecurityPolicy],
})

/** Returns the pages `/docs` and `/docs/events` with their assets. */
export const referencePages = (): [path: string, page: GatewayPage][] => [
  ['/docs', fixedPage(referencePage, htmlPage)],
  ['/docs/events', fixedPage(read(built, 'events.html'), htmlPage)],
  ...readdirSync(assets).map((name): [string, GatewayPage] => [
    `/docs/assets/${name}`,
    fixedPage(read(assets, name), (body) => ({ contentType: contentTypes[extname(name)]!, body })),
  ]),
]

const read = (folder: string, name: string) => (): string => readFileSync(join(folder, name), 'utf8')

/** Renders and compresses a static page on the first request. */
const fixedPage = (toBody: () => string, toPage: (body: string) => ReturnType<GatewayPage>): GatewayPage => {
  let made: GatewayPage | null = null
  return (headers) => {
    if (!made) {
      const body = toBody()
      const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
      made = compress({ ...toPage(body), etag })
    }
    return made(headers)
  }
}

const modules = readdirSync(assets).filter((name) => name.endsWith('.js'))
const preloaded = modules.filter((name) => !['theme.js', 'filter.js', 'main.js'].includes(name))

const referencePage = (): string =>
  documentPage({
    path: '/docs',
    heading: 'API reference',
    scripts: html`<link rel="preload" href="/openapi.json" as="fetch" crossorigin />
      ${preloaded.map((name) => html`<link rel="modulepreload" href="/docs/assets/${name}" />`)}
      <script type="module" src="/docs/assets/main.js"></script>`,
    search: html`<div id="search" role="search">
      <input type="search" placeholder="Search (/)" aria-label="Search" autocomplete="off" />
      <ul hidden></ul>
    </div>`,
    sidebar: null,
    body: html`<h1>API reference</h1>
      <p>Loading…</p>
      <noscript><p>This page needs JavaScript. The OpenAPI document is at /openapi.json.</p></noscript>`,
  })

/** Returns the page `/docs/errors` with the error codes of the platform and those that services declare. */
export const errorsPage = (declared: readonly DeclaredError[]): ReturnType<GatewayPage> => {
  const byStatus = Map.groupBy(errorAdvice(declared), ({ status }) => status)
  const body = readingPage(
    '/docs/errors',
    'Errors',
    [...byStatus].map(([status, errors]) => ({
      name: `Status ${status}`,
      introduction: null,
      items: errors.map(({ code, cause, remedy }) => ({
        id: code,
        note: String(status),
        body: html`<p>${cause}</p>
          <p><strong>What to do:</strong> ${remedy}</p>`,
      })),
    })),
  )
  return htmlPage(body)
}
