import type { Id } from '@wp/kernel'
import type { z } from 'zod'

/** What the outbox needs to know of an event; `defineEvent` of the bus makes it. */
export type PublishableEvent<Schema extends z.ZodType = z.ZodType> = {
  readonly type: string
  readonly data: Schema
  readonly subjectByWorkspace?: boolean
}

export type PublishedMessage<Schema extends z.ZodType> = {
  /** Null for an event that belongs to no workspace. */
  workspaceId: Id | null
  data: z.input<Schema>
  /** Events of one aggregate stay in order. Left out: the id of the entity that the type names, found in the data. */
  aggregate?: string
}

/** A running transaction. Do not keep it: after the end every use of it fails. */
export type Tx = {
  /** Writes the event to the outbox with this transaction; nothing is published if it rolls back. Throws for data that breaks the schema, and above 256 KiB. */
  publish<Schema extends z.ZodType>(event: PublishableEvent<Schema>, message: PublishedMessage<Schema>): void
  /** Runs once after the commit, never after a roll-back; for caches and nudges, not for effects that must happen. */
  afterCommit(listener: () => void): void
}
