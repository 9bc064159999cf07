import { getRouteApi } from '@tanstack/react-router'
import type { LabAnalysis } from '@workspace-platform/client/labs'
import { Microscope, Plus } from 'lucide-react'
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
import { Quiet, RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FilterToggle } from '../../ui/filter-select.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { AnalysisForm } from './analysis.form.tsx'
import { AnalysisPanel } from './analysis.panel.tsx'
import { useAnalyses } from './catalogue.queries.ts'
import { LabsTabs } from './labs-tabs.tsx'
import type { LabsSearch } from './labs-search.rules.ts'
import styles from './labs.module.css'

const route = getRouteApi('/shell/labs/analyses')

const rowsOf = (page: { analyses: LabAnalysis[] }) => page.analyses

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<LabAnalysis>[] => [
  {
    id: 'name',
    header: text('labs.testName'),
    width: 2.4,
    cell: ({ testName, deletedAt }) => (
      <span className={styles['line']}>
        <RowName>{testName}</RowName>
        {deletedAt && <Badge>{text('labs.deactivated')}</Badge>}
      </span>
    ),
  },
  {
    id: 'unit',
    header: text('labs.unit'),
    width: 1,
    importance: 'secondary',
    cell: ({ unit }) => (unit ? <bdi>{unit}</bdi> : <Quiet />),
  },
  {
    id: 'ranges',
    header: text('labs.ranges'),
    width: 1,
    align: 'end',
    importance: 'secondary',
    cell: ({ ranges }) => (ranges.length > 0 ? format.number(ranges.length) : <Quiet />),
  },
  {
    id: 'price',
    header: text('labs.price'),
    width: 1.1,
    align: 'end',
    cell: ({ price }) => format.money(price),
  },
]

/** The analyses that can be ordered. */
export const AnalysesPage = () => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'labs.manage')
  const { change, onSearch, showAll } = useListSearch<LabsSearch>()
  const { search = '', state, open } = route.useSearch()
  const showsAll = state === 'all'
  const analyses = useAnalyses({ search, includeDeleted: showsAll })
  const table = useRows(analyses, rowsOf)
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  const close = (): void => change({ open: '' })
  const add = mayManage && (
    <Button kind="primary" onClick={() => change({ open: 'new' })}>
      <Plus aria-hidden="true" />
      {text('labs.addAnalysis')}
    </Button>
  )
  return (
    <Split>
      <Page
        title={text('labs.analyses')}
        actions={add}
        toolbar={
          <>
            <LabsTabs />
            <SearchField label={text('labs.searchAnalyses')} value={search} onChange={onSearch} />
            <FilterToggle
              label={text('labs.withDeactivated')}
              isOn={showsAll}
              onChange={(isOn) => change({ state: isOn ? 'all' : '' })}
            />
          </>
        }
      >
        <RecordList
          label={text('labs.analyses')}
          query={analyses}
          rows={table.rows}
          columns={columns}
          openId={open}
          onOpen={({ id }) => change({ open: id })}
          onEnd={table.onEnd}
          isLoadingMore={table.isLoadingMore}
          isFiltered={search !== ''}
          onShowAll={showAll}
          none={{
            icon: Microscope,
            title: text('labs.noAnalyses'),
            text: text('labs.noAnalysesText'),
            action: add,
          }}
        />
      </Page>
      {open === 'new' && mayManage && (
        <SidePanel title={text('labs.newAnalysis')} onClose={close}>
          <AnalysisForm onCancel={close} onSaved={({ id }) => change({ open: id })} />
        </SidePanel>
      )}
      {open && open !== 'new' && <AnalysisPanel key={open} analysisId={open} onClose={close} />}
    </Split>
  )
}
