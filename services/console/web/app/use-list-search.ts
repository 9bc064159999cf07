import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { changeSearch } from './list-search.rules.ts'
import type { ListSearch } from './list-search.rules.ts'

/** Returns functions that change the current screen's filters in its URL. */
export const useListSearch = <Search extends ListSearch<string>>() => {
  const navigate = useNavigate()
  const change = useCallback(
    (changes: Search) =>
      void navigate({
        to: '.',
        search: (before: object) => changeSearch<ListSearch<string>>(before, changes),
        replace: true,
      }),
    [navigate],
  )
  const onSearch = useCallback(
    (typed: string) => change({ search: typed } as ListSearch<string> as Search),
    [change],
  )
  const showAll = useCallback(() => void navigate({ to: '.', search: {} }), [navigate])
  return { change, onSearch, showAll }
}
