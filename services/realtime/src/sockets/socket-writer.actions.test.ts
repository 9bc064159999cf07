import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { toFrame } from './frame.rules.ts'
import { createWriter } from './socket-writer.actions.ts'

const maxBufferedBytes = 1024 * 1024

/** Opens both ends of a connection, with a writer on the server side. */
const openPair = async (cutAfterMs = 60_000) => {
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  const accepted = new Promise<{ socket: Duplex; accepted: WebSocket }>((resolve) =>
    server.on('upgrade', (request, socket, head) =>
      sockets.handleUpgrade(request, socket, head, (client) => resolve({ socket, accepted: client })),
    ),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  onTestFinished(() => {
    client.terminate()
    server.close()
  })
  await once(client, 'open')
  const { socket, accepted: ours } = await accepted
  return { client, socket, ours, writer: createWriter(ours, socket, { maxBufferedBytes, cutAfterMs }) }
}

describe('createWriter', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
    'writes a frame of %d bytes that the client can read',
    async (size) => {
      const text = size < 2 ? 'x'.repeat(size) : `é${'x'.repeat(size - 2)}`
      const { client, writer } = await openPair()
      writer.write(toFrame(text))
      const [data, isBinary] = (await once(client, 'message')) as [Buffer, boolean]
      expect({ text: data.toString(), isBinary }).toEqual({ text, isBinary: false })
    },
  )

  const chunk = toFrame('x'.repeat(60_000))
  /** Enough chunks to exceed the kernel's buffers for the connection. */
  const many = 1000

  it('disconnects a client that does not read, with code 4408, before more than 1 MiB is buffered', async () => {
    const { client, socket, ours, writer } = await openPair()
    client.pause()
    const closed = once(client, 'close')
    let most = 0
    for (let count = 0; count < many && ours.readyState === WebSocket.OPEN; count += 1) {
      writer.write(chunk)
      most = Math.max(most, socket.writableLength)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(ours.readyState).toBe(WebSocket.CLOSING)
    expect(most).toBeLessThanOrEqual(maxBufferedBytes)
    expect(most).toBeGreaterThan(maxBufferedBytes / 2)
    client.resume()
    expect((await closed)[0]).toBe(4408)
  })

  it('terminates a disconnected client that still does not read', async () => {
    const { client, ours, writer } = await openPair(50)
    client.pause()
    while (ours.readyState === WebSocket.OPEN) writer.write(chunk)
    expect((await once(ours, 'close'))[0]).toBe(1006)
  })

  it('never disconnects a slow client when every write waits until it has drained', async () => {
    const { client, ours, writer } = await openPair()
    client.pause()
    let written = 0
    const writing = (async () => {
      for (; written < many; written += 1) {
        await writer.drained()
        writer.write(chunk)
      }
    })()
    let received = 0
    client.on('message', () => (received += 1))
    client.resume()
    await writing
    await expect.poll(() => received).toBe(many)
    expect(ours.readyState).toBe(WebSocket.OPEN)
  })

  it('resolves drained() when the client disconnects', async () => {
    const { client, socket, writer } = await openPair()
    client.pause()
    while (!socket.writableNeedDrain) socket.write(chunk)
    const waiting = writer.drained()
    client.terminate()
    await expect(waiting).resolves.toBeUndefined()
  })
})
