import type { IncomingHttpHeaders } from 'node:http'
import { content, handle, reply } from '@wp/http'
import { notFound } from '@wp/kernel'
import type { ConsoleDeps } from '../deps.ts'
import * as routes from './static-file.contract.ts'
import {
  acceptsBrotli,
  assetCaching,
  contentSecurityPolicy,
  documentOf,
  workerSecurityPolicy,
} from './static-file.rules.ts'

export const staticFileHandlers = ({ files }: ConsoleDeps) => {
  const send = (path: string, request: IncomingHttpHeaders, headers: Record<string, string>) => {
    const file = files.find(path)
    if (!file) throw notFound('File')
    const compressed = acceptsBrotli(request['accept-encoding']) ? file.brotli : null
    return reply(200, content(file.contentType, compressed ?? file.plain), {
      headers: {
        vary: 'Accept-Encoding',
        ...(compressed && { 'content-encoding': 'br' }),
        ...headers,
      },
    })
  }
  const sendDocument = (name: string, headers: IncomingHttpHeaders) =>
    send(name, headers, {
      'content-security-policy': contentSecurityPolicy,
      'cross-origin-opener-policy': 'same-origin',
    })
  return [
    handle(routes.getConsole, ({ headers }) => sendDocument('index.html', headers)),
    handle(routes.getConsolePage, ({ params, headers }) => sendDocument(documentOf(params.path), headers)),
    // Its scope is /console and everything below; the default would be /console/.
    handle(routes.getConsoleWorker, ({ headers }) =>
      send('worker.js', headers, {
        'content-security-policy': workerSecurityPolicy,
        'service-worker-allowed': '/console',
      }),
    ),
    handle(routes.getConsoleAsset, ({ params, headers }) =>
      send(`assets/${params.path}`, headers, { 'cache-control': assetCaching }),
    ),
  ]
}
