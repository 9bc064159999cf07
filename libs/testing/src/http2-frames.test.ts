import { once } from 'node:events'
import { connect, constants, createServer, type Http2Server } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { tcpProxy } from './tcp-proxy.ts'

const listen = async (server: Http2Server): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a request that was given up while it was held arrives as if somebody still waited for it', async () => {
  const heard: string[] = []
  const server = createServer((request, response) => {
    request.on('data', (part: Buffer) => heard.push(part.toString()))
    // What came together with the end of the request is known after it.
    request.on('end', () =>
      setImmediate(() => {
        heard.push(response.stream.closed ? 'given up' : 'waited for')
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
  const isGivenUp = new Promise<void>((resolve) => proxy.onNextRequest(resolve))
  request.close(constants.NGHTTP2_CANCEL)
  await isGivenUp
  proxy.cut()
  await proxy.deliver()
  expect(heard).toEqual(['two vases', 'waited for'])
})
