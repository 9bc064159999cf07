import { createInbox } from 'nats'
import type { NatsConnection } from 'nats'

/** Returns a new reply subject that this connection's user may subscribe to. */
export const newInbox = (connection: NatsConnection): string =>
  createInbox((connection as { options?: { inboxPrefix?: string } }).options?.inboxPrefix)
