import type { ClientMessage as MessageOfClient } from '@wp/realtime-client'
import { z } from 'zod'

const Channel = z
  .string()
  .max(64)
  .regex(/^(jobs(\..+)?|labs)$/)

/** What a client may send. */
const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string().min(1).max(8192) }),
  z.object({ type: z.literal('subscribe'), channel: Channel, after: z.int().min(0).optional() }),
  z.object({ type: z.literal('unsubscribe'), channel: Channel }),
  z.object({ type: z.literal('ping') }),
]) satisfies z.ZodType<MessageOfClient>
export type ClientMessage = z.output<typeof ClientMessage>

/** Why a connection ends, beside the codes of the WebSocket protocol itself. */
export const closeCodes = {
  badFrames: 4400,
  unauthenticated: 4401,
  tooSlow: 4408,
  tooManySockets: 4429,
  goingAway: 1001,
  tryAgainLater: 1013,
} as const

/** A frame as a message, or null for one that is none. */
export const readMessage = (frame: string): ClientMessage | null => {
  try {
    return ClientMessage.safeParse(JSON.parse(frame)).data ?? null
  } catch {
    return null
  }
}
