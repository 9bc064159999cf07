import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { finance } from '@workspace-platform/client/finance'
import { scheduling } from '@workspace-platform/client/scheduling'
import { useLiveQueries } from '../../app/live.ts'
import { pageSize } from '../../app/load-pages.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'
import { addDays } from '../../i18n/format.rules.ts'
import { firstDay } from './books.rules.ts'
import { expenseToEntry, incomeToEntry } from './entry.rules.ts'
import type { Entry, Kind } from './entry.rules.ts'
import type { EntrySearch } from './entry-search.rules.ts'

const calls = platform.use(finance)
const { getClient } = platform.use(scheduling)

export const { createReceipt, deleteReceipt, getReceiptFile } = calls

type Paging = { after: string } | { page: number }
type Body = Parameters<typeof calls.updateIncome>[0]['body'] &
  Parameters<typeof calls.updateExpense>[0]['body']
type NewBody = Parameters<typeof calls.createIncome>[0]['body'] &
  Parameters<typeof calls.createExpense>[0]['body']

const listPage = async (
  kind: Kind,
  query: EntrySearch & Paging & { limit: number },
  signal: AbortSignal,
): Promise<{ entries: Entry[]; pagination: { nextCursor?: string | null; total?: number } }> => {
  const sorted = { ...query, ...(!query.from && !query.to && { from: firstDay }) }
  if (kind === 'incomes') {
    const { incomes, pagination } = await calls.listIncomes({ query: sorted, signal })
    return { entries: incomes.map(incomeToEntry), pagination }
  }
  const { expenses, pagination } = await calls.listExpenses({ query: sorted, signal })
  return { entries: expenses.map(expenseToEntry), pagination }
}

/** Pages of entries, the latest date first, kept up to date. */
export const useEntries = (kind: Kind, search: EntrySearch) => {
  useLiveQueries(kind, true, kind)
  return useInfiniteQuery({
    queryKey: [kind, 'list', search],
    queryFn: ({ pageParam, signal }) =>
      listPage(kind, { ...search, after: pageParam, limit: pageSize }, signal),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

/** The number of entries that match; pages by cursor do not contain it. */
export const useEntryCount = (kind: Kind, search: EntrySearch) =>
  useQuery({
    queryKey: [kind, 'count', search],
    queryFn: async ({ signal }) =>
      (await listPage(kind, { ...search, page: 1, limit: 1 }, signal)).pagination.total ?? null,
  })

export const useEntry = (kind: Kind, id: string) => {
  useLiveQueries(kind, true, kind)
  return useQuery({
    queryKey: [kind, 'one', id],
    queryFn: async ({ signal }) =>
      kind === 'incomes'
        ? incomeToEntry((await calls.getIncome({ params: { incomeId: id }, signal })).income)
        : expenseToEntry((await calls.getExpense({ params: { expenseId: id }, signal })).expense),
  })
}

/** The client who paid, for members who may see clients. */
export const useEntryClient = (clientId: string | null) =>
  useQuery({
    queryKey: ['clients', 'one', clientId],
    queryFn: ({ signal }) => getClient({ params: { clientId: clientId! }, signal }),
    select: (reply) => reply.client,
    enabled: clientId !== null,
  })

/** The categories and accounts of the last year, most used first. */
export const useSuggestions = (kind: Kind, today: string) =>
  useQuery({
    queryKey: [kind, 'suggestions', today],
    queryFn: async ({ signal }) => {
      const query = { from: addDays(today, -365), to: today }
      const { stats } = await (kind === 'incomes'
        ? calls.getIncomeStats({ query, signal })
        : calls.getExpenseStats({ query, signal }))
      const names = (rows: { name: string | null; count: number }[]): string[] => [
        ...new Set(
          rows.toSorted((a, b) => b.count - a.count).flatMap(({ name }) => (name === null ? [] : [name])),
        ),
      ]
      return {
        categories: names(
          stats.currencies.flatMap(({ byCategory }) =>
            byCategory.map(({ category, count }) => ({ name: category, count })),
          ),
        ),
        accounts: names(
          stats.currencies.flatMap(({ byAccount }) =>
            byAccount.map(({ account, count }) => ({ name: account, count })),
          ),
        ),
        currencies: stats.currencies.map(({ currencyCode }) => currencyCode),
      }
    },
  })

export const createEntry = async (kind: Kind, body: NewBody, idempotencyKey: string): Promise<Entry> =>
  kind === 'incomes'
    ? incomeToEntry((await calls.createIncome({ body, idempotencyKey })).income)
    : expenseToEntry((await calls.createExpense({ body, idempotencyKey })).expense)

export const updateEntry = async (kind: Kind, id: string, body: Body): Promise<Entry> =>
  kind === 'incomes'
    ? incomeToEntry((await calls.updateIncome({ params: { incomeId: id }, body })).income)
    : expenseToEntry((await calls.updateExpense({ params: { expenseId: id }, body })).expense)

export const deleteEntry = async (kind: Kind, id: string): Promise<void> => {
  if (kind === 'incomes') await calls.deleteIncome({ params: { incomeId: id } })
  else await calls.deleteExpense({ params: { expenseId: id } })
}

/** Returns all matching entries as a file. */
export const exportEntries = (kind: Kind, search: EntrySearch): Promise<Blob> =>
  kind === 'incomes'
    ? calls.listIncomes.as('text/csv', { query: search })
    : calls.listExpenses.as('text/csv', { query: search })

export const reloadEntries = (kind: Kind): Promise<void> => reloadQueries([kind], ['analytics'])
