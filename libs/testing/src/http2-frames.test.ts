import { once } from 'node:events'
import { connect, constants, createServer, type Http2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tcpProxy } from './tcp-proxy.ts'

const listen = async (server: Http2Server): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('withoutCancels', () => {
  it('drops cancellations, so that the server believes the client is still waiting', async () => {
    const received: string[] = []
    const server = createServer((request, response) => {
      request.on('data', (part: Buffer) => received.push(part.toString()))
      // A cancellation that arrives together with the end of the request is processed after it.
      request.on('end', () =>
        setImmediate(() => {
          received.push(response.stream.closed ? 'cancelled' : 'waiting')
          response.end('done')
        }),
      )
    })
    const proxy = await tcpProxy(await listen(server))
    onTestFinished(() => proxy.close())
    proxy.hold('requests')
    const client = connect(`http://${proxy.address}`)
    client.on('error', () => undefined)
    const request = client.request({ ':method': 'POST', ':path': '/take' })
    request.on('error', () => undefined)
    request.end('two vases')
    await new Promise<void>((resolve) => proxy.onNextRequest(resolve, 'two vases'))
    const isCancelled = new Promise<void>((resolve) => proxy.onNextRequest(resolve))
    request.close(constants.NGHTTP2_CANCEL)
    await isCancelled
    proxy.cut()
    await proxy.deliver()
    expect(received).toEqual(['two vases', 'waiting'])
  })
})
