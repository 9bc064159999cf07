import type { Id } from '@wp/kernel'

/** An event that waits to be published, or was. `envelope` is the JSON text that goes on the wire. */
export type OutboxRecord = {
  id: Id
  type: string
  aggregate: string | null
  envelope: string
  createdAt: Date
}

/** Events written with their change. Ids rise with time, so order by id is commit order for changes of one record. */
export type Outbox = {
  /** Those not yet published, oldest first. */
  pending(limit: number): Promise<OutboxRecord[]>
  markPublished(ids: readonly Id[]): Promise<void>
  /** Calls the listener after each commit of this process with the new ids; gives back a function that ends it. */
  onAppend(listener: (ids: readonly Id[]) => void): () => void
  /** Every kept event (7 days after publishing) from a moment on, oldest first. */
  kept(from: Date): AsyncIterable<OutboxRecord>
  /** How many wait, and since when the oldest does. */
  backlog(): Promise<{ count: number; oldest: Date | null }>
}
