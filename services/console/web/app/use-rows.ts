import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { showRows } from './long-lists.ts'
import { queryClient } from './query-client.ts'

/**
 * Returns the rows of all loaded pages, and the properties with which a `RecordList` shows them and loads more at its
 * end. `rowsOf` must be the same function every time.
 */
export const useRows = <Page, Row>(
  query: UseInfiniteQueryResult<InfiniteData<Page>>,
  rowsOf: (page: Page) => readonly Row[],
) => {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query
  const rows = useMemo(() => data?.pages.flatMap(rowsOf) ?? [], [data, rowsOf])
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  const onView = useCallback(
    (first: number, last: number) => data && showRows(queryClient, data, { first, last }),
    [data],
  )
  return { rows, onEnd, onView, isLoadingMore: isFetchingNextPage }
}
