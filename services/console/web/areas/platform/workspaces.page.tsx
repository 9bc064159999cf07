import { getRouteApi } from '@tanstack/react-router'
import type { AdminWorkspace } from '@workspace-platform/client/admin-billing'
import { Building2 } from 'lucide-react'
import { useMemo } from 'react'
import { mayAdminister } from '../../app/admin.rules.ts'
import { useMember } from '../../app/session.ts'
import { useRows } from '../../app/use-rows.ts'
import { RecordList } from '../../app/record-list.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useLanguage, useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { RowName } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { nameIn } from './offers.rules.ts'
import type { PlatformSearch } from './platform-search.rules.ts'
import { useCategories, usePlanName, usePlans, useWorkspaceCount, useWorkspaces } from './platform.queries.ts'
import type { WorkspaceFilter } from './platform.queries.ts'
import { stateOf, stateTones } from './workspace.rules.ts'

const rowsOf = (page: { workspaces: AdminWorkspace[] }) => page.workspaces
const route = getRouteApi('/shell/platform/workspaces')
const states = ['active', 'expired'] as const

const columnsFor = (
  text: ReturnType<typeof useText>,
  format: Format,
  planName: ReturnType<typeof usePlanName>,
): Column<AdminWorkspace>[] => [
  {
    id: 'name',
    header: text('platform.name'),
    width: 2,
    cell: ({ name }) => <RowName>{name}</RowName>,
  },
  {
    id: 'email',
    header: text('platform.email'),
    width: 2,
    importance: 'secondary',
    cell: ({ email }) => <span dir="ltr">{email}</span>,
  },
  { id: 'plan', header: text('platform.plan'), width: 1, cell: ({ plan }) => planName(plan) },
  {
    id: 'state',
    header: text('platform.subscription'),
    width: 1.1,
    minWidth: statusWidth,
    cell: (workspace) => {
      const state = stateOf(workspace, new Date())
      return <Badge tone={stateTones[state]}>{text(`platform.state.${state}`)}</Badge>
    },
  },
  {
    id: 'end',
    header: text('platform.endsOn'),
    width: 1,
    align: 'end',
    importance: 'secondary',
    cell: ({ subscriptionEndDate }) =>
      subscriptionEndDate ? format.fullDate(subscriptionEndDate) : text('platform.never'),
  },
  {
    id: 'since',
    header: text('platform.since'),
    width: 1,
    align: 'end',
    importance: 'detail',
    cell: ({ createdAt }) => format.fullDate(createdAt),
  },
]

const filterOf = ({ search, plan, category, state }: PlatformSearch): WorkspaceFilter => {
  const subscription = states.find((each) => each === state)
  return {
    ...(search && { search }),
    ...(plan && { planId: plan }),
    ...(category && { businessCategorySlug: category }),
    ...(subscription && { subscription }),
  }
}

export const Workspaces = () => {
  const text = useText()
  const format = useFormat()
  const { language } = useLanguage()
  const planName = usePlanName()
  const mayPlan = mayAdminister(useMember(), 'plans.manage')
  const navigate = route.useNavigate()
  const { change, onSearch, showAll } = useListSearch<PlatformSearch>()
  const search = route.useSearch()
  const filter = filterOf(search)
  const workspaces = useWorkspaces(filter)
  const { data: count } = useWorkspaceCount(filter)
  const { data: plans } = usePlans(mayPlan)
  const { data: categories } = useCategories(mayPlan)
  const list = useRows(workspaces, rowsOf)
  const columns = useMemo(() => columnsFor(text, format, planName), [text, format, planName])
  return (
    <Page
      title={text('area.workspaces')}
      {...(typeof count === 'number' && { count: format.number(count) })}
      toolbar={
        <>
          <SearchField
            label={text('platform.searchWorkspaces')}
            value={search.search ?? ''}
            onChange={onSearch}
          />
          <FilterSelect
            label={text('platform.subscription')}
            value={filter.subscription ?? ''}
            all={text('platform.all')}
            choices={states.map((value) => ({ value, label: text(`platform.state.${value}`) }))}
            onChange={(state) => change({ state })}
          />
          {plans && (
            <FilterSelect
              label={text('platform.plan')}
              value={search.plan ?? ''}
              all={text('platform.all')}
              choices={plans.map((plan) => ({ value: plan.id, label: nameIn(language, plan) }))}
              onChange={(plan) => change({ plan })}
            />
          )}
          {categories && (
            <FilterSelect
              label={text('platform.category')}
              value={search.category ?? ''}
              all={text('platform.all')}
              choices={categories.map((category) => ({
                value: category.slug,
                label: nameIn(language, category),
              }))}
              onChange={(category) => change({ category })}
            />
          )}
        </>
      }
    >
      <RecordList
        label={text('area.workspaces')}
        query={workspaces}
        {...list}
        columns={columns}
        onOpen={({ id }) =>
          void navigate({ to: '/platform/workspaces/$workspaceId', params: { workspaceId: id } })
        }
        isFiltered={Object.keys(filter).length > 0}
        onShowAll={showAll}
        none={{
          icon: Building2,
          title: text('platform.noWorkspaces'),
          text: text('platform.noWorkspacesText'),
        }}
      />
    </Page>
  )
}
