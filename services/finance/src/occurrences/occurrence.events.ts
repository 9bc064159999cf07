import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { RecurringExpenseOccurrence } from './occurrence.contract.ts'
import type { StoredOccurrence } from './occurrence.store.ts'
import { toOccurrence } from './occurrence.view.ts'

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
): void =>
  publishPublicEvent(tx, RecurringOccurrencePublished, verb, stored.workspaceId, toOccurrence(stored))
