import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

/**
 * The protecting headers that every reply carries unless the service sets them itself, as helmet writes them.
 * They never change, so helmet is asked once instead of for each request.
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
    // Of use to documents only, and this is an API.
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
