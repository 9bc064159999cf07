import { getRouteApi } from '@tanstack/react-router'
import type { LabTest } from '@workspace-platform/client/labs'
import { FlaskConical, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { RecordList } from '../../app/record-list.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RowName, Written } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { LabsTabs } from './labs-tabs.tsx'
import type { LabsSearch } from './labs-search.rules.ts'
import styles from './labs.module.css'
import { useTestCount, useTests } from './labs.queries.ts'
import { TestFilters } from './test-filters.tsx'
import { NewTestForm } from './test.form.tsx'
import { summaryOf, testTones } from './test.rules.ts'

const route = getRouteApi('/shell/labs/')

const rowsOf = (page: { tests: LabTest[] }) => page.tests

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<LabTest>[] => [
  { id: 'number', header: text('labs.number'), width: 0.8, cell: ({ number }) => format.serial(number) },
  {
    id: 'client',
    header: text('labs.client'),
    width: 1.6,
    cell: ({ clientName }) => <RowName>{clientName}</RowName>,
  },
  {
    id: 'analyses',
    header: text('labs.analyses'),
    width: 2.4,
    importance: 'secondary',
    cell: ({ items }) => <Written>{format.list(items.map(({ testName }) => testName))}</Written>,
  },
  {
    id: 'results',
    header: text('labs.results'),
    width: 1.3,
    minWidth: 160,
    cell: (test) => {
      const { entered, ordered, isCritical, isAbnormal } = summaryOf(test)
      return (
        <span className={styles['line']}>
          <bdi>
            {text('labs.enteredOf', { entered: format.number(entered), ordered: format.number(ordered) })}
          </bdi>
          {isCritical ? (
            <Badge tone="bad">{text('labs.critical')}</Badge>
          ) : (
            isAbnormal && <Badge tone="warn">{text('labs.abnormal')}</Badge>
          )}
        </span>
      )
    },
  },
  {
    id: 'date',
    header: text('labs.testDate'),
    width: 0.9,
    importance: 'detail',
    cell: ({ testDate }) => format.date(testDate),
  },
  {
    id: 'status',
    header: text('labs.status'),
    width: 1.2,
    minWidth: statusWidth,
    importance: 'secondary',
    cell: ({ status }) => <Badge tone={testTones[status]}>{text(`testStatus.${status}`)}</Badge>,
  },
  {
    id: 'total',
    header: text('labs.total'),
    width: 1,
    align: 'end',
    importance: 'detail',
    cell: ({ total, currencyCode }) => format.money(total, currencyCode),
  },
]

/** The worklist: lab tests, newest first. */
export const TestsPage = () => {
  const text = useText()
  const format = useFormat()
  const mayRun = may(useMember(), 'labs.run')
  const navigate = route.useNavigate()
  const { change, showAll } = useListSearch<LabsSearch>()
  const { open, ...search } = route.useSearch()
  const tests = useTests(search)
  const { data: count } = useTestCount(search)
  const table = useRows(tests, rowsOf)
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  const show = ({ id }: { id: string }): void =>
    void navigate({ to: '/labs/tests/$testId', params: { testId: id } })
  const add = mayRun && (
    <Button kind="primary" onClick={() => change({ open: 'new' })}>
      <Plus aria-hidden="true" />
      {text('labs.newTest')}
    </Button>
  )
  return (
    <Split>
      <Page
        title={text('area.labs')}
        {...(typeof count === 'number' && { count: format.number(count) })}
        actions={add}
        toolbar={
          <>
            <LabsTabs />
            <TestFilters search={search} onChange={change} />
          </>
        }
      >
        <RecordList
          label={text('labs.tests')}
          query={tests}
          rows={table.rows}
          columns={columns}
          onOpen={show}
          onEnd={table.onEnd}
          isLoadingMore={table.isLoadingMore}
          isFiltered={Object.keys(search).length > 0}
          onShowAll={showAll}
          none={{
            icon: FlaskConical,
            title: text('labs.noTests'),
            text: text('labs.noTestsText'),
            action: add,
          }}
        />
      </Page>
      {open === 'new' && mayRun && (
        <SidePanel title={text('labs.newTest')} onClose={() => change({ open: '' })}>
          <NewTestForm onCancel={() => change({ open: '' })} onSaved={show} />
        </SidePanel>
      )}
    </Split>
  )
}
