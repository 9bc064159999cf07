import type { LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { useText } from '../i18n/language.ts'
import { DataTable } from '../ui/data-table.tsx'
import type { Column } from '../ui/data-table.tsx'
import { ListBody } from './list-body.tsx'

type Props<Row> = {
  label: string
  query: NonNullable<ComponentProps<typeof ListBody>['query']>
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  onOpen?: (row: Row) => void
  openId?: string | undefined
  onEnd?: () => void
  /** Called with the rows in view; not set for lists that leave rows out. */
  onView?: (first: number, last: number) => void
  isLoadingMore?: boolean
  isFiltered: boolean
  onShowAll: () => void
  /** The searched fields, shown when nothing was found. */
  notFoundText?: string
  none: { icon: LucideIcon; title: string; text: string; action?: ReactNode }
}

/** The table of a screen, or a text that explains why it is empty. */
export const RecordList = <Row extends { id: string }>(props: Props<Row>) => {
  const { label, query, rows, columns, onOpen, openId, onEnd, onView, isLoadingMore = false, none } = props
  const { isFiltered, onShowAll, notFoundText } = props
  const text = useText()
  // Filters that the API does not support may remove every row of the loaded pages.
  const isMoreNeeded = rows.length === 0 && query.hasNextPage === true && !isLoadingMore
  useEffect(() => {
    if (isMoreNeeded) onEnd?.()
  }, [isMoreNeeded, onEnd])
  return (
    <ListBody
      query={query}
      isEmpty={rows.length === 0}
      none={none}
      notFound={
        isFiltered && {
          title: text('list.notFound'),
          text: notFoundText ?? text('list.notFoundText'),
          showAll: text('list.showAll'),
          onShowAll,
        }
      }
    >
      <DataTable
        label={label}
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        {...(onOpen && { onOpen, selectedId: openId ?? null })}
        {...(onEnd && { onEnd })}
        {...(onView && { onView })}
        isLoading={query.isPending}
        isLoadingMore={isLoadingMore}
      />
    </ListBody>
  )
}
