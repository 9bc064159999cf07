import { useInfiniteQuery } from '@tanstack/react-query'
import { reloadQueries } from '../../app/query-client.ts'
import { identityCalls } from '../../app/session.ts'

export const useApiKeys = () =>
  useInfiniteQuery({
    queryKey: ['api-keys'],
    queryFn: ({ pageParam, signal }) =>
      identityCalls.listApiKeys({ query: { after: pageParam, limit: 50 }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })

export const reloadApiKeys = (): Promise<void> => reloadQueries(['api-keys'])
