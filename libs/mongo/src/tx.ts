import type { Id } from '@wp/kernel'
import type { z } from 'zod'

/** An event that can be published, created by `defineEvent` from the bus library. */
export type PublishableEvent<Schema extends z.ZodType = z.ZodType> = {
  readonly type: string
  readonly data: Schema
  readonly subjectByWorkspace?: boolean
  readonly shards?: number
}

export type PublishedMessage<Schema extends z.ZodType> = {
  /** Null for a platform-wide event. */
  workspaceId: Id | null
  data: z.input<Schema>
  /** Events with the same aggregate stay in order. Defaults to the id of the entity named in the event type. */
  aggregate?: string
  /**
   * The data to publish instead when the event would be too large, either alone or together with the
   * transaction's other events.
   */
  shortData?: z.input<Schema>
}

/** A running transaction. Publishing after it has ended throws. */
export type Tx = {
  /**
   * Writes the event to the outbox in this transaction. Throws for invalid data and for events larger than
   * 256 KiB. With `shortData`, an event above 128 KiB, or one that would bring its transaction above 512 KiB,
   * is published with `shortData` instead of `data`.
   */
  publish<Schema extends z.ZodType>(event: PublishableEvent<Schema>, message: PublishedMessage<Schema>): void
  /**
   * Runs the listener after the commit, but not after a rollback. A crash can skip it, so use it only for caches and
   * notifications.
   */
  afterCommit(listener: () => void): void
}
