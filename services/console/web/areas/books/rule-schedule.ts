import type { RecurringExpenseRule } from '@workspace-platform/client/finance'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { nextDates } from './rule.rules.ts'

/** Returns a function that describes when a rule is due next, or that it is paused or has ended. */
export const useNextDate = (): ((rule: RecurringExpenseRule) => string) => {
  const text = useText()
  const format = useFormat()
  return (rule) => {
    if (rule.status === 'paused') return text('books.paused')
    const [next] = nextDates(rule, format.today(), 1)
    return next ? format.date(next) : text('books.ended')
  }
}
