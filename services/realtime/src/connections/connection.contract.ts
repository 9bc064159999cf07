import type { ClientMessage as MessageOfClient } from '@workspace-platform/client/realtime'
import { z } from 'zod'

const Channel = z.string().max(64)

/** The messages that a client can send. */
const ClientMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('auth'), token: z.string().min(1).max(8192) }),
  z.object({ type: z.literal('subscribe'), channel: Channel, after: z.int().min(0).optional() }),
  z.object({ type: z.literal('unsubscribe'), channel: Channel }),
  z.object({ type: z.literal('ping') }),
]) satisfies z.ZodType<MessageOfClient>
export type ClientMessage = z.output<typeof ClientMessage>

/** Parses a frame; returns null when it is not a valid message or names a channel that does not exist. */
export const readMessage = (frame: string, isChannel: (name: string) => boolean): ClientMessage | null => {
  try {
    const message = ClientMessage.safeParse(JSON.parse(frame)).data ?? null
    return message && 'channel' in message && !isChannel(message.channel) ? null : message
  } catch {
    return null
  }
}
