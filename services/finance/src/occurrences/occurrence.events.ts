import { defineEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { RecurringExpenseOccurrence } from './occurrence.contract.ts'
import type { StoredOccurrence } from './occurrence.store.ts'
import { toOccurrence } from './occurrence.view.ts'

export const RecurringOccurrenceChanged = defineEvent({
  type: 'wp.finance.recurring-occurrence.changed.v1',
  summary: 'A recurring expense became due, or an occurrence was posted or skipped',
  data: z.object({ occurrence: RecurringExpenseOccurrence }),
})

export const publishOccurrenceChanged = (tx: Tx, stored: StoredOccurrence): void =>
  tx.publish(RecurringOccurrenceChanged, {
    workspaceId: stored.workspaceId,
    data: { occurrence: toOccurrence(stored) },
    aggregate: `occurrence:${stored.id}`,
  })
