import { connect, createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { BSON } from 'mongodb'

const opMessage = 2013
const headerBytes = 16
/** The flags, and the kind of the first section, which is the command. */
const bytesBeforeCommand = 5

/** Forwards connections to a database server and records each command as `database.command`. */
export const startRecordingProxy = async (port: number) => {
  const commands = new Set<string>()
  const server = createServer((client) => {
    const database = connect({ host: '127.0.0.1', port })
    let received = Buffer.alloc(0)
    client.on('data', (chunk: Buffer) => {
      database.write(chunk)
      received = Buffer.concat([received, chunk])
      while (received.length >= headerBytes && received.length >= received.readInt32LE(0)) {
        const message = received.subarray(0, received.readInt32LE(0))
        received = received.subarray(message.length)
        if (message.readInt32LE(12) === opMessage) commands.add(nameOf(message))
      }
    })
    database.on('data', (chunk) => client.write(chunk))
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    close: () => server.close(),
  }
}

const nameOf = (message: Buffer): string => {
  const start = headerBytes + bytesBeforeCommand
  const size = message.readInt32LE(start)
  const command = BSON.deserialize(message.subarray(start, start + size))
  return `${String(command['$db'])}.${Object.keys(command)[0]}`
}
