import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { labs } from '@workspace-platform/client/labs'
import type { LabTest } from '@workspace-platform/client/labs'
import { scheduling } from '@workspace-platform/client/scheduling'
import { useLiveQueries } from '../../app/live.ts'
import { pageSize } from '../../app/load-pages.ts'
import { queryClient, reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'
import { toTestQuery } from './labs-search.rules.ts'
import type { LabsSearch } from './labs-search.rules.ts'

const { listTests, getTest, getTestReport, estimateInterpretation, ...calls } = platform.use(labs)
const { listClients, getClient } = platform.use(scheduling)

export const { createTest, updateTest, completeTest, addTestItems, deleteTestItem } = calls
export const { setTestResult, amendTestResult, interpretResult, sendTestReport } = calls
export const { createTestInvoice, createTestIncome } = calls

const nothing = { tests: [] as LabTest[], pagination: { limit: 1, nextCursor: null } }

/** Pages of lab tests, newest first, kept up to date. */
export const useTests = (search: LabsSearch) => {
  useLiveQueries('lab_tests', true, 'lab_tests')
  const query = toTestQuery(search)
  return useInfiniteQuery({
    queryKey: ['lab_tests', 'list', query],
    queryFn: async ({ pageParam, signal }) =>
      query ? listTests({ query: { ...query, after: pageParam, limit: pageSize }, signal }) : nothing,
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

/** The number of tests that match; pages by cursor do not contain it. */
export const useTestCount = (search: LabsSearch) => {
  const query = toTestQuery(search)
  return useQuery({
    queryKey: ['lab_tests', 'count', query],
    queryFn: async ({ signal }) =>
      query
        ? ((await listTests({ query: { ...query, page: 1, limit: 1 }, signal })).pagination.total ?? null)
        : 0,
  })
}

export const useTest = (testId: string) => {
  useLiveQueries('lab_tests', true, 'lab_tests')
  return useQuery({
    queryKey: ['lab_tests', 'one', testId],
    queryFn: ({ signal }) => getTest({ params: { testId }, signal }),
    select: ({ test }) => test,
  })
}

/** Shows a test as the API returned it, and reloads the lists. */
export const keepTest = (test: LabTest): void => {
  const queryKey = ['lab_tests', 'one', test.id]
  // An older reply must not replace it.
  void queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, { test })
  void reloadQueries(['lab_tests'])
}

export const reloadTests = (): Promise<void> => reloadQueries(['lab_tests'])

export const useReport = (testId: string, language: string | undefined) =>
  useQuery({
    queryKey: ['lab_tests', 'report', testId, language],
    queryFn: async ({ signal }) =>
      (await getTestReport({ params: { testId }, query: language ? { language } : {}, signal })).text(),
  })

/** The maximum cost of an interpretation. */
export const useEstimate = (testId: string, itemId: string) =>
  useQuery({
    queryKey: ['lab_tests', 'estimate', testId, itemId],
    queryFn: ({ signal }) => estimateInterpretation({ params: { testId, itemId }, signal }),
    select: ({ estimate }) => estimate,
  })

export const useClientSearch = (search: string, isEnabled: boolean) =>
  useQuery({
    queryKey: ['clients', 'labs', search],
    queryFn: ({ signal }) =>
      listClients({ query: { limit: 8, after: '', ...(search && { search }) }, signal }),
    select: ({ clients }) => clients,
    enabled: isEnabled,
    placeholderData: (before) => before,
  })

export const useClient = (clientId: string | undefined, isAllowed: boolean) =>
  useQuery({
    queryKey: ['clients', 'one', clientId],
    queryFn: ({ signal }) => getClient({ params: { clientId: clientId! }, signal }),
    select: ({ client }) => client,
    enabled: isAllowed && clientId !== undefined,
  })
