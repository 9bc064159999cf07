import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { closeCodes } from './close-code.contract.ts'
import { toFrame } from './frame.rules.ts'
import type { SocketWriter } from './socket-writer.types.ts'

/** Space reserved for the close frame. */
const reservedBytes = 256

/** Frames are built once for all clients and written directly to `socket`, the connection underlying `client`. */
export const createWriter = (
  client: WebSocket,
  socket: Duplex,
  { maxBufferedBytes, cutAfterMs }: { maxBufferedBytes: number; cutAfterMs: number },
): SocketWriter => {
  const cut = (): void => {
    client.close(
      closeCodes.tooSlow,
      'You are reading too slowly; connect again and resume after the last seq',
    )
    // A client that does not read will not see the close frame either.
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
    drained: () =>
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
