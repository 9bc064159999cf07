import type { InfiniteData, Query, QueryClient, QueryFunctionContext } from '@tanstack/react-query'

type Page = Record<string, unknown>
type Pages = InfiniteData<Page>
type Row = { id: string }
type View = { first: number; last: number }

/** Longer lists reload only their first page and the pages in view. */
const maxPages = 3
const retryMs = 5000

/** The visible rows of a list. */
const views = new WeakMap<Pages, View>()
/** Pages that may have changed since they were loaded. They are loaded again when they come into view. */
const stale = new WeakSet<Page>()
const running = new WeakMap<Query, Promise<void>>()

const pagesOf = (query: Query): Pages | null => {
  const data = query.state.data as Partial<Pages> | undefined
  return data?.pages && data.pageParams ? (data as Pages) : null
}

/** Returns whether a list is too long to reload completely, and is known to show only some of its rows. */
export const isLong = (query: Query): boolean => {
  const data = pagesOf(query)
  return data !== null && data.pages.length > maxPages && views.has(data)
}

/** Returns the name of a page's only list. */
const listIn = (page: Page): string => Object.keys(page).find((name) => Array.isArray(page[name])) ?? ''
const rowsIn = (page: Page): Row[] => (page[listIn(page)] ?? []) as Row[]

const inView = (data: Pages): number[] => {
  const { first, last } = views.get(data) ?? { first: 0, last: 0 }
  let end = 0
  return data.pages.flatMap((page, index) => {
    const start = end
    end += rowsIn(page).length
    return start <= last && end > first ? [index] : []
  })
}

/**
 * Returns the pages with one of them replaced. Rows that new ones pushed off its end stay, because the next
 * page starts after them; rows that moved up from other pages are shown once.
 */
export const replacePage = (pages: readonly Page[], index: number, loaded: Page): Page[] => {
  const list = listIn(loaded)
  const fresh = rowsIn(loaded)
  const ids = new Set(fresh.map(({ id }) => id))
  const before = rowsIn(pages[index]!)
  const end = before.findLastIndex(({ id }) => ids.has(id))
  const pushedOut = index < pages.length - 1 && end >= 0 ? before.slice(end + 1) : []
  const next = [...fresh, ...pushedOut]
  const shown = new Set(next.map(({ id }) => id))
  return pages.map((page, each) => {
    if (each === index) return { ...loaded, [list]: next }
    const others = rowsIn(page).filter(({ id }) => !shown.has(id))
    return others.length === rowsIn(page).length ? page : { ...page, [list]: others }
  })
}

const loadPage = async (client: QueryClient, query: Query, index: number): Promise<void> => {
  const data = pagesOf(query)
  const page = data?.pages[index]
  const queryFn = query.options.queryFn
  if (!data || !page || typeof queryFn !== 'function') return
  const pageParam = data.pageParams[index]
  const context = { client, queryKey: query.queryKey, pageParam, signal: new AbortController().signal }
  stale.delete(page)
  try {
    const loaded = (await queryFn({ ...context, meta: undefined } as QueryFunctionContext)) as Page
    // The next page may be loading, and its reply replaces all pages.
    while (query.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
    const current = pagesOf(query)
    if (!current || current.pageParams[index] !== pageParam) return
    const changed = { ...current, pages: replacePage(current.pages, index, loaded) }
    const next = client.setQueryData<Pages>(query.queryKey, changed)!
    const view = views.get(current)
    if (view) views.set(next, view)
    for (const [each, before] of current.pages.entries())
      if (each !== index && stale.has(before)) stale.add(next.pages[each]!)
  } catch (error) {
    stale.add(page)
    throw error
  }
}

const refresh = async (client: QueryClient, query: Query): Promise<void> => {
  await running.get(query)
  const data = pagesOf(query)
  const wanted = data ? inView(data).filter((index) => stale.has(data.pages[index]!)) : []
  if (data && stale.has(data.pages[0]!)) wanted.unshift(0)
  try {
    for (const index of new Set(wanted)) await loadPage(client, query, index)
  } catch {
    setTimeout(() => void start(client, query), retryMs)
  }
}

/** Loads stale pages in view, one list at a time. */
const start = (client: QueryClient, query: Query): Promise<void> => {
  const work = refresh(client, query)
  running.set(query, work)
  return work
}

/**
 * Reloads the first page of a long list and the pages in view; the others are reloaded when they come into
 * view.
 */
export const reloadLong = (client: QueryClient, query: Query): Promise<void> => {
  for (const page of pagesOf(query)?.pages ?? []) stale.add(page)
  return start(client, query)
}

/** Reports which rows of a list are in view. */
export const showRows = (client: QueryClient, data: unknown, view: View): void => {
  const pages = data as Pages
  views.set(pages, view)
  if (!inView(pages).some((index) => stale.has(pages.pages[index]!))) return
  const query = client
    .getQueryCache()
    .find({ queryKey: [], exact: false, predicate: ({ state }) => state.data === pages })
  if (query) void start(client, query)
}

/** Shortens long lists that are no longer shown, which would otherwise be loaded as a whole when they are opened again. */
export const shortenHiddenLists = (client: QueryClient): (() => void) =>
  client.getQueryCache().subscribe(({ type, query }) => {
    const data = pagesOf(query)
    if (type !== 'observerRemoved' || query.getObserversCount() > 0 || !data) return
    if (data.pages.length <= maxPages) return
    const isStale = query.state.isInvalidated || data.pages.some((page) => stale.has(page))
    client.setQueryData(
      query.queryKey,
      { pages: data.pages.slice(0, maxPages), pageParams: data.pageParams.slice(0, maxPages) },
      { updatedAt: query.state.dataUpdatedAt },
    )
    if (isStale) query.invalidate()
  })
