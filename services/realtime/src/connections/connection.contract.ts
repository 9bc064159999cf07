import { z } from 'zod'

/** What a client may send. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string().min(1).max(8192) }),
  z.object({ type: z.literal('ping') }),
])
export type ClientMessage = z.output<typeof ClientMessage>

/** What the server sends. */
export type ServerMessage =
  | { type: 'ready' }
  | { type: 'pong' }
  | { type: 'error'; error: { code: string; message: string } }

/** Why a connection ends, beside the codes of the WebSocket protocol itself. */
export const closeCodes = { badFrames: 4400, unauthenticated: 4401, goingAway: 1001 } as const

/** A frame as a message, or null for one that is none. */
export const readMessage = (frame: string): ClientMessage | null => {
  try {
    return ClientMessage.safeParse(JSON.parse(frame)).data ?? null
  } catch {
    return null
  }
}
