import type { LucideIcon } from 'lucide-react'
import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailure } from './load-failure.tsx'

type Query = { error: unknown; isPending: boolean; hasNextPage?: boolean; refetch: () => unknown }

type Props = {
  /** Omitted for a list that is already loaded. */
  query?: Query
  isEmpty: boolean
  /** Shown for an empty list: what it will contain and what to do first. */
  none: { icon?: LucideIcon; title: string; text?: string; action?: ReactNode }
  /** Shown instead while filters are set. */
  notFound?: { title: string; text?: string; showAll: string; onShowAll: () => void } | false
  /** Shown while the list loads; tables have their own loading rows. */
  skeleton?: ReactNode
  /** For a list inside a card or panel. */
  isCompact?: boolean
  children: ReactNode
}

const loaded: Query = { error: null, isPending: false, refetch: () => undefined }

/** The content of a list: the list, its skeleton, why it could not be loaded, or why it is empty. */
export const ListBody = ({
  query = loaded,
  isEmpty,
  none,
  notFound,
  skeleton,
  isCompact = false,
  children,
}: Props) => {
  if (query.error && isEmpty)
    return <LoadFailure isCompact={isCompact} error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return skeleton ?? children
  if (!isEmpty || query.hasNextPage) return children
  if (notFound)
    return (
      <EmptyState
        icon={SearchX}
        isCompact={isCompact}
        title={notFound.title}
        action={<Button onClick={notFound.onShowAll}>{notFound.showAll}</Button>}
      >
        {notFound.text}
      </EmptyState>
    )
  return (
    <EmptyState
      {...(none.icon && { icon: none.icon })}
      isCompact={isCompact}
      title={none.title}
      action={none.action}
    >
      {none.text}
    </EmptyState>
  )
}
