import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { html } from '@wp/http'
import { errorAdvice } from '@wp/kernel'
import type { GatewayPage } from '../replies/gateway-page.ts'
import { readingPage } from './reading-page.ts'

const ownAssets = join(import.meta.dirname, '../../assets')
/** The folder that `npm run build` writes to. */
const built = join(import.meta.dirname, '../../dist')
const swaggerAssets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/swagger-ui.css'))

const files: Record<string, { folder: string; contentType: string }> = {
  'reference.css': { folder: ownAssets, contentType: 'text/css; charset=utf-8' },
  'reference.js': { folder: ownAssets, contentType: 'text/javascript; charset=utf-8' },
  'swagger-ui.css': { folder: swaggerAssets, contentType: 'text/css; charset=utf-8' },
  'swagger-ui-bundle.js': { folder: swaggerAssets, contentType: 'text/javascript; charset=utf-8' },
}

/** Allows no other origins and no inline scripts. Swagger UI needs inline styles. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
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

/** Returns the pages `/docs`, `/docs/events` and `/docs/errors` with their assets. */
export const referencePages = (): [path: string, page: GatewayPage][] => [
  ['/docs', fixedPage(referencePage, htmlPage)],
  ['/docs/errors', fixedPage(errorsPage, htmlPage)],
  ['/docs/events', fixedPage(read(built, 'events.html'), htmlPage)],
  ...Object.entries(files).map(([name, { folder, contentType }]): [string, GatewayPage] => [
    `/docs/assets/${name}`,
    fixedPage(read(folder, name), (body) => ({ contentType, body })),
  ]),
]

const read = (folder: string, name: string) => (): string => readFileSync(join(folder, name), 'utf8')

/** Renders and compresses a static page on the first request. */
const fixedPage = (toBody: () => string, toPage: (body: string) => ReturnType<GatewayPage>): GatewayPage => {
  let made: { page: ReturnType<GatewayPage>; compressed: Buffer; etag: string } | null = null
  return (headers) => {
    if (!made) {
      const body = toBody()
      const etag = `"${createHash('sha1').update(body).digest('base64url')}"`
      made = { page: toPage(body), compressed: gzipSync(body), etag }
    }
    const { page, compressed, etag } = made
    const vary = [...(page.headers ?? []), 'vary', 'accept-encoding']
    return headers['accept-encoding']?.includes('gzip')
      ? { ...page, etag, body: compressed, headers: [...vary, 'content-encoding', 'gzip'] }
      : { ...page, etag, headers: vary }
  }
}

const referencePage = (): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Workspace Platform: API reference</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/docs/assets/swagger-ui.css" />
        <link rel="stylesheet" href="/docs/assets/reference.css" />
      </head>
      <body>
        <header>
          <strong>Workspace Platform</strong>
          <nav>
            <a href="/docs/events">Events</a> <a href="/docs/errors">Errors</a>
            <a href="/openapi.json">OpenAPI</a>
            <button type="button" id="theme">Toggle theme</button>
          </nav>
          <form id="login">
            <label>Email <input name="email" type="email" autocomplete="username" required /></label>
            <label
              >Password <input name="password" type="password" autocomplete="current-password" required
            /></label>
            <button>Log in</button>
            <output></output>
          </form>
        </header>
        <main id="reference"></main>
        <script src="/docs/assets/swagger-ui-bundle.js"></script>
        <script src="/docs/assets/reference.js"></script>
      </body>
    </html>`.text

const errorsPage = (): string =>
  readingPage(
    'Errors',
    html`${errorAdvice().map(
      ({ code, status, cause, remedy }) =>
        html`<section id="${code}">
          <h2>${code} <small>${String(status)}</small></h2>
          <p>${cause}</p>
          <p><strong>What to do:</strong> ${remedy}</p>
        </section>`,
    )}`,
  )
