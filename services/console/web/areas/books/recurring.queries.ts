import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { finance } from '@workspace-platform/client/finance'
import type { RecurringExpenseOccurrence, RecurringExpenseRule } from '@workspace-platform/client/finance'
import { useLiveQueries } from '../../app/live.ts'
import { pageSize } from '../../app/load-pages.ts'
import { queryClient } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'

const calls = platform.use(finance)

export const recurringCalls = calls

/** Pages of rules, newest first. */
export const useRules = (status: RecurringExpenseRule['status'] | undefined) =>
  useInfiniteQuery({
    queryKey: ['rules', 'list', status],
    queryFn: ({ pageParam, signal }) =>
      calls.listRecurringExpenseRules({
        query: { after: pageParam, limit: pageSize, ...(status && { status }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })

export const useRule = (ruleId: string) =>
  useQuery({
    queryKey: ['rules', 'one', ruleId],
    queryFn: ({ signal }) => calls.getRecurringExpenseRule({ params: { ruleId }, signal }),
    select: ({ rule }) => rule,
  })

type OccurrenceSearch = { status: RecurringExpenseOccurrence['status'] } | { ruleId: string }

/** Pages of occurrences. Posting one creates an expense, so they follow the expenses of others. */
export const useOccurrences = (search: OccurrenceSearch) => {
  useLiveQueries('expenses', true, 'occurrences')
  return useInfiniteQuery({
    queryKey: ['occurrences', 'list', search],
    queryFn: ({ pageParam, signal }) =>
      calls.listRecurringExpenseOccurrences({ query: { ...search, after: pageParam, limit: 50 }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

/** A rule creates the occurrences that are due with it. */
export const reloadRules = async (): Promise<void> => {
  await Promise.all(
    ['rules', 'occurrences'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })),
  )
}

export const reloadOccurrences = async (): Promise<void> => {
  await Promise.all(
    ['occurrences', 'expenses', 'analytics'].map((name) =>
      queryClient.invalidateQueries({ queryKey: [name] }),
    ),
  )
}
