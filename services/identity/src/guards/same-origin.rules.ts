import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@wp/kernel'

/**
 * Guards routes that must not be called from web pages of other origins, which could read local data or guess tokens from
 * the visitor's address. Browsers send the origin, other programs do not.
 */
export const requireSameOrigin = ({ headers }: { readonly headers: IncomingHttpHeaders }): void => {
  if (headers.origin !== undefined && headers['sec-fetch-site'] !== 'same-origin')
    throw new AppError('FORBIDDEN', 'This route cannot be called from a web page of another origin')
}
