import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, describe, expect, it } from 'vitest'
import { replacePage, shortenHiddenLists, showRows } from './long-lists.ts'
import { reloadQueriesOf } from './reload-queries.ts'

const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } })
afterEach(() => client.clear())

type ClientPage = { clients: { id: string; name: string }[]; next: number | undefined }

const pageSize = 10

/** Observes a list of clients with these pages loaded. */
const observe = async (count: number, pages: number) => {
  const records = Array.from({ length: count }, (_, index) => ({ id: `c${index}`, name: 'old' }))
  const requests: number[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['clients', 'list'],
    queryFn: async ({ pageParam }): Promise<ClientPage> => {
      requests.push(pageParam)
      const clients = records.slice(pageParam, pageParam + pageSize)
      return { clients, next: pageParam + pageSize < records.length ? pageParam + pageSize : undefined }
    },
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  })
  const unsubscribe = observer.subscribe(() => undefined)
  await observer.refetch()
  for (let page = 1; page < pages; page++) await observer.fetchNextPage()
  const data = () => observer.getCurrentResult().data!
  const see = (first: number, last: number) => showRows(client, data(), { first, last })
  const names = () => data().pages.flatMap(({ clients }) => clients.map(({ name }) => name))
  requests.length = 0
  return { records, requests, see, names, data, unsubscribe }
}

describe('reloadQueriesOf', () => {
  it('reloads the first page of a long list and the pages in view, and the others when they come into view', async () => {
    const { records, requests, see, names } = await observe(100, 10)
    see(52, 61)
    records.splice(0, records.length, ...records.map((record) => ({ ...record, name: 'new' })))
    await reloadQueriesOf(client, [['clients']])
    expect(requests).toEqual([0, 50, 60])
    expect([names()[0], names()[20], names()[55], names()[99]]).toEqual(['new', 'old', 'new', 'old'])
    see(80, 89)
    await reloadQueriesOf(client, [['clients']])
    expect(names()[85]).toBe('new')
    expect(new Set(requests.slice(3))).toEqual(new Set([80, 0]))
  })

  it('reloads a short list completely', async () => {
    const { requests, see } = await observe(100, 3)
    see(0, 9)
    await reloadQueriesOf(client, [['clients']])
    expect(requests).toEqual([0, 10, 20])
  })
})

describe('shortenHiddenLists', () => {
  it('keeps three pages of a hidden list', async () => {
    const stop = shortenHiddenLists(client)
    const { unsubscribe } = await observe(100, 10)
    unsubscribe()
    stop()
    const { pages } = client.getQueryData<{ pages: unknown[] }>(['clients', 'list'])!
    expect(pages).toHaveLength(3)
  })
})

describe('replacePage', () => {
  const page = (...ids: string[]) => ({ clients: ids.map((id) => ({ id })) })

  it('keeps rows that a new row pushed off the page', () => {
    expect(replacePage([page('a', 'b'), page('c')], 0, page('new', 'a'))).toEqual([
      page('new', 'a', 'b'),
      page('c'),
    ])
  })

  it('shows rows only once after deletions moved them up', () => {
    expect(replacePage([page('a', 'b'), page('c', 'd')], 0, page('b', 'c'))).toEqual([
      page('b', 'c'),
      page('d'),
    ])
  })
})
