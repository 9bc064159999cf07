import { commaList, defineConfig, setting } from '@wp/config'

const anyOrigin = '*'
const loopbackHost = /^(?:(?:[^/:]+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** Returns an origin in the form that browsers send, or null when the text is not an origin. */
const toOrigin = (text: string): string | null => {
  const url = URL.parse(text)
  if (!url || url.host === '' || !/^\/?$/.test(url.pathname) || url.search || url.hash || url.username)
    return null
  // Apps can have custom schemes, such as capacitor://localhost.
  return url.origin === 'null' ? `${url.protocol}//${url.host}` : url.origin
}

/** The settings of the services that accept requests from web pages. */
export const originSettings = defineConfig({
  ALLOWED_ORIGINS: setting(
    commaList.refine((list) => list.every((item) => item === anyOrigin || toOrigin(item) !== null), {
      error: 'must be a list of origins such as https://app.example.com, or *',
    }),
    "Origins (https://app.example.com, comma-separated) of other web pages that may call the API and open WebSockets; * allows all pages, without cookies. The platform's own pages always may, and in development pages on localhost",
  ),
})

/** The information in a request about the page that it comes from. */
type PageHeaders = { origin?: string | undefined; host?: string | undefined }

export type AllowedOrigins = {
  /** Whether pages of any origin may call the API and connect. */
  readonly allowsAll: boolean
  /** Returns whether the origin is listed or the platform's own. Such pages may also send cookies. */
  readonly isTrusted: (page: PageHeaders) => boolean
  /** Returns whether a page, or a client that is not a browser, may connect. */
  readonly isAllowed: (page: PageHeaders) => boolean
}

/** Returns the rules for web pages, which are the same for HTTP and WebSockets. */
export const openOrigins = (config: {
  allowedOrigins: readonly string[]
  publicUrl: string
  nodeEnv: string
}): AllowedOrigins => {
  const allowsAll = config.allowedOrigins.includes(anyOrigin)
  const listed = new Set([...config.allowedOrigins, config.publicUrl].map(toOrigin))
  const isLoopbackAllowed = config.nodeEnv === 'development'
  const isTrusted = ({ origin, host }: PageHeaders): boolean => {
    if (origin === undefined) return true
    if (listed.has(origin)) return true
    const page = URL.parse(origin)
    if (!page || (page.protocol !== 'https:' && page.protocol !== 'http:')) return false
    return page.host === host?.toLowerCase() || (isLoopbackAllowed && loopbackHost.test(page.hostname))
  }
  return { allowsAll, isTrusted, isAllowed: (page) => allowsAll || isTrusted(page) }
}

/** Explains to the developer of a page why it was rejected. Fits into the close frame of a WebSocket. */
export const originRefusal = 'Pages of this origin are not allowed; add the origin to ALLOWED_ORIGINS'
