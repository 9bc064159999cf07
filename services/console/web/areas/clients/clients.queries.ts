import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { labs } from '@workspace-platform/client/labs'
import { pos } from '@workspace-platform/client/pos'
import { scheduling } from '@workspace-platform/client/scheduling'
import { useLiveQueries } from '../../app/live.ts'
import { queryClient } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'

const calls = platform.use(scheduling)
const { listInvoices } = platform.use(pos)
const { listTests } = platform.use(labs)

export const { createClient, updateClient, deleteClient } = calls

const pageSize = 100

/** Pages of clients, newest first, which follow the changes of others. */
export const useClients = (search: string) => {
  useLiveQueries('clients', true, 'clients')
  return useInfiniteQuery({
    queryKey: ['clients', 'list', search],
    queryFn: ({ pageParam, signal }) =>
      calls.listClients({ query: { after: pageParam, limit: pageSize, ...(search && { search }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

/** The number of clients that match; pages by cursor do not contain it. */
export const useClientCount = (search: string) =>
  useQuery({
    queryKey: ['clients', 'count', search],
    queryFn: ({ signal }) =>
      calls.listClients({ query: { page: 1, limit: 1, ...(search && { search }) }, signal }),
    select: ({ pagination }) => pagination.total ?? null,
  })

export const useClient = (clientId: string) => {
  useLiveQueries('clients', true, 'clients')
  return useQuery({
    queryKey: ['clients', 'one', clientId],
    queryFn: ({ signal }) => calls.getClient({ params: { clientId }, signal }),
    select: ({ client }) => client,
  })
}

export const useClientSessions = (clientId: string, isAllowed: boolean) => {
  useLiveQueries('sessions', isAllowed, 'sessions')
  return useInfiniteQuery({
    queryKey: ['sessions', 'client', clientId],
    queryFn: ({ pageParam, signal }) =>
      calls.listSessions({ query: { clientId, after: pageParam, limit: 30 }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    enabled: isAllowed,
  })
}

export const useClientInvoices = (clientId: string, isAllowed: boolean) => {
  useLiveQueries('invoices', isAllowed, 'invoices')
  return useInfiniteQuery({
    queryKey: ['invoices', 'client', clientId],
    queryFn: ({ pageParam, signal }) =>
      listInvoices({ query: { clientId, after: pageParam, limit: 30 }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    enabled: isAllowed,
  })
}

export const useClientTests = (clientId: string, isAllowed: boolean) => {
  useLiveQueries('lab_tests', isAllowed, 'lab_tests')
  return useInfiniteQuery({
    queryKey: ['lab_tests', 'client', clientId],
    queryFn: ({ pageParam, signal }) =>
      listTests({ query: { clientId, after: pageParam, limit: 30 }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    enabled: isAllowed,
  })
}

export const reloadClients = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['clients'] })
