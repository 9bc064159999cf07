import { createInbox } from 'nats'
import type { NatsConnection } from 'nats'

/** A subject for answers that the user of this connection may listen on. */
export const newInbox = (connection: NatsConnection): string =>
  createInbox((connection as { options?: { inboxPrefix?: string } }).options?.inboxPrefix)
