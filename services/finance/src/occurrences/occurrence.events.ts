import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
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

export const RecurringOccurrencePublished = definePublicEvent({
  service: 'finance',
  resource: 'recurring_expense_occurrence',
  field: 'occurrence',
  verbs: ['created', 'posted', 'skipped'],
  permission: 'finance.view',
  record: RecurringExpenseOccurrence,
})

export const publishOccurrenceChanged = (
  tx: Tx,
  verb: 'created' | 'posted' | 'skipped',
  stored: StoredOccurrence,
): void => {
  const { workspaceId, id } = stored
  const occurrence = toOccurrence(stored)
  tx.publish(RecurringOccurrenceChanged, {
    workspaceId,
    data: { occurrence },
    aggregate: `occurrence:${id}`,
  })
  publishPublicEvent(tx, RecurringOccurrencePublished, verb, workspaceId, occurrence)
}
