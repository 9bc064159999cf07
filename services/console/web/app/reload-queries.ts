import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Loads the queries whose keys begin with one of these again. A request that is under way may have been answered before
 * the change, so another one follows it. It is not cancelled: with many changes, nothing would ever be shown.
 */
export const reloadQueriesOf = async (client: QueryClient, keys: readonly QueryKey[]): Promise<void> => {
  await Promise.all(keys.map((queryKey) => reload(client, queryKey)))
}

const reload = async (client: QueryClient, queryKey: QueryKey): Promise<void> => {
  const early = new Set(client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' }))
  const loading = [...early].map(({ promise }) => promise)
  await Promise.allSettled([client.invalidateQueries({ queryKey }, keepRequests), ...loading])
  if (early.size > 0)
    await client.invalidateQueries({ queryKey, predicate: (query) => early.has(query) }, keepRequests)
}

const keepRequests = { cancelRefetch: false }
