import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import { isLong, reloadLong } from './long-lists.ts'

/**
 * Reloads the queries whose keys begin with one of these. A request in progress may have been answered before
 * the change, so another one follows it. It is not cancelled, because with many changes nothing would ever be
 * shown.
 */
export const reloadQueriesOf = async (client: QueryClient, keys: readonly QueryKey[]): Promise<void> => {
  await Promise.all(keys.map((queryKey) => reload(client, queryKey)))
}

const reload = async (client: QueryClient, queryKey: QueryKey): Promise<void> => {
  const long = new Set(client.getQueryCache().findAll({ queryKey, type: 'active', predicate: isLong }))
  const isOther = (query: Query): boolean => !long.has(query)
  const found = { queryKey, predicate: isOther }
  const early = new Set(client.getQueryCache().findAll({ ...found, fetchStatus: 'fetching' }))
  const loading = [...early].map(({ promise }) => promise)
  await Promise.allSettled([
    client.invalidateQueries(found, keepRequests),
    ...loading,
    ...[...long].map((query) => reloadLong(client, query)),
  ])
  if (early.size > 0)
    await client.invalidateQueries({ queryKey, predicate: (query) => early.has(query) }, keepRequests)
}

const keepRequests = { cancelRefetch: false }
