import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { toFrame } from './frame.rules.ts'
import { createWriter } from './writing.actions.ts'

const maxBufferedBytes = 1024 * 1024

/** Both ends of one connection, and the writer of the server's. */
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

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 200_000])(
  'a client reads a frame of %d bytes',
  async (size) => {
    const text = size < 2 ? 'x'.repeat(size) : `é${'x'.repeat(size - 2)}`
    const { client, writer } = await openPair()
    writer.write(toFrame(text))
    const [data, isBinary] = (await once(client, 'message')) as [Buffer, boolean]
    expect({ text: data.toString(), isBinary }).toEqual({ text, isBinary: false })
  },
)

const chunk = toFrame('x'.repeat(60_000))
/** More than the kernel's own buffers hold. */
const many = 1000

test('a client that does not read is cut with 4408 before 1 MiB waits for it, and is told when it reads', async () => {
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

test('a client that is cut and goes on not reading is ended', async () => {
  const { client, ours, writer } = await openPair(50)
  client.pause()
  while (ours.readyState === WebSocket.OPEN) writer.write(chunk)
  expect((await once(ours, 'close'))[0]).toBe(1006)
})

test('whoever waits for the client before each write never has it cut, however slowly it reads', async () => {
  const { client, ours, writer } = await openPair()
  client.pause()
  let written = 0
  const writing = (async () => {
    for (; written < many; written += 1) {
      await writer.whenTaken()
      writer.write(chunk)
    }
  })()
  let received = 0
  client.on('message', () => (received += 1))
  client.resume()
  await writing
  await expect.poll(() => received, { timeout: 20_000 }).toBe(many)
  expect(ours.readyState).toBe(WebSocket.OPEN)
})

test('whoever waits for a client that goes away does not wait for ever', async () => {
  const { client, socket, writer } = await openPair()
  client.pause()
  while (!socket.writableNeedDrain) socket.write(chunk)
  const waiting = writer.whenTaken()
  client.terminate()
  await expect(waiting).resolves.toBeUndefined()
})
