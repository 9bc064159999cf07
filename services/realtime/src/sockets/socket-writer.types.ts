import type { ServerMessage } from '@workspace-platform/client/realtime'

/** All messages to a client go through its writer, which limits the buffered bytes. */
export type SocketWriter = {
  send(message: ServerMessage): void
  /** Writes one or more whole frames, or disconnects the client when too many bytes are buffered. */
  write(frames: Buffer): void
  /** Resolves when the buffered data has been written or the client has disconnected. */
  drained(): Promise<void>
}
