import { getRouteApi } from '@tanstack/react-router'
import type { LabUnit } from '@workspace-platform/client/labs'
import { Plus, Ruler } from 'lucide-react'
import { useMemo } from 'react'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { SearchedList } from '../../app/searched-list.tsx'
import { useMember } from '../../app/session.ts'
import { may } from '../../app/session.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FilterToggle } from '../../ui/filter-select.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { useUnits } from './catalogue.queries.ts'
import { LabsTabs } from './labs-tabs.tsx'
import type { LabsSearch } from './labs-search.rules.ts'
import styles from './labs.module.css'
import { UnitForm } from './unit.form.tsx'

const route = getRouteApi('/shell/labs/units')

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<LabUnit>[] => [
  {
    id: 'title',
    header: text('labs.unitName'),
    width: 2,
    cell: ({ labUnitTitle, deletedAt }) => (
      <span className={styles['line']}>
        <RowName>
          <bdi>{labUnitTitle}</bdi>
        </RowName>
        {deletedAt && <Badge>{text('labs.deactivated')}</Badge>}
      </span>
    ),
  },
  {
    id: 'created',
    header: text('labs.added'),
    width: 1,
    align: 'end',
    cell: ({ createdAt }) => format.date(createdAt),
  },
]

/** The units of measurement. */
export const UnitsPage = () => {
  const text = useText()
  const format = useFormat()
  const mayManage = may(useMember(), 'labs.manage')
  const { change } = useListSearch<LabsSearch>()
  const { search = '', state, open } = route.useSearch()
  const showsAll = state === 'all'
  const units = useUnits(showsAll)
  const rows = useMemo(
    () => (units.data ?? []).filter(({ labUnitTitle }) => matchesQuery(search, labUnitTitle)),
    [units.data, search],
  )
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  const close = (): void => change({ open: '' })
  const unit = units.data?.find(({ id }) => id === open)
  const add = mayManage && (
    <Button kind="primary" onClick={() => change({ open: 'new' })}>
      <Plus aria-hidden="true" />
      {text('labs.addUnit')}
    </Button>
  )
  return (
    <SearchedList
      title={text('labs.units')}
      query={units}
      rows={rows}
      columns={columns}
      search={search}
      searchLabel={text('labs.searchUnits')}
      tabs={<LabsTabs />}
      filters={
        <FilterToggle
          label={text('labs.withDeactivated')}
          isOn={showsAll}
          onChange={(isOn) => change({ state: isOn ? 'all' : '' })}
        />
      }
      action={add}
      openId={open}
      onOpen={mayManage && (({ id }: LabUnit) => change({ open: id }))}
      isFiltered={search !== ''}
      none={{ icon: Ruler, title: text('labs.noUnits'), text: text('labs.noUnitsText') }}
    >
      {mayManage && (open === 'new' || unit) && (
        <SidePanel title={unit?.labUnitTitle ?? text('labs.addUnit')} onClose={close}>
          <UnitForm key={open} unit={unit ?? null} onDone={close} />
        </SidePanel>
      )}
    </SearchedList>
  )
}
