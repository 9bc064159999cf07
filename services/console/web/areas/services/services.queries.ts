import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { scheduling } from '@workspace-platform/client/scheduling'
import { useLiveQueries } from '../../app/live.ts'
import { pageSize } from '../../app/load-pages.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'
import { toServiceQuery } from './service.rules.ts'
import type { ServicesSearch } from './services-search.rules.ts'

const { listServices, getService, ...calls } = platform.use(scheduling)

export const { createService, updateService, deleteService, importServices } = calls

/** Pages of services, newest first, kept up to date. */
export const useServices = (search: ServicesSearch) => {
  useLiveQueries('services', true, 'services')
  const query = toServiceQuery(search)
  return useInfiniteQuery({
    queryKey: ['services', 'list', query],
    queryFn: ({ pageParam, signal }) =>
      listServices({ query: { ...query, after: pageParam, limit: pageSize }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

/** The number of services that match; pages by cursor do not contain it. */
export const useServiceCount = (search: ServicesSearch) => {
  const query = toServiceQuery(search)
  return useQuery({
    queryKey: ['services', 'count', query],
    queryFn: ({ signal }) => listServices({ query: { ...query, page: 1, limit: 1 }, signal }),
    select: ({ pagination }) => pagination.total ?? null,
  })
}

export const useService = (serviceId: string) => {
  useLiveQueries('services', true, 'services')
  return useQuery({
    queryKey: ['services', 'one', serviceId],
    queryFn: ({ signal }) => getService({ params: { serviceId }, signal }),
    select: ({ service }) => service,
  })
}

export const reloadServices = (): Promise<void> => reloadQueries(['services'])
