import { getRouteApi } from '@tanstack/react-router'
import type { RecurringExpenseRule } from '@workspace-platform/client/finance'
import { Plus, Repeat } from 'lucide-react'
import { useMemo } from 'react'
import { DayFilter } from '../../app/day-filter.tsx'
import type { ListSearch } from '../../app/list-search.rules.ts'
import { RecordList } from '../../app/record-list.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { showToast } from '../../ui/toast.tsx'
import { BooksTabs } from './books-tabs.tsx'
import { useRules } from './recurring.queries.ts'
import { useNextDate } from './rule-schedule.ts'
import { RuleForm } from './rule.form.tsx'
import { RulePanel } from './rule.panel.tsx'

const route = getRouteApi('/shell/books/recurring')
const statuses = ['all', 'active', 'paused'] as const

const rowsOf = (page: { rules: RecurringExpenseRule[] }) => page.rules

/** The recurring expenses with their next dates. */
export const RulesPage = () => {
  const text = useText()
  const format = useFormat()
  const { change, showAll } = useListSearch<ListSearch<'status' | 'from' | 'to' | 'open'>>()
  const mayManage = may(useMember(), 'finance.manage')
  const { open, ...filter } = route.useSearch()
  const rules = useRules(filter)
  const table = useRows(rules, rowsOf)
  const nextDate = useNextDate()
  const columns = useMemo(
    (): Column<RecurringExpenseRule>[] => [
      {
        id: 'title',
        header: text('books.title'),
        width: 2,
        cell: ({ title }) => <RowName>{title}</RowName>,
      },
      {
        id: 'frequency',
        header: text('books.frequency'),
        width: 1,
        importance: 'secondary',
        cell: ({ frequency }) => text(`books.frequency.${frequency}`),
      },
      { id: 'next', header: text('books.next'), width: 1.1, cell: nextDate },
      {
        id: 'category',
        header: text('books.label.category'),
        width: 1.2,
        importance: 'detail',
        cell: ({ category }) => category ?? <Quiet />,
      },
      {
        id: 'status',
        header: text('books.status'),
        width: 0.9,
        minWidth: statusWidth,
        importance: 'secondary',
        cell: (rule) => (
          <Badge tone={rule.status === 'active' ? 'ok' : 'neutral'}>
            {text(`books.status.${rule.status}`)}
          </Badge>
        ),
      },
      {
        id: 'amount',
        header: text('books.amount'),
        width: 1.2,
        align: 'end',
        cell: ({ amount, currencyCode }) => format.money(amount, currencyCode),
      },
    ],
    // `nextDate` depends on the same two values.
    [text, format],
  )
  const show = (next: string | null): void => change({ open: next ?? '' })
  const add = mayManage && (
    <Button kind="primary" onClick={() => show('new')}>
      <Plus aria-hidden="true" />
      {text('books.addRule')}
    </Button>
  )
  return (
    <Split>
      <Page
        title={text('books.recurring')}
        actions={add}
        toolbar={
          <>
            <BooksTabs />
            <Segmented
              label={text('books.status')}
              value={filter.status ?? 'all'}
              options={statuses.map((value) => ({ value, label: text(`books.status.${value}`) }))}
              onChange={(next) => change({ status: next === 'all' ? '' : next })}
            />
            <DayFilter label={text('books.startDate')} from={filter.from} to={filter.to} onChange={change} />
          </>
        }
      >
        <RecordList
          label={text('books.recurring')}
          query={rules}
          {...table}
          openId={open}
          onOpen={({ id }) => show(id)}
          columns={columns}
          isFiltered={Object.keys(filter).length > 0}
          onShowAll={showAll}
          none={{ icon: Repeat, title: text('books.noRules'), text: text('books.noRulesText'), action: add }}
        />
      </Page>
      {open === 'new' && mayManage && (
        <SidePanel title={text('books.newRule')} onClose={() => show(null)}>
          <RuleForm
            onCancel={() => show(null)}
            onSaved={({ id }) => {
              show(id)
              showToast(text('action.saved'))
            }}
          />
        </SidePanel>
      )}
      {open && open !== 'new' && <RulePanel key={open} ruleId={open} onClose={() => show(null)} />}
    </Split>
  )
}
