import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ApiError } from '@workspace-platform/client'
import { storefront } from '@workspace-platform/client/storefront'
import { useLiveQueries } from '../../app/live.ts'
import { pageSize } from '../../app/load-pages.ts'
import { reloadQueries } from '../../app/query-client.ts'
import { platform } from '../../app/session.ts'
import type { ShopSearch } from './shop-search.rules.ts'
import { toOrderQuery } from './order.rules.ts'

export const shopCalls = platform.use(storefront)

const reload =
  (...key: string[]) =>
  (): Promise<void> =>
    reloadQueries(key)

export const reloadStore = reload('store')
export const reloadOrders = reload('orders')
export const reloadProducts = reload('products')
export const reloadCategories = reload('store_categories')
export const reloadPages = reload('content_pages')
export const reloadDomains = reload('domains')
export const reloadImages = reload('images')

/** The shop, or null if it does not exist yet. */
export const useStore = () =>
  useQuery({
    queryKey: ['store'],
    queryFn: async ({ signal }) => {
      try {
        return (await shopCalls.getStore({ signal })).store
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })

/** Pages of orders, newest first, kept up to date. */
export const useOrders = (search: ShopSearch) => {
  useLiveQueries('orders', true, 'orders')
  const query = toOrderQuery(search)
  return useInfiniteQuery({
    queryKey: ['orders', 'list', query],
    queryFn: async ({ pageParam, signal }) =>
      query
        ? shopCalls.listOrders({ query: { ...query, after: pageParam, limit: pageSize }, signal })
        : { orders: [], pagination: { limit: pageSize, nextCursor: null } },
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

/** The number of orders that match; pages by cursor do not contain it. */
export const useOrderCount = (search: ShopSearch) => {
  const query = toOrderQuery(search)
  return useQuery({
    queryKey: ['orders', 'count', query],
    queryFn: async ({ signal }) =>
      query
        ? ((await shopCalls.listOrders({ query: { ...query, page: 1, limit: 1 }, signal })).pagination
            .total ?? null)
        : 0,
  })
}

export const useOrder = (orderId: string) => {
  useLiveQueries('orders', true, 'orders')
  return useQuery({
    queryKey: ['orders', 'one', orderId],
    queryFn: ({ signal }) => shopCalls.getOrder({ params: { orderId }, signal }),
    select: ({ order }) => order,
  })
}

const publications = ['draft', 'active', 'archived'] as const

const toProductQuery = ({ search, category, status }: ShopSearch) => {
  const known = publications.find((each) => each === status)
  return {
    ...(search && { search }),
    ...(category && { categoryId: category }),
    ...(known && { status: known }),
  }
}

/** Pages of products, newest first, with their current stock. */
export const useProducts = (search: ShopSearch) => {
  useLiveQueries('products', true, 'products')
  const query = toProductQuery(search)
  return useInfiniteQuery({
    queryKey: ['products', 'list', query],
    queryFn: ({ pageParam, signal }) =>
      shopCalls.listProducts({ query: { ...query, after: pageParam, limit: pageSize }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
  })
}

export const useProductCount = (search: ShopSearch) => {
  const query = toProductQuery(search)
  return useQuery({
    queryKey: ['products', 'count', query],
    queryFn: ({ signal }) => shopCalls.listProducts({ query: { ...query, page: 1, limit: 1 }, signal }),
    select: ({ pagination }) => pagination.total ?? null,
  })
}

export const useProduct = (productId: string, enabled: boolean) => {
  useLiveQueries('products', true, 'products')
  return useQuery({
    queryKey: ['products', 'one', productId],
    queryFn: ({ signal }) => shopCalls.getProduct({ params: { productId }, signal }),
    select: ({ product }) => product,
    enabled,
  })
}

export const useCategories = () => {
  useLiveQueries('store_categories', true, 'store_categories')
  return useQuery({
    queryKey: ['store_categories', 'list'],
    queryFn: ({ signal }) => shopCalls.listCategories({ signal }),
    select: ({ categories }) => categories,
  })
}

export const useCategory = (categoryId: string) => {
  useLiveQueries('store_categories', true, 'store_categories')
  return useQuery({
    queryKey: ['store_categories', 'one', categoryId],
    queryFn: ({ signal }) => shopCalls.getCategory({ params: { categoryId }, signal }),
    select: ({ category }) => category,
  })
}

export const useContentPages = () => {
  useLiveQueries('content_pages', true, 'content_pages')
  return useQuery({
    queryKey: ['content_pages'],
    queryFn: ({ signal }) => shopCalls.listPages({ signal }),
    select: ({ pages }) => pages,
  })
}

export const useDomains = () => {
  useLiveQueries('domains', true, 'domains')
  return useQuery({
    queryKey: ['domains'],
    queryFn: ({ signal }) => shopCalls.listDomains({ query: { limit: 100, after: '' }, signal }),
    select: ({ domains }) => domains,
  })
}

/** Pages of uploaded pictures, newest first. */
export const useImages = () =>
  useInfiniteQuery({
    queryKey: ['images'],
    queryFn: ({ pageParam, signal }) =>
      shopCalls.listImages({ query: { after: pageParam, limit: pageSize }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
    // Forms and other users add pictures without an event.
    staleTime: 0,
  })

/** A job with live progress. */
export const useJob = (jobId: string) => {
  useLiveQueries('jobs', true, 'jobs')
  return useQuery({
    queryKey: ['jobs', 'one', jobId],
    queryFn: ({ signal }) => shopCalls.getJob({ params: { jobId }, signal }),
    select: ({ job }) => job,
  })
}
