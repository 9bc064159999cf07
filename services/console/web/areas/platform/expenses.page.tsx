import { getRouteApi } from '@tanstack/react-router'
import type { PlatformExpense } from '@workspace-platform/client/admin-billing'
import { Plus, Wallet } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useRows } from '../../app/use-rows.ts'
import { RecordList } from '../../app/record-list.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Button } from '../../ui/button.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { DayFilter } from '../../app/day-filter.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { ExpenseForm } from './expense.form.tsx'
import { toDays } from './money.rules.ts'
import { useAdminName, useExpenses } from './platform.queries.ts'
import type { PlatformSearch } from './platform-search.rules.ts'

const rowsOf = (page: { expenses: PlatformExpense[] }) => page.expenses
const route = getRouteApi('/shell/platform/expenses')

const columnsFor = (
  text: ReturnType<typeof useText>,
  format: Format,
  nameOf: ReturnType<typeof useAdminName>,
): Column<PlatformExpense>[] => [
  {
    id: 'category',
    header: text('platform.expenseCategory'),
    width: 1.5,
    cell: ({ category }) => <RowName>{category}</RowName>,
  },
  {
    id: 'note',
    header: text('platform.note'),
    width: 2.5,
    importance: 'secondary',
    cell: ({ note }) => note ?? <Quiet />,
  },
  {
    id: 'day',
    header: text('platform.spentOn'),
    width: 1.3,
    align: 'end',
    cell: ({ spentAt }) => format.dateTime(spentAt),
  },
  {
    id: 'by',
    header: text('platform.recordedBy'),
    width: 1.4,
    importance: 'detail',
    cell: ({ createdBy }) => nameOf(createdBy) ?? <Quiet />,
  },
  {
    id: 'amount',
    header: text('platform.amount'),
    width: 1,
    align: 'end',
    cell: ({ amount, currencyCode }) => format.money(amount, currencyCode),
  },
]

/** The expenses of the platform. */
export const Expenses = () => {
  const text = useText()
  const format = useFormat()
  const { change, showAll } = useListSearch<PlatformSearch>()
  const search = route.useSearch()
  const { category = '', open } = search
  const filter = { ...(category && { category }), ...toDays(search) }
  const expenses = useExpenses(filter)
  const list = useRows(expenses, rowsOf)
  const nameOf = useAdminName()
  const columns = useMemo(() => columnsFor(text, format, nameOf), [text, format, nameOf])
  const onCategory = useCallback((typed: string) => change({ category: typed.trim() }), [change])
  const add = (
    <Button kind="primary" onClick={() => change({ open: 'new' })}>
      <Plus aria-hidden="true" />
      {text('platform.recordExpense')}
    </Button>
  )
  return (
    <Split>
      <Page
        title={text('area.expenses')}
        actions={add}
        toolbar={
          <>
            <SearchField label={text('platform.searchCategory')} value={category} onChange={onCategory} />
            <DayFilter from={search.from} to={search.to} onChange={change} />
          </>
        }
      >
        <RecordList
          label={text('area.expenses')}
          query={expenses}
          {...list}
          columns={columns}
          isFiltered={Object.keys(filter).length > 0}
          onShowAll={showAll}
          none={{
            icon: Wallet,
            title: text('platform.noExpenses'),
            text: text('platform.noExpensesText'),
            action: add,
          }}
        />
      </Page>
      {open === 'new' && (
        <SidePanel title={text('platform.recordExpense')} onClose={() => change({ open: '' })}>
          <ExpenseForm onDone={() => change({ open: '' })} />
        </SidePanel>
      )}
    </Split>
  )
}
