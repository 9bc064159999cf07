import { getRouteApi } from '@tanstack/react-router'
import { Paperclip, Plus, TrendingDown, TrendingUp } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { ExportButton } from '../../app/export-button.tsx'
import { RecordList } from '../../app/record-list.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { BooksTabs } from './books-tabs.tsx'
import styles from './books.module.css'
import { exportEntries, useEntries, useEntryCount } from './entries.queries.ts'
import { EntryFilters } from './entry-filters.tsx'
import { EntryForm } from './entry.form.tsx'
import { EntryPanel } from './entry.panel.tsx'
import type { Entry, Kind } from './entry.rules.ts'
import type { EntrySearch } from './entry-search.rules.ts'
import { useBookedTexts } from './use-booked-texts.ts'
import type { BookedTexts } from './use-booked-texts.ts'

type ListSearch = EntrySearch & { open?: string }
type ListProps = {
  kind: Kind
  listSearch: ListSearch
  onSearch: (search: ListSearch, isReplaced: boolean) => void
}

const incomesRoute = getRouteApi('/shell/books/incomes')
const expensesRoute = getRouteApi('/shell/books/expenses')

export const IncomesPage = () => {
  const navigate = incomesRoute.useNavigate()
  const onSearch = useCallback(
    (search: ListSearch, replace: boolean) => void navigate({ search, replace }),
    [navigate],
  )
  return <EntriesPage kind="incomes" listSearch={incomesRoute.useSearch()} onSearch={onSearch} />
}

export const ExpensesPage = () => {
  const navigate = expensesRoute.useNavigate()
  const onSearch = useCallback(
    (search: ListSearch, replace: boolean) => void navigate({ search, replace }),
    [navigate],
  )
  return <EntriesPage kind="expenses" listSearch={expensesRoute.useSearch()} onSearch={onSearch} />
}

const rowsOf = (page: { entries: Entry[] }) => page.entries

const none = <Quiet />

const columnsFor = (
  kind: Kind,
  text: ReturnType<typeof useText>,
  format: Format,
  { titleOf, categoryName }: BookedTexts,
): Column<Entry>[] => [
  { id: 'date', header: text('books.date'), width: 0.9, cell: ({ date }) => format.date(date) },
  {
    id: 'title',
    header: text('books.title'),
    width: 2.2,
    cell: ({ receipts, ...entry }) => (
      <>
        <RowName>{titleOf(entry)}</RowName>
        {receipts.length > 0 && (
          <Paperclip className={styles['clip']} role="img" aria-label={text('books.hasReceipts')} />
        )}
      </>
    ),
  },
  {
    id: 'party',
    header: text(`books.party.${kind}`),
    width: 1.4,
    importance: 'secondary',
    cell: ({ party }) => party ?? none,
  },
  {
    id: 'category',
    header: text('books.label.category'),
    width: 1.2,
    importance: 'secondary',
    cell: ({ category }) => (category === null ? none : categoryName(category)),
  },
  {
    id: 'account',
    header: text('books.label.account'),
    width: 1,
    importance: 'detail',
    cell: ({ account }) => account ?? none,
  },
  {
    id: 'amount',
    header: text('books.amount'),
    width: 1.2,
    align: 'end',
    cell: ({ amount, currencyCode }) => format.money(amount, currencyCode),
  },
]

/** The incomes or expenses, the latest date first. */
const EntriesPage = ({ kind, listSearch, onSearch }: ListProps) => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'finance.manage')
  const { open, ...search } = listSearch
  const entries = useEntries(kind, search)
  const { data: count } = useEntryCount(kind, search)
  const table = useRows(entries, rowsOf)
  const booked = useBookedTexts()
  const columns = useMemo(() => columnsFor(kind, text, format, booked), [kind, text, format, booked])
  const show = (next: string | null): void => onSearch({ ...search, ...(next && { open: next }) }, false)
  const filter = useCallback((next: EntrySearch) => onSearch(next, true), [onSearch])
  const add = mayManage && (
    <Button kind="primary" onClick={() => show('new')}>
      <Plus aria-hidden="true" />
      {text(kind === 'incomes' ? 'books.addIncome' : 'books.addExpense')}
    </Button>
  )
  return (
    <Split>
      <Page
        title={text(`books.list.${kind}`)}
        {...(typeof count === 'number' && { count: format.number(count) })}
        actions={
          <>
            <ExportButton name={text(`books.list.${kind}`)} load={() => exportEntries(kind, search)} />
            {add}
          </>
        }
        toolbar={
          <>
            <BooksTabs />
            <EntryFilters kind={kind} search={search} onChange={filter} />
          </>
        }
      >
        <RecordList
          label={text(`books.list.${kind}`)}
          query={entries}
          {...table}
          openId={open}
          onOpen={({ id }) => show(id)}
          columns={columns}
          isFiltered={Object.keys(search).length > 0}
          onShowAll={() => filter({})}
          none={{
            icon: kind === 'incomes' ? TrendingUp : TrendingDown,
            title: text(`books.none.${kind}`),
            text: text(`books.noneText.${kind}`),
            action: add,
          }}
        />
      </Page>
      {open === 'new' && mayManage && (
        <SidePanel title={text(`books.new.${kind}`)} onClose={() => show(null)}>
          <EntryForm
            kind={kind}
            onCancel={() => show(null)}
            onSaved={({ id }) => {
              show(id)
              showToast(text('action.saved'))
            }}
          />
        </SidePanel>
      )}
      {open && open !== 'new' && (
        <EntryPanel key={open} kind={kind} entryId={open} onClose={() => show(null)} />
      )}
    </Split>
  )
}
