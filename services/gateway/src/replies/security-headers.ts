import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/**
 * Returns the security headers for replies that do not set them. They are constant, so helmet runs only once.
 */
export const securityHeaders = (): [name: string, value: string][] => {
  const written: [string, string][] = []
  const recorder = {
    setHeader: (name: string, value: string | number) => written.push([name.toLowerCase(), String(value)]),
    removeHeader: () => undefined,
  }
  const protect = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
    // Most of these only matter for HTML documents or old browsers. Cross-Origin-Resource-Policy would keep other sites
    // from embedding files.
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: false,
    originAgentCluster: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  })
  protect({} as IncomingMessage, recorder as unknown as ServerResponse, () => undefined)
  return written
}
