import { getRouteApi, Link } from '@tanstack/react-router'
import type { Plan } from '@workspace-platform/client/admin-billing'
import { Layers, Plus } from 'lucide-react'
import { useMemo } from 'react'
import { SearchedList } from '../../app/searched-list.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { RowName } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { AvailabilityFilter } from './availability-filter.tsx'
import { findOffers, nameIn } from './offers.rules.ts'
import { toPlanFields } from './plan.rules.ts'
import { usePlans } from './platform.queries.ts'
import { toOptionalNumber } from './workspace.rules.ts'
import type { PlatformSearch } from './platform-search.rules.ts'

const route = getRouteApi('/shell/platform/plans')

const columnsFor = (text: ReturnType<typeof useText>, format: Format, language: string): Column<Plan>[] => {
  const limit = (value: string): string => {
    const count = toOptionalNumber(value)
    return count === null ? text('platform.unlimited') : format.number(count)
  }
  const price = (value: string): string => {
    const amount = toOptionalNumber(value)
    return amount === null ? '–' : format.money(amount, 'USD')
  }
  return [
    {
      id: 'name',
      header: text('platform.name'),
      width: 1.6,
      cell: (plan) => <RowName>{nameIn(language, plan)}</RowName>,
    },
    {
      id: 'state',
      header: text('platform.availability'),
      width: 1.1,
      minWidth: statusWidth,
      cell: ({ isActive }) => (
        <Badge tone={isActive ? 'ok' : 'neutral'}>
          {text(isActive ? 'platform.offered' : 'platform.notOffered')}
        </Badge>
      ),
    },
    {
      id: 'staff',
      header: text('platform.maxStaff'),
      width: 1,
      align: 'end',
      importance: 'secondary',
      cell: (plan) => limit(toPlanFields(plan).maxStaff),
    },
    {
      id: 'storage',
      header: text('platform.storageMb'),
      width: 1,
      align: 'end',
      importance: 'secondary',
      cell: (plan) => limit(toPlanFields(plan).storageMb),
    },
    {
      id: 'monthly',
      header: text('platform.period.monthly'),
      width: 1,
      align: 'end',
      cell: (plan) => price(toPlanFields(plan).monthly),
    },
    {
      id: 'annual',
      header: text('platform.period.annual'),
      width: 1,
      align: 'end',
      importance: 'secondary',
      cell: (plan) => price(toPlanFields(plan).annual),
    },
  ]
}

export const Plans = () => {
  const text = useText()
  const format = useFormat()
  const { language } = useLanguage()
  const navigate = route.useNavigate()
  const { change } = useListSearch<PlatformSearch>()
  const { search = '', state = '' } = route.useSearch()
  const plans = usePlans()
  const rows = useMemo(() => findOffers(plans.data ?? [], { search, state }), [plans.data, search, state])
  const columns = useMemo(() => columnsFor(text, format, language), [text, format, language])
  const add = (
    <Link
      to="/platform/plans/$planId"
      params={{ planId: 'new' }}
      className={buttonClass({ kind: 'primary' })}
    >
      <Plus aria-hidden="true" />
      {text('platform.addPlan')}
    </Link>
  )
  return (
    <SearchedList
      title={text('area.plans')}
      query={plans}
      rows={rows}
      columns={columns}
      search={search}
      searchLabel={text('platform.searchPlans')}
      filters={<AvailabilityFilter value={state} onChange={(next) => change({ state: next })} />}
      action={add}
      onOpen={({ id }) => void navigate({ to: '/platform/plans/$planId', params: { planId: id } })}
      isFiltered={search !== '' || state !== ''}
      none={{ icon: Layers, title: text('platform.noPlans'), text: text('platform.noPlansText') }}
    />
  )
}
