import { getRouteApi } from '@tanstack/react-router'
import type { TillSession } from '@workspace-platform/client/pos'
import { Store } from 'lucide-react'
import { useMemo } from 'react'
import { RecordList } from '../../app/record-list.tsx'
import { BackLink, RecordBody } from '../../app/record-page.tsx'
import type { ListSearch } from '../../app/list-search.rules.ts'
import { useListSearch } from '../../app/use-list-search.ts'
import { useRows } from '../../app/use-rows.ts'
import { useFormat } from '../../i18n/format.ts'
import type { Format } from '../../i18n/format.rules.ts'
import { useText } from '../../i18n/language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Quiet, RowName } from '../../ui/cell.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { Page, Split } from '../../ui/page.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { Difference, TillReport } from './till-report.tsx'
import { useTillSession, useTillSessions } from './till.queries.ts'

const route = getRouteApi('/shell/till/sessions')

const rowsOf = (page: { sessions: TillSession[] }) => page.sessions

const statuses = ['open', 'closed'] as const

const none = <Quiet />

const columnsFor = (text: ReturnType<typeof useText>, format: Format): Column<TillSession>[] => [
  {
    id: 'register',
    header: text('till.register'),
    width: 1.2,
    cell: ({ register }) => <RowName>{register}</RowName>,
  },
  {
    id: 'opened',
    header: text('till.opened'),
    width: 1.4,
    cell: ({ createdAt }) => format.dateTime(createdAt),
  },
  {
    id: 'closed',
    header: text('till.closed'),
    width: 1.4,
    importance: 'secondary',
    cell: ({ closedAt }) =>
      closedAt ? format.dateTime(closedAt) : <Badge tone="ok">{text('till.status.open')}</Badge>,
  },
  {
    id: 'counted',
    header: text('till.counted'),
    width: 1.1,
    align: 'end',
    importance: 'detail',
    cell: ({ counted, currencyCode }) => (counted === null ? none : format.money(counted, currencyCode)),
  },
  {
    id: 'difference',
    header: text('till.difference'),
    width: 1.4,
    minWidth: 180,
    align: 'end',
    cell: (session) => (session.difference === null ? none : <Difference {...{ session, text, format }} />),
  },
]

/** All till sessions with their counts. */
export const TillSessionsPage = () => {
  const text = useText()
  const format = useFormat()
  const { change, showAll } = useListSearch<ListSearch<'status' | 'register' | 'open'>>()
  const { open, register = '', status: wanted } = route.useSearch()
  const status = statuses.find((each) => each === wanted)
  const sessions = useTillSessions({ ...(status && { status }), ...(register && { register }) })
  const all = useTillSessions({})
  const registers = [...new Set(all.data?.pages.flatMap(rowsOf).map((each) => each.register))].toSorted()
  const table = useRows(sessions, rowsOf)
  const columns = useMemo(() => columnsFor(text, format), [text, format])
  const close = (): void => change({ open: '' })
  return (
    <Split>
      <Page
        title={text('till.sessions')}
        before={<BackLink to="/till" label={text('till.back')} />}
        toolbar={
          <>
            <Segmented
              label={text('invoice.status')}
              value={status ?? 'all'}
              options={(['all', ...statuses] as const).map((value) => ({
                value,
                label: text(`till.status.${value}`),
              }))}
              onChange={(next) => change({ status: next === 'all' ? '' : next })}
            />
            {(registers.length > 1 || register !== '') && (
              <FilterSelect
                label={text('till.register')}
                value={register}
                all={text('till.status.all')}
                choices={registers.map((value) => ({ value, label: value }))}
                onChange={(next) => change({ register: next })}
              />
            )}
          </>
        }
      >
        <RecordList
          label={text('till.sessions')}
          query={sessions}
          {...table}
          columns={columns}
          openId={open}
          onOpen={({ id }) => change({ open: id })}
          isFiltered={status !== undefined || register !== ''}
          onShowAll={showAll}
          none={{ icon: Store, title: text('till.noSessions'), text: text('till.noSessionsText') }}
        />
      </Page>
      {open && <TillSessionPanel key={open} sessionId={open} onClose={close} />}
    </Split>
  )
}

const TillSessionPanel = ({ sessionId, onClose }: { sessionId: string; onClose: () => void }) => {
  const text = useText()
  const query = useTillSession(sessionId)
  return (
    <SidePanel title={query.data?.register ?? text('till.register')} onClose={onClose}>
      <RecordBody query={query}>{(session) => <TillReport session={session} />}</RecordBody>
    </SidePanel>
  )
}
