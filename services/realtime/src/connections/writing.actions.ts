import type { Duplex } from 'node:stream'
import type { ServerMessage } from '@wp/realtime-client'
import { WebSocket } from 'ws'
import { closeCodes } from './connection.contract.ts'
import { toFrame } from './frame.rules.ts'

/** Everything that is said to one client goes through here, so that what waits for it stays bounded. */
export type SocketWriter = {
  send(message: ServerMessage): void
  /** One or more whole frames. A client for which too much waits already is cut instead. */
  write(frames: Buffer): void
  /** Resolves when the client has taken most of what was written, or is gone. */
  whenTaken(): Promise<void>
}

/** The close frame has to fit too. */
const reservedBytes = 256

/** `socket` is the connection beneath `client`: frames are made once for all clients and written past its own framing. */
export const createWriter = (
  client: WebSocket,
  socket: Duplex,
  { maxBufferedBytes, cutAfterMs }: { maxBufferedBytes: number; cutAfterMs: number },
): SocketWriter => {
  const cut = (): void => {
    client.close(closeCodes.tooSlow, 'You read too slowly: connect again and go on after the last seq')
    // Who does not read does not see the close either.
    const timer = setTimeout(() => client.terminate(), cutAfterMs)
    client.once('close', () => clearTimeout(timer))
  }
  const write = (frames: Buffer): void => {
    if (client.readyState !== WebSocket.OPEN) return
    if (socket.writableLength + frames.length > maxBufferedBytes - reservedBytes) cut()
    else socket.write(frames)
  }
  return {
    send: (message) => write(toFrame(JSON.stringify(message))),
    write,
    whenTaken: () =>
      new Promise((resolve) => {
        if (!socket.writableNeedDrain || socket.destroyed) return resolve()
        const end = () => {
          socket.off('drain', end)
          socket.off('close', end)
          resolve()
        }
        socket.on('drain', end)
        socket.on('close', end)
      }),
  }
}
