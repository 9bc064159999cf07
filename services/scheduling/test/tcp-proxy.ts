import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A connection to another address that a test can end and restore: whoever is behind it is away in between. */
export const tcpProxy = async (address: string) => {
  const [host, port] = address.split(':') as [string, string]
  const sockets = new Set<Socket>()
  let isDisconnected = false
  let isHeld = false
  const server = createServer((near) => {
    if (isDisconnected) return near.destroy()
    const far = connect(Number(port), host)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(one)
      one.on('data', (bytes) => isHeld || other.write(bytes))
      one.on('end', () => other.end())
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    disconnect: () => {
      isDisconnected = true
      drop()
    },
    /** What is said from here on is lost: whoever asks waits for an answer that does not come. */
    hold: () => {
      isHeld = true
    },
    reconnect: () => {
      isDisconnected = false
    },
    close: () => {
      drop()
      server.close()
    },
  }
}
