import { getRouteApi, Link } from '@tanstack/react-router'
import type { Contest } from '@workspace-platform/client/contests'
import { Plus, Trophy } from 'lucide-react'
import { useMemo } from 'react'
import { matchesQuery } from '../../app/text-search.rules.ts'
import { RecordList } from '../../app/record-list.tsx'
import { useListSearch } from '../../app/use-list-search.ts'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { RowName } from '../../ui/cell.tsx'
import { statusWidth } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { Page } from '../../ui/page.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { phaseOf, phaseTones } from './contest.rules.ts'
import type { ContestsSearch } from './contests-search.rules.ts'
import { useContests } from './contests.queries.ts'

const route = getRouteApi('/shell/contests/')
const statuses = ['draft', 'published', 'closed'] as const

const rowsOf = (page: { contests: Contest[] }) => page.contests

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<Contest>[] => [
  {
    id: 'title',
    header: text('contests.title'),
    width: 2.4,
    cell: ({ title }) => <RowName>{title}</RowName>,
  },
  {
    id: 'status',
    header: text('contests.status'),
    width: 1,
    minWidth: statusWidth,
    cell: (contest) => {
      const phase = phaseOf(contest, new Date())
      return <Badge tone={phaseTones[phase]}>{text(`contests.phase.${phase}`)}</Badge>
    },
  },
  {
    id: 'questions',
    header: text('contests.questions'),
    width: 0.8,
    align: 'end',
    importance: 'secondary',
    cell: ({ questions }) => format.number(questions.length),
  },
  {
    id: 'starts',
    header: text('contests.startsAt'),
    width: 1.3,
    importance: 'secondary',
    cell: ({ startsAt }) => format.dateTime(startsAt),
  },
  {
    id: 'ends',
    header: text('contests.endsAt'),
    width: 1.3,
    importance: 'detail',
    cell: ({ endsAt }) => format.dateTime(endsAt),
  },
]

/** The contests, newest first. */
export const ContestsPage = () => {
  const text = useText()
  const format = useFormat()
  const navigate = route.useNavigate()
  const { change, onSearch, showAll } = useListSearch<ContestsSearch>()
  const { search = '', status = '' } = route.useSearch()
  const query = useContests()
  const { rows: all, onEnd, isLoadingMore } = useRows(query, rowsOf)
  const rows = useMemo(
    () =>
      all.filter(
        (contest) => matchesQuery(search, contest.title) && (status === '' || contest.status === status),
      ),
    [all, search, status],
  )
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  const add = (
    <Link to="/contests/new" className={buttonClass({ kind: 'primary' })}>
      <Plus aria-hidden="true" />
      {text('contests.add')}
    </Link>
  )
  return (
    <Page
      title={text('area.contests')}
      {...(query.data && !query.hasNextPage && { count: format.number(rows.length) })}
      actions={add}
      toolbar={
        <>
          <SearchField label={text('contests.search')} value={search} onChange={onSearch} />
          <Segmented
            label={text('contests.status')}
            value={statuses.find((each) => each === status) ?? 'all'}
            options={[
              { value: 'all' as const, label: text('contests.all') },
              ...statuses.map((value) => ({ value, label: text(`contests.status.${value}`) })),
            ]}
            onChange={(next) => change({ status: next === 'all' ? '' : next })}
          />
        </>
      }
    >
      <RecordList
        label={text('area.contests')}
        query={query}
        rows={rows}
        columns={columns}
        onOpen={({ id }) => void navigate({ to: '/contests/$contestId', params: { contestId: id } })}
        onEnd={onEnd}
        isLoadingMore={isLoadingMore}
        isFiltered={search !== '' || status !== ''}
        onShowAll={showAll}
        none={{ icon: Trophy, title: text('contests.none'), text: text('contests.noneText'), action: add }}
      />
    </Page>
  )
}
