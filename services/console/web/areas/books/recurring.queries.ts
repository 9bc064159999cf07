import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { finance } from '@workspace-platform/client/finance'
import type { RecurringExpenseOccurrence, RecurringExpenseRule } from '@workspace-platform/client/finance'
import { useLiveQueries } from '../../app/live.ts'
import { pageSize } from '../../app/load-pages.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'
import { firstDay } from './books.rules.ts'

const calls = platform.use(finance)

export const recurringCalls = calls

type RuleSearch = { status?: RecurringExpenseRule['status']; from?: string; to?: string }

/** Pages of rules of one status or all, which start on some days or any; newest first, or by start date. */
export const useRules = (search: RuleSearch) => {
  useLiveQueries('recurring_expense_rules', true, 'recurring_expense_rules')
  return useInfiniteQuery({
    queryKey: ['recurring_expense_rules', 'list', search],
    queryFn: ({ pageParam, signal }) =>
      calls.listRecurringExpenseRules({
        query: { ...search, after: pageParam, limit: pageSize },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

export const useRule = (ruleId: string) => {
  useLiveQueries('recurring_expense_rules', true, 'recurring_expense_rules')
  return useQuery({
    queryKey: ['recurring_expense_rules', 'one', ruleId],
    queryFn: ({ signal }) => calls.getRecurringExpenseRule({ params: { ruleId }, signal }),
    select: ({ rule }) => rule,
  })
}

/** Deleting a rule also deletes its pending occurrences, without separate events. */
export const useLiveOccurrences = (): void => {
  useLiveQueries('recurring_expense_occurrences', true, 'recurring_expense_occurrences')
  useLiveQueries('recurring_expense_rules', true, 'recurring_expense_occurrences')
}

type OccurrenceSearch =
  | { status: RecurringExpenseOccurrence['status']; from?: string; to?: string }
  | { ruleId: string }

/** Pages of occurrences, of one status and some days or of one rule, the latest due date first. */
export const useOccurrences = (search: OccurrenceSearch) => {
  useLiveOccurrences()
  return useInfiniteQuery({
    queryKey: ['recurring_expense_occurrences', 'list', search],
    queryFn: ({ pageParam, signal }) =>
      calls.listRecurringExpenseOccurrences({
        query: { from: firstDay, ...search, after: pageParam, limit: 50 },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

/** Creating a rule also creates its due occurrences. */
export const reloadRules = (): Promise<void> =>
  reloadQueries(['recurring_expense_rules'], ['recurring_expense_occurrences'])

export const reloadOccurrences = (): Promise<void> =>
  reloadQueries(['recurring_expense_occurrences'], ['expenses'], ['analytics'])
