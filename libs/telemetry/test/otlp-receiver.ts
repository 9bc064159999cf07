import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Values of `kind`: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
export type ReceivedSpan = {
  name: string
  kind: number
  traceId: string
  spanId: string
  parentSpanId?: string
  service: string
}

type Sent = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: Omit<ReceivedSpan, 'service'>[] }[]
  }[]
}

/** Starts a trace receiver on loopback (OTLP over HTTP, JSON). */
export const startOtlpReceiver = async () => {
  const received: ReceivedSpan[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      for (const { resource, scopeSpans } of (JSON.parse(body) as Sent).resourceSpans) {
        const name = resource.attributes.find(({ key }) => key === 'service.name')
        const service = name?.value.stringValue ?? ''
        received.push(...scopeSpans.flatMap(({ spans }) => spans).map((span) => ({ ...span, service })))
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: (): readonly ReceivedSpan[] => received,
    close: (): void => {
      server.close()
      server.closeAllConnections()
    },
  }
}
