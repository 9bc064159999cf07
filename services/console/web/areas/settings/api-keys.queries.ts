import { useQuery } from '@tanstack/react-query'
import { loadPages, pageSize } from '../../app/load-pages.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { identityCalls } from '../../app/session.ts'

export const useApiKeys = () =>
  useQuery({
    queryKey: ['api-keys'],
    queryFn: ({ signal }) =>
      loadPages(async (after) => {
        const query = { after, limit: pageSize }
        const { apiKeys, pagination } = await identityCalls.listApiKeys({ query, signal })
        return { items: apiKeys, next: pagination.nextCursor ?? null }
      }),
  })

export const reloadApiKeys = (): Promise<void> => reloadQueries(['api-keys'])
