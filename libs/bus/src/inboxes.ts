import { createInbox } from 'nats'
import type { NatsConnection } from 'nats'

/** Returns a new reply subject that the user of this connection may subscribe to. */
export const newInbox = (connection: NatsConnection): string =>
  createInbox((connection as { options?: { inboxPrefix?: string } }).options?.inboxPrefix)
