import type { RecurringExpenseOccurrence } from '@workspace-platform/client/finance'
import type { Tone } from '../../ui/badge.tsx'

export const occurrenceTones: Record<RecurringExpenseOccurrence['status'], Tone> = {
  pending: 'warn',
  posted: 'ok',
  skipped: 'neutral',
}
