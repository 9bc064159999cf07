import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@wp/kernel'

const loopback = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * Guards development routes against web pages whose host name was made to resolve to this machine. Browsers send the
 * name, and the gateway passes it on.
 */
export const requireLoopbackHost = ({ headers }: { readonly headers: IncomingHttpHeaders }): void => {
  const names = [headers.host ?? '', headers['x-forwarded-host'] ?? headers.host ?? ''].flat()
  if (!names.every((name) => loopback.test(name)))
    throw new AppError('FORBIDDEN', 'This route is only available on localhost')
}
