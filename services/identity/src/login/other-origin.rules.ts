import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@wp/kernel'

/**
 * For `guard` of routes that no page of another origin has any business with: a page that somebody visits could else read
 * what only this machine should, or guess from their address. Browsers say where a call comes from, other programs nothing.
 */
export const refuseOtherOrigins = ({ headers }: { readonly headers: IncomingHttpHeaders }): void => {
  if (headers.origin !== undefined && headers['sec-fetch-site'] !== 'same-origin')
    throw new AppError(
      'FORBIDDEN',
      'This cannot be called from a page of another origin: call it from a program or from our own',
    )
}
