import type { Id } from '@wp/kernel'
import type { Tx } from './tx.ts'

/** Which events a consumer has handled. */
export type Inbox = {
  /** Runs `work` in one transaction with the record of the event; an event recorded before is a duplicate and nothing runs. */
  once(consumer: string, eventId: Id, work: (tx: Tx) => Promise<void>): Promise<'done' | 'duplicate'>
  /** Counts a failure outside any transaction; gives the number so far. */
  recordFailure(consumer: string, eventId: Id, reason: string): Promise<number>
  /** Forgets the failures, after success or dead-lettering. */
  clearFailures(consumer: string, eventId: Id): Promise<void>
}
