import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@wp/kernel'

/**
 * Guards routes that web pages from other origins must not call, because they could read local data or guess tokens
 * from the visitor's IP address. Browsers send the origin; other programs do not.
 */
export const requireSameOrigin = ({ headers }: { readonly headers: IncomingHttpHeaders }): void => {
  if (headers.origin !== undefined && headers['sec-fetch-site'] !== 'same-origin')
    throw new AppError('FORBIDDEN', 'Web pages from other origins cannot call this route')
}
