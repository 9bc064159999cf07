const types = new Map(
  Object.entries({
    css: 'text/css; charset=utf-8',
    html: 'text/html; charset=utf-8',
    js: 'text/javascript; charset=utf-8',
    svg: 'image/svg+xml',
    woff2: 'font/woff2',
  }),
)

/** Returns the content type of a file, or null for files that the console does not serve. */
export const contentTypeOf = (path: string): string | null => types.get(path.split('.').at(-1) ?? '') ?? null

/** Returns whether a client accepts brotli (`Accept-Encoding`). */
export const acceptsBrotli = (header: string | string[] | undefined): boolean =>
  String(header ?? '')
    .split(',')
    .some((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
      const quality = parameters.find((text) => text.startsWith('q='))
      return name === 'br' && (quality === undefined || Number(quality.slice(2)) > 0)
    })

/**
 * Returns the document of a page below `/console`. The login page has its own, which loads less before the form is
 * shown; the other one shows every page.
 */
export const documentOf = (path: string): string => (path === 'login' ? 'login.html' : 'index.html')

/** The names of assets contain a hash of their content. */
export const assetCaching = 'public, max-age=31536000, immutable'

/**
 * Scripts, styles and connections of the console's own origin only. `data:` and `blob:` images are QR codes from the
 * API and previews of files.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The address of the service worker (app/sales/offline.ts), and parsing reports (areas/labs/report-document.ts).
  'trusted-types console-worker console-report',
].join('; ')

/** The service worker loads the console's own files and nothing else. */
export const workerSecurityPolicy = "default-src 'none'; connect-src 'self'"
