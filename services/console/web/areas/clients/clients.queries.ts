import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ApiError } from '@workspace-platform/client'
import { labs } from '@workspace-platform/client/labs'
import { pos } from '@workspace-platform/client/pos'
import { scheduling } from '@workspace-platform/client/scheduling'
import type { Client } from '@workspace-platform/client/scheduling'
import { storefront } from '@workspace-platform/client/storefront'
import type { Order } from '@workspace-platform/client/storefront'
import { useLiveQueries } from '../../app/live.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'
import { contactsOf, newestOnce, sameContacts } from './client.rules.ts'

const calls = platform.use(scheduling)
const { listInvoices } = platform.use(pos)
const { listOrders } = platform.use(storefront)
const { listTests } = platform.use(labs)

export const { createClient, updateClient, deleteClient, importClients } = calls

const pageSize = 100

type OrderCursors = { email: string | null; phone: string | null }
type OrderPage = { orders: Order[]; next: string | null }

/** Pages of clients, newest first, kept up to date. */
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

/** Returns a client, or null if it was deleted. */
const findClient = async (clientId: string, signal: AbortSignal): Promise<Client | null> => {
  try {
    return (await calls.getClient({ params: { clientId }, signal })).client
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** The other clients with the same email address or phone number. */
export const useSameContacts = (client: Client) => {
  const contacts = contactsOf(client)
  const { possibleDuplicateOf: known } = client
  return useQuery({
    queryKey: ['clients', 'same-contacts', client.id, known, ...contacts],
    queryFn: async ({ signal }) => {
      const pages = await Promise.all(
        contacts.map((search) =>
          calls.listClients({ query: { search: search.slice(0, 100), limit: 20, after: '' }, signal }),
        ),
      )
      const named = known ? [await findClient(known, signal)].filter((each) => each !== null) : []
      const same = sameContacts(
        client,
        pages.flatMap(({ clients }) => clients),
      )
      return newestOnce([...named, ...same])
    },
    enabled: contacts.length > 0 || known !== null,
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

/**
 * Pages of the orders with the client's email address or phone number. Customers of the shop are not clients, so both
 * lists are loaded side by side.
 */
export const useClientOrders = ({ email, phone }: Pick<Client, 'email' | 'phone'>) => {
  useLiveQueries('orders', true, 'orders')
  const load = async (filter: object, after: string | null, signal: AbortSignal): Promise<OrderPage> => {
    if (after === null) return { orders: [], next: null }
    const { orders, pagination } = await listOrders({ query: { ...filter, after, limit: 30 }, signal })
    return { orders, next: pagination.nextCursor ?? null }
  }
  return useInfiniteQuery({
    queryKey: ['orders', 'client', email, phone],
    queryFn: async ({ pageParam, signal }) => {
      const [byEmail, byPhone] = await Promise.all([
        load({ customerEmail: email }, pageParam.email, signal),
        load({ customerPhone: phone }, pageParam.phone, signal),
      ])
      return { orders: [...byEmail.orders, ...byPhone.orders], email: byEmail.next, phone: byPhone.next }
    },
    initialPageParam: { email: email && '', phone: phone && '' } as OrderCursors,
    getNextPageParam: (last) =>
      last.email === null && last.phone === null ? undefined : { email: last.email, phone: last.phone },
  })
}

export const reloadClients = (): Promise<void> => reloadQueries(['clients'])
