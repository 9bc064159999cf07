import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { limitHttpConnections } from './descriptors.ts'
import { createAppServer, listen } from './http-server.ts'

describe('createAppServer', () => {
  it('closes and reports connections above the limit, and keeps the others', async () => {
    let refused = 0
    const app = { listener: (_request: unknown, response: { end(): void }) => response.end(), classes: {} }
    const server = createAppServer(app as never, undefined, 'instance', {
      limit: 1,
      onRefused: () => void (refused += 1),
    })
    await listen(server, '127.0.0.1', 0)
    const { port } = server.address() as AddressInfo
    const first = connect(port, '127.0.0.1')
    onTestFinished(() => {
      first.destroy()
      server.close()
    })
    await once(server, 'connection')
    const second = connect(port, '127.0.0.1')
    second.on('error', () => undefined)
    await once(second, 'close')
    expect(refused).toBe(1)
    first.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n')
    const [reply] = (await once(first, 'data')) as [Buffer]
    expect(reply.toString()).toMatch(/^HTTP\/1.1 200 /)
  })
})

describe('limitHttpConnections', () => {
  it('reserves 128 descriptors for other connections and files', () => {
    expect(limitHttpConnections(1024)).toBe(896)
    expect(limitHttpConnections(64)).toBe(16)
    expect(limitHttpConnections(Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY)
  })
})
