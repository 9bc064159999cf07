import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { endWithReply } from './raw-reply.ts'

/** Returns both ends of a connection whose client keeps its side open. */
const openPair = async () => {
  const server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const client = connect({
    port: (server.address() as AddressInfo).port,
    host: '127.0.0.1',
    allowHalfOpen: true,
  })
  const [accepted] = (await once(server, 'connection')) as [Socket]
  onTestFinished(() => {
    client.destroy()
    accepted.destroy()
  })
  return { client, accepted }
}

describe('endWithReply', () => {
  it('sends the reply and closes the socket even if the client keeps its side open', async () => {
    const { client, accepted } = await openPair()
    const closed = once(accepted, 'close')
    endWithReply(accepted, 404, { 'x-request-id': 'r1' }, { error: { message: 'Größe' } })
    const text: string[] = []
    for await (const chunk of client.setEncoding('utf8')) text.push(chunk as string)
    expect(text.join('').split('\r\n')).toEqual([
      'HTTP/1.1 404 Not Found',
      'x-request-id: r1',
      'content-type: application/json; charset=utf-8',
      'content-length: 31',
      'connection: close',
      '',
      '{"error":{"message":"Größe"}}',
    ])
    await closed
  })

  it('destroys a socket that can no longer be written to', async () => {
    const { accepted } = await openPair()
    accepted.end()
    endWithReply(accepted, 404, {}, {})
    expect(accepted.destroyed).toBe(true)
  })
})
