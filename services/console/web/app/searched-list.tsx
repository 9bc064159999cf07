import type { ComponentProps, ReactNode } from 'react'
import { useFormat } from '../i18n/format.ts'
import { Page, Split } from '../ui/page.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { RecordList } from './record-list.tsx'
import { useListSearch } from './use-list-search.ts'

type ListProps<Row> = ComponentProps<typeof RecordList<Row & { id: string }>>

type Props<Row> = Pick<ListProps<Row>, 'rows' | 'columns' | 'isFiltered' | 'openId'> & {
  title: string
  /** Loads all records; the page searches and filters them itself. */
  query: ListProps<Row>['query'] & { data?: readonly unknown[] | undefined }
  search: string
  searchLabel: string
  /** Links to the other lists of the area. */
  tabs?: ReactNode
  filters?: ReactNode
  action?: ReactNode
  onOpen?: ListProps<Row>['onOpen'] | false
  none: Omit<ListProps<Row>['none'], 'action'>
  /** The side panel and dialogs. */
  children?: ReactNode
}

/** The page of a list that is loaded as a whole and searched in the browser. */
export const SearchedList = <Row extends { id: string }>(props: Props<Row>) => {
  const { title, query, rows, search, searchLabel, tabs, filters, action, onOpen, none, children } = props
  const { columns, isFiltered, openId } = props
  const format = useFormat()
  const { onSearch, showAll } = useListSearch()
  return (
    <Split>
      <Page
        title={title}
        {...(query.data && { count: format.number(rows.length) })}
        actions={action}
        toolbar={
          <>
            {tabs}
            <SearchField label={searchLabel} value={search} onChange={onSearch} />
            {filters}
          </>
        }
      >
        <RecordList
          label={title}
          query={query}
          rows={rows}
          columns={columns}
          {...(onOpen && { onOpen, openId })}
          isFiltered={isFiltered}
          onShowAll={showAll}
          none={{ ...none, action }}
        />
      </Page>
      {children}
    </Split>
  )
}
