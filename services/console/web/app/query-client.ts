import { QueryClient } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { shortenHiddenLists } from './long-lists.ts'
import { reloadQueriesOf } from './reload-queries.ts'
import { onSessionEnd } from './session.ts'

/** The cache of all loaded data. Retries are off because the platform's client retries itself. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 30_000, gcTime: 10 * 60_000, refetchOnWindowFocus: false },
    mutations: { retry: false },
  },
})

onSessionEnd(() => queryClient.clear())
shortenHiddenLists(queryClient)

/** Reloads everything whose key begins with one of these after a change. */
export const reloadQueries = (...keys: QueryKey[]): Promise<void> => reloadQueriesOf(queryClient, keys)
