import type { ServerMessage } from '@wp/realtime-client'

/** All messages to a client go through its writer, which bounds the buffered bytes. */
export type SocketWriter = {
  send(message: ServerMessage): void
  /** Writes one or more whole frames, or disconnects the client when too many bytes are buffered. */
  write(frames: Buffer): void
  /** Resolves when the client has read most of what was written, or is gone. */
  drained(): Promise<void>
}
