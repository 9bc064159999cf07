import { useQuery } from '@tanstack/react-query'
import { finance } from '@workspace-platform/client/finance'
import { useLiveQueries } from '../../app/live.ts'
import { platform } from '../../app/session.ts'
import type { Period, Range } from './books.rules.ts'
import { useLiveOccurrences } from './recurring.queries.ts'

const calls = platform.use(finance)

/** Totals of a range of days, which the platform compares with the preceding range. */
export const useStats = (range: Range) => {
  useLiveQueries('incomes', true, 'incomes')
  useLiveQueries('expenses', true, 'expenses')
  const incomes = useQuery({
    queryKey: ['incomes', 'stats', range],
    queryFn: ({ signal }) => calls.getIncomeStats({ query: range, signal }),
    select: ({ stats }) => stats,
  })
  const expenses = useQuery({
    queryKey: ['expenses', 'stats', range],
    queryFn: ({ signal }) => calls.getExpenseStats({ query: range, signal }),
    select: ({ stats }) => stats,
  })
  return { incomes, expenses }
}

/** Income and expenses over time. */
export const useAnalytics = (range: Range, period: Period) => {
  useLiveQueries('incomes', true, 'analytics')
  useLiveQueries('expenses', true, 'analytics')
  return useQuery({
    queryKey: ['analytics', range, period],
    queryFn: ({ signal }) =>
      calls.getAnalytics({ query: { ...range, groupBy: period === 'year' ? 'month' : 'day' }, signal }),
    select: ({ analytics }) => analytics,
  })
}

/** The number of recurring expenses awaiting a decision. */
export const useDueCount = () => {
  useLiveOccurrences()
  return useQuery({
    queryKey: ['recurring_expense_occurrences', 'stats'],
    queryFn: ({ signal }) => calls.getRecurringExpenseOccurrenceStats({ signal }),
    select: ({ stats }) => stats.currencies.reduce((sum, { pending }) => sum + pending.count, 0),
  })
}
