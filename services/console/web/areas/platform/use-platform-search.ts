import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { changeSearch } from './platform-search.rules.ts'
import type { PlatformSearch } from './platform-search.rules.ts'

/** Returns functions that change the filters of the current screen in its address. */
export const usePlatformSearch = () => {
  const navigate = useNavigate()
  const change = useCallback(
    (changes: PlatformSearch) =>
      void navigate({
        to: '.',
        search: (before: PlatformSearch) => changeSearch(before, changes),
        replace: true,
      }),
    [navigate],
  )
  const onSearch = useCallback((typed: string) => change({ search: typed }), [change])
  const showAll = useCallback(() => void navigate({ to: '.', search: {} }), [navigate])
  return { change, onSearch, showAll }
}
