import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ApiError, ConnectionError } from '@workspace-platform/client'
import { pos } from '@workspace-platform/client/pos'
import type { TillSession } from '@workspace-platform/client/pos'
import { scheduling } from '@workspace-platform/client/scheduling'
import type { Client, Service } from '@workspace-platform/client/scheduling'
import { storefront } from '@workspace-platform/client/storefront'
import type { Product } from '@workspace-platform/client/storefront'
import { useLiveQueries } from '../../app/live.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { onSessionEnd, platform } from '../../app/session.ts'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { toOffers } from '../../app/sales/basket.rules.ts'
import type { BasketClient, Offer } from '../../app/sales/basket.rules.ts'
import { isTemporary } from '../../ui/intent.ts'
import type { Owner } from '../../app/sales/sale.rules.ts'
import { copies } from '../../app/sales/sale-store.ts'

const { getTillSession, listTillSessions, ...tills } = platform.use(pos)
const { listProducts } = platform.use(storefront)
const { listServices, listClients } = platform.use(scheduling)

export const { openTillSession, closeTillSession } = tills

/** The maximum number of products, services and clients to load, so that the grid stays fast. */
const maxRecords = 1000

let endedSessions = 0
onSessionEnd(() => {
  endedSessions += 1
})

/** Loads data and keeps a copy of it for use while the platform cannot be reached. */
const loadWithCopy = async <T>(owner: Owner, name: string, load: () => Promise<T>): Promise<T> => {
  const session = endedSessions
  try {
    const loaded = await load()
    // A logout in the meantime has removed all copies.
    if (session === endedSessions) await copies.put(owner, name, loaded)
    return loaded
  } catch (error) {
    // A page that was opened offline has no login yet, so the client cannot make any calls.
    const isRefused = error instanceof ApiError && !isTemporary(error)
    const copy = isRefused ? null : await copies.get<T>(owner, name)
    if (copy === null) throw error
    return copy
  }
}

/** The tills that are open, newest first. */
export const useOpenTills = (owner: Owner) => {
  useLiveQueries('till_sessions', true, 'till_sessions')
  return useQuery({
    queryKey: ['till_sessions', 'open-with-copy', owner.workspaceId],
    queryFn: ({ signal }) =>
      loadWithCopy<TillSession[]>(
        owner,
        'tills',
        async () =>
          (await listTillSessions({ query: { status: 'open', page: 1, limit: 50 }, signal })).sessions,
      ),
    networkMode: 'always',
  })
}

/** Pages of till sessions, newest first. */
export const useTillSessions = (filter: { status?: 'open' | 'closed'; register?: string }) => {
  useLiveQueries('till_sessions', true, 'till_sessions')
  return useInfiniteQuery({
    queryKey: ['till_sessions', 'list', filter],
    queryFn: ({ pageParam, signal }) =>
      listTillSessions({ query: { after: pageParam, limit: 50, ...filter }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

export const useTillSession = (sessionId: string) =>
  useQuery({
    queryKey: ['till_sessions', 'one', sessionId],
    queryFn: async ({ signal }) => (await getTillSession({ params: { sessionId }, signal })).session,
  })

const readAll = async <T>(records: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const record of records) {
    found.push(record)
    if (found.length >= maxRecords) break
  }
  return found
}

type Allowed = { products: boolean; services: boolean }

/** The active services and products, sorted by name. */
export const useOffers = (owner: Owner, allowed: Allowed) => {
  useLiveQueries('products', allowed.products, 'products')
  useLiveQueries('services', allowed.services, 'services')
  const products = useQuery({
    queryKey: ['products', 'till', owner.workspaceId],
    queryFn: ({ signal }) =>
      loadWithCopy<Product[]>(owner, 'products', () =>
        readAll(listProducts.each({ query: { status: 'active' }, signal })),
      ),
    networkMode: 'always',
    enabled: allowed.products,
  })
  const services = useQuery({
    queryKey: ['services', 'till', owner.workspaceId],
    queryFn: ({ signal }) =>
      loadWithCopy<Service[]>(owner, 'services', () =>
        readAll(listServices.each({ query: { isActive: true }, signal })),
      ),
    networkMode: 'always',
    enabled: allowed.services,
  })
  const isPending = (allowed.products && products.isPending) || (allowed.services && services.isPending)
  const error = products.data && services.data ? null : (products.error ?? services.error)
  const offers: Offer[] = toOffers(products.data ?? [], services.data ?? [])
  return {
    offers,
    isPending,
    error: offers.length > 0 ? null : error,
    refetch: () => {
      void products.refetch()
      void services.refetch()
    },
  }
}

export type KnownClient = BasketClient & Pick<Client, 'phone'>

const clientCopy = 'clients'
const shownClients = 8
/** How long to wait for the platform before searching the clients stored in the browser. */
const searchMs = 5000

const toKnown = ({ id, name, email, phone, discount }: Client): KnownClient => ({
  id,
  name,
  email,
  phone,
  discount,
})

/** Keeps the newest clients in the browser, so that they can be chosen without a connection. */
export const useClientCopy = (owner: Owner, isAllowed: boolean): void => {
  useQuery({
    queryKey: ['client-copy', owner.workspaceId],
    queryFn: ({ signal }) =>
      loadWithCopy(owner, clientCopy, async () =>
        (await readAll(listClients.each({ query: { limit: 100 }, signal }))).map(toKnown),
      ),
    networkMode: 'always',
    enabled: isAllowed,
    staleTime: 10 * 60_000,
  })
}

/**
 * Clients whose name, email or phone begins with the typed text; without a connection, only those stored in
 * the browser.
 */
export const useClientSearch = (owner: Owner, search: string) =>
  useQuery({
    queryKey: ['clients', 'till', owner.workspaceId, search],
    queryFn: async ({ signal }): Promise<{ clients: KnownClient[]; isFromCopy: boolean }> => {
      try {
        if (!navigator.onLine) throw new ConnectionError(location.origin, 'offline')
        const { clients } = await listClients({
          query: { page: 1, limit: shownClients, ...(search && { search }) },
          signal: AbortSignal.any([signal, AbortSignal.timeout(searchMs)]),
        })
        return { clients: clients.map(toKnown), isFromCopy: false }
      } catch (error) {
        const isRefused = error instanceof ApiError && !isTemporary(error)
        const copy = isRefused ? null : await copies.get<KnownClient[]>(owner, clientCopy)
        if (copy === null) throw error
        const found = copy.filter(({ name, email, phone }) => matchesQuery(search, name, email, phone))
        return { clients: found.slice(0, shownClients), isFromCopy: true }
      }
    },
    placeholderData: (before) => before,
    networkMode: 'always',
    staleTime: 0,
  })

export const reloadTills = (): Promise<void> => reloadQueries(['till_sessions'])
