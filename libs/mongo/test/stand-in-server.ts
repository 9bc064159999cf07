import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { mongo } from 'mongoose'
import { onTestFinished } from 'vitest'

const { BSON, Long } = mongo
const legacyQuery = 2004
const legacyReply = 1
const message = 2013
const headerBytes = 16

export type Command = Record<string, unknown>

/**
 * Starts a server that answers `hello` and `buildInfo` as given, and everything else with success and no records, until
 * the test ends. `onCommand` gets each command, and may return another reply. Returns its address.
 */
export const standInServer = async (
  hello: object,
  version: string,
  onCommand: (name: string, command: Command) => object | undefined = () => undefined,
): Promise<string> => {
  const replyTo = (received: Command): object => {
    const command = Object.keys(received)[0]!
    const other = onCommand(command, received)
    if (other) return other
    const isHello = ['hello', 'ismaster'].includes(command.toLowerCase())
    const limits = { minWireVersion: 0, maxWireVersion: 25, localTime: new Date() }
    if (isHello) return { ...limits, ...hello, ok: 1 }
    return { version, n: 1, cursor: { id: Long.ZERO, ns: 'a.b', firstBatch: [] }, ok: 1 }
  }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let received = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, bytes])
      while (received.length >= headerBytes && received.length >= received.readInt32LE(0)) {
        const size = received.readInt32LE(0)
        answer(socket, received.subarray(0, size), replyTo)
        received = received.subarray(size)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const answer = (socket: Socket, request: Buffer, replyTo: (command: Command) => object): void => {
  const isLegacy = request.readInt32LE(12) === legacyQuery
  const bodyAt = isLegacy ? request.indexOf(0, headerBytes + 4) + 9 : headerBytes + 5
  const body = request.subarray(bodyAt, bodyAt + request.readInt32LE(bodyAt))
  const reply = BSON.serialize(replyTo(BSON.deserialize(body)))
  const head = Buffer.alloc(isLegacy ? headerBytes + 20 : headerBytes + 5)
  head.writeInt32LE(head.length + reply.length, 0)
  head.writeInt32LE(request.readInt32LE(4), 8)
  head.writeInt32LE(isLegacy ? legacyReply : message, 12)
  if (isLegacy) head.writeInt32LE(1, headerBytes + 16)
  socket.write(Buffer.concat([head, reply]))
}
